package seating

// bound is what no plan costs less than: as if what the rounds to come add could be dealt out to the pairs
// at will, and each term of the measure apart, always where there is least.
func (s *search) bound() int64 {
	n := len(s.here)
	var partners, opponents, together []int64
	for a := range n {
		for b := range a {
			p := s.pairs[a*n+b]
			partners = append(partners, int64(p.partners))
			opponents = append(opponents, int64(p.together-p.partners))
			together = append(together, int64(p.together))
		}
	}
	var odd [2][]int64
	for _, times := range s.odd {
		for kind := range odd {
			odd[kind] = append(odd[kind], int64(times[kind]))
		}
	}
	unit := int64(5) // tables of five add single fifths
	var more part
	var oddly [2]int64
	for _, shape := range s.shapes {
		for _, size := range shape.sizes {
			switch size {
			case 3:
				oddly[0] += 3
			case 5:
				oddly[1] += 5
				unit = 1
			}
			for i := range size {
				for j := range i {
					more.partners += opposite[size][i-j].partners
					more.opponents += opposite[size][i-j].opponents
				}
			}
		}
	}
	sum := weighPartners*evened(partners, more.partners, unit) +
		weighOpponents*evened(opponents, more.opponents, unit) +
		weighTogether*evened(together, more.partners+more.opponents, unit)
	for kind := range odd {
		sum += 25 * weighOdd * evened(odd[kind], oddly[kind], 1)
	}
	return sum
}

// evened is the smallest sum of squares of these counts once so much is added to them, in such units.
func evened(counts []int64, more, unit int64) int64 {
	for ; more > 0; more -= unit {
		least := 0
		for i, count := range counts {
			if count < counts[least] {
				least = i
			}
		}
		counts[least] += unit
	}
	var sum int64
	for _, count := range counts {
		sum += count * count
	}
	return sum
}
