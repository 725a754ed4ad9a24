package settle

// The search behind Fewest: into how many groups, each adding up to zero, people can be parted, and which
// parting into so many lets everybody pay in the fewest pieces (trees.go has one group).
//
// People with the same balance are alike, so a selection of people is how many of each kind are in it: a
// number whose digits have mixed bases, a bit mask where all balances differ. Only even selections, which add
// up to zero, matter; among large random balances there are few. One person, the closer, is in none of them:
// his group is what the others leave.

import (
	"cmp"
	"math/bits"
	"slices"
)

// The search gives up beyond so many selections, or so many tries to take one from another: some 20 ms.
const (
	maxSelections = 1 << 20
	maxTries      = 8 << 20
)

// parting knows the best ways to part some people.
type parting struct {
	open   []Net
	kinds  []kind         // by balance
	most   int            // as many groups as can be
	fewest map[uint64]int // in how many pieces somebody must pay, by the group

	even   []selection   // but the empty one; smaller before larger
	groups []uint8       // by selection.at, of the even ones: into how many groups it can be parted
	single [][]selection // those of one group only, by the lowest kind in them
	guard  uint64        // the spare bit of each digit in selection.digits
	tries  int
}

type kind struct {
	net    int64
	people []int // in open
	count  int   // without the closer, who is the last of the last kind
	shift  int   // of its digit in selection.digits
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
	i, _ := slices.BinarySearchFunc(p.kinds, bit,
		func(k kind, bit int) int { return cmp.Compare(k.shift, bit+1) })
	return i - 1
}

// part finds the most groups. ok is false if that would take too long. open adds up to zero, and nobody in it
// stands at zero.
func part(open []Net) (p parting, ok bool) {
	p.open = open
	if !p.sort() || !p.selectEven() {
		return parting{}, false
	}
	p.most = 1
	p.groups = make([]uint8, p.even[len(p.even)-1].at+1)
	p.single = make([][]selection, len(p.kinds))
	for _, m := range p.even[1:] {
		// One of its groups holds the lowest person; the best of what that group can leave decides.
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
			p.kinds[k-1].people = append(p.kinds[k-1].people, i)
		} else {
			p.kinds = append(p.kinds, kind{net: p.open[i].Amount, people: []int{i}, count: 1})
		}
	}
	p.kinds[len(p.kinds)-1].count--
	selections, shift := 1, 0
	for i := range p.kinds {
		k := &p.kinds[i]
		k.shift = shift
		shift += bits.Len(uint(k.count)) + 1
		p.guard |= 1 << (shift - 1)
		selections *= k.count + 1
		if selections > maxSelections || shift > 64 {
			return false
		}
	}
	return true
}

// selectEven lists the selections that add up to zero, the empty one among them.
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

// pieces finds a best parting, and a plan in it, in which nobody pays in more pieces than needed: it tries at
// most one, two, three … until there is one.
func (p *parting) pieces() []Payment {
	for most := 1; ; most++ {
		if groups := p.inGroups(most); groups != nil {
			return p.pay(groups)
		}
	}
}

// inGroups is a best parting whose groups can all settle with nobody paying in more than most pieces; nil if
// there is none. A group is how many of each kind; the closer's comes first and includes the closer.
func (p *parting) inGroups(most int) (groups []uint64) {
	dead := make([]bool, len(p.groups)) // can't be parted so
	var walk func(m selection) bool
	walk = func(m selection) bool {
		if m.at == 0 {
			return true
		}
		if dead[m.at] {
			return false
		}
		for _, s := range p.single[p.lowest(m)] {
			if !p.within(s, m) || p.groups[m.at-s.at] != p.groups[m.at]-1 ||
				!p.settles(s.digits, false, most) {
				continue
			}
			if groups = append(groups, s.digits); walk(m.without(s)) {
				return true
			}
			groups = groups[:len(groups)-1]
		}
		dead[m.at] = true
		return false
	}
	var all uint64
	for _, k := range p.kinds {
		all += uint64(k.count) << k.shift
	}
	for _, m := range p.even {
		if int(p.groups[m.at]) != p.most-1 || !p.settles(all-m.digits, true, most) {
			continue
		}
		if groups = append(groups[:0], all-m.digits); walk(m) {
			return groups
		}
	}
	return nil
}

func (p *parting) settles(digits uint64, closer bool, most int) bool {
	if p.fewest == nil {
		p.fewest = make(map[uint64]int)
	}
	key := digits
	if closer { // one more of the last kind; the guard bits tell it from a group without
		key |= p.guard
	}
	need, known := p.fewest[key]
	if !known {
		var g knot
		for i, k := range p.kinds {
			for range p.count(digits, i) {
				g.take(k.net, 0)
			}
		}
		if closer {
			g.take(p.kinds[len(p.kinds)-1].net, 0)
		}
		need = g.solve()
		p.fewest[key] = need
	}
	return need <= most
}

func (p *parting) count(digits uint64, kind int) int {
	k := p.kinds[kind]
	return int(digits >> k.shift & (1<<bits.Len(uint(k.count)) - 1))
}

func (p *parting) pay(groups []uint64) (pays []Payment) {
	next := make([]int, len(p.kinds)) // of each kind, so many are placed
	for n, digits := range groups {
		var g knot
		for i, k := range p.kinds {
			for range p.count(digits, i) {
				g.take(k.net, p.open[k.people[next[i]]].Player)
				next[i]++
			}
		}
		if last := len(p.kinds) - 1; n == 0 {
			k := p.kinds[last]
			g.take(k.net, p.open[k.people[k.count]].Player)
		}
		g.solve()
		pays = append(pays, g.pays...)
	}
	return pays
}
