package ledger

import (
	"cmp"
	"math/bits"
	"slices"
)

// The search behind Fewest: into how many groups, each adding up to nothing, can people be parted, and who can be in a group with
// whom when there are as many groups as can be.
//
// People with the same balance are alike, so a selection of people is how many of each kind are in it: a number whose
// digits have mixed bases, a bit mask where all balances differ. Of all selections only the even ones, which add up to nothing, matter,
// and among large random balances there are few. One person, the closer, is in none of them: his group is what the others leave.

// The search gives up beyond so many selections, or beyond so many tries to take one from another: some 20 ms here.
const (
	maxSelections = 1 << 20
	maxTries      = 8 << 20
)

// parting knows the best ways to part some people.
type parting struct {
	open  []Net
	kinds []kind // by balance
	most  int    // as many groups as can be

	even   []selection   // but the empty one; smaller before larger
	groups []uint8       // by selection.at, of the even ones: into how many groups it can be parted
	single [][]selection // those of one group only, by the lowest kind in them
	guard  uint64        // the spare bit of each digit in selection.digits
	tries  int
}

// kind is all people with one balance.
type kind struct {
	net   int64
	first int // in open
	count int // without the closer, who is of the last kind
	shift int // of its digit in selection.digits
}

// selection is how many of each kind: as a place in a table, and as digits with a spare bit above each.
type selection struct {
	at     int
	digits uint64
}

// within tells whether the selection s can be taken from m: no digit has to borrow.
func (p *parting) within(s, m selection) bool {
	return ((m.digits|p.guard)-s.digits)&p.guard == p.guard
}

func (m selection) without(s selection) selection {
	return selection{m.at - s.at, m.digits - s.digits}
}

// lowest is the first kind in the selection.
func (p *parting) lowest(s selection) int {
	bit := bits.TrailingZeros64(s.digits)
	i, _ := slices.BinarySearchFunc(p.kinds, bit, func(k kind, bit int) int { return cmp.Compare(k.shift, bit+1) })
	return i - 1
}

// part finds the most groups. ok is false where that would take too long. open must add up to nothing and hold nobody who stands at nothing.
func part(open []Net) (p parting, ok bool) {
	p.open = open
	if !p.sort() || !p.selectEven() {
		return parting{}, false
	}
	p.most = 1
	p.groups = make([]uint8, p.even[len(p.even)-1].at+1)
	p.single = make([][]selection, len(p.kinds))
	for _, m := range p.even[1:] {
		// One of its groups has the lowest person in it; the best of what that can leave decides.
		var best uint8
		low := p.lowest(m)
		for _, s := range p.single[low] {
			if p.within(s, m) {
				best = max(best, p.groups[m.at-s.at])
			}
		}
		p.groups[m.at] = best + 1
		if best == 0 {
			p.single[low] = append(p.single[low], m)
		}
		p.most = max(p.most, int(best)+2) // and the closer's
		if p.tries += len(p.single[low]); p.tries > maxTries {
			return parting{}, false
		}
	}
	return p, true
}

// sort makes the kinds.
func (p *parting) sort() (ok bool) {
	byNet := make([]int, len(p.open))
	for i := range byNet {
		byNet[i] = i
	}
	slices.SortFunc(byNet, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.open[a].Amount, p.open[b].Amount), cmp.Compare(a, b))
	})
	for _, i := range byNet {
		if k := len(p.kinds); k > 0 && p.kinds[k-1].net == p.open[i].Amount {
			p.kinds[k-1].count++
		} else {
			p.kinds = append(p.kinds, kind{net: p.open[i].Amount, first: i, count: 1})
		}
	}
	p.kinds[len(p.kinds)-1].count--
	// Each payment takes a step from one base: that halves the selections where the base was two, but hardly lessens them where
	// it was twenty, so there are more rounds to pay for.
	selections, rounds, shift := 1, 1, 0
	for i := range p.kinds {
		k := &p.kinds[i]
		k.shift = shift
		shift += bits.Len(uint(k.count)) + 1
		p.guard |= 1 << (shift - 1)
		rounds = max(rounds, k.count)
		selections *= k.count + 1
		if selections*rounds > maxSelections || shift > 64 {
			return false
		}
	}
	return true
}

// selectEven lists the selections that add up to nothing, the empty one among them.
func (p *parting) selectEven() (ok bool) {
	chosen := make([]int, len(p.kinds))
	var now selection
	var sum int64
	for i := 0; i < len(p.kinds); now.at++ {
		if sum == 0 {
			if p.even = append(p.even, now); len(p.even) > maxSelections/16 {
				return false
			}
		}
		for i = 0; i < len(p.kinds); i++ { // count one on
			k := &p.kinds[i]
			if chosen[i] < k.count {
				chosen[i]++
				sum += k.net
				now.digits += 1 << k.shift
				break
			}
			sum -= int64(chosen[i]) * k.net
			now.digits -= uint64(chosen[i]) << k.shift
			chosen[i] = 0
		}
	}
	return true
}

// first finds the two people of the largest payment in any shortest plan; of equal ones the lowest payer's, then the lowest
// receiver's.
func (p *parting) first() (from, to int) {
	with := p.company()
	var best int64
	for i, d := range p.kinds {
		for j, c := range p.kinds {
			if d.net > 0 || c.net < 0 || with[i]&(1<<j) == 0 {
				continue
			}
			amount := min(-d.net, c.net)
			if amount > best || amount == best && (d.first < from || d.first == from && c.first < to) {
				best, from, to = amount, d.first, c.first
			}
		}
	}
	return from, to
}

// company tells, for each kind, with which kinds (as bits) it can be in one group when there are as many groups as can be.
func (p *parting) company() []uint64 {
	with := make([]uint64, len(p.kinds))
	meet := func(group uint64) {
		for g := group; g != 0; g &= g - 1 {
			with[bits.TrailingZeros64(g)] |= group
		}
	}
	last := len(p.kinds) - 1
	var all selection
	for _, k := range p.kinds {
		all.digits += uint64(k.count) << k.shift
	}
	seen := make([]bool, len(p.groups))
	var walk func(m selection) // down every best parting of a selection
	walk = func(m selection) {
		if m.at == 0 || seen[m.at] {
			return
		}
		seen[m.at] = true
		for _, s := range p.single[p.lowest(m)] {
			if p.within(s, m) && p.groups[m.at-s.at] == p.groups[m.at]-1 {
				meet(p.among(s.digits))
				walk(m.without(s))
			}
		}
	}
	for _, m := range p.even {
		if int(p.groups[m.at]) == p.most-1 {
			meet(p.among(all.digits-m.digits) | 1<<last)
			walk(m)
		}
	}
	return with
}

// among tells which kinds are in a selection, as bits.
func (p *parting) among(digits uint64) (group uint64) {
	for i, k := range p.kinds {
		if digits>>k.shift&(1<<bits.Len(uint(k.count))-1) != 0 {
			group |= 1 << i
		}
	}
	return group
}
