package ledger

// What happens at the shadow's table: who is there and who sits where, and deals recorded, put right, agreed
// on and disputed. Each step chooses at random, asks the book, and does the same in the shadow.

import (
	"errors"
	"fmt"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
)

func (s *shadow) addPlayer() {
	name := fmt.Sprintf("P%d", len(s.names)+1)
	var with []chain.PlayerID
	if people := s.persons(); len(people) > 3 {
		with = people[len(people)-3:]
	}
	comes := s.book.Now().FacesToCome(1, with)[0]
	r := s.send("add player", func(slip Slip) (Receipt, error) {
		return s.book.AddPlayer(s.t.Context(), slip, name, with...)
	})
	s.names[chain.PlayerID(r.ID)], s.faces[chain.PlayerID(r.ID)] = name, comes
	for _, p := range with {
		if has := s.faces[p]; has.Colour == comes.Colour || has.Emblem == comes.Emblem {
			s.failf("%s sits with %s and has %v, who has %v", name, s.names[p], comes, has)
		}
	}
}

// rename gives somebody another name, or a call. Words stay behind where evenings go to another book.
func (s *shadow) rename() {
	if s.kept != nil && s.chance(0.5) {
		words := rules.Words{rules.Solo: fmt.Sprintf("Alone%d", s.keys)}
		s.send("name a call", func(slip Slip) (Receipt, error) {
			return s.book.SaveWords(s.t.Context(), slip, words)
		})
		return
	}
	p, name := pickOf(s, s.persons()), fmt.Sprintf("P%d of %d", len(s.names), s.keys)
	s.send("rename",
		func(slip Slip) (Receipt, error) { return s.book.RenamePlayer(s.t.Context(), slip, p, name) })
	s.names[p] = name
}

func (s *shadow) chooseFace() {
	p, chosen := pickOf(s, s.persons()), face.Face{}
	now := s.faces[p]
	if s.chance(0.7) {
		chosen.Colour = pickOf(s, face.Colours[:])
		now.Colour = chosen.Colour
	}
	if s.chance(0.7) {
		chosen.Emblem = pickOf(s, face.Emblems[:])
		now.Emblem = chosen.Emblem
	}
	if now == s.faces[p] {
		return
	}
	s.send("choose face", func(slip Slip) (Receipt, error) {
		return s.book.ChooseFace(s.t.Context(), slip, p, chosen)
	})
	s.faces[p] = now
}

// join joins two who never met, or takes such a thing back.
func (s *shadow) join() {
	if len(s.joins) > 0 && s.chance(0.5) {
		s.part(s.pick(len(s.joins)))
		return
	}
	people := s.persons()
	if len(people) < 7 {
		s.addPlayer()
		return
	}
	gone, stays := people[0], people[1]
	met := func(chairs []chain.Chair) bool {
		var a, b bool
		for _, c := range chairs {
			for _, p := range []chain.PlayerID{c.Player, c.Pays()} {
				a, b = a || s.who(p) == gone, b || s.who(p) == stays
			}
		}
		return a && b
	}
	did := false
	for _, n := range s.nights {
		did = did || met(n.chairs)
		for _, d := range n.deals {
			did = did || met(d.chairs) || slices.ContainsFunc(d.former, met)
		}
	}
	s.did = "join"
	if did {
		_, err := s.book.JoinPlayers(s.t.Context(), s.slip(), gone, stays)
		s.wantRefused("as", fmt.Sprintf("%d and %d sat together", gone, stays), err)
		return
	}
	r := s.send("join", func(slip Slip) (Receipt, error) {
		return s.book.JoinPlayers(s.t.Context(), slip, gone, stays)
	})
	s.same[gone] = stays
	s.joins = append(s.joins, shadowJoin{r.Entry, gone, stays})
}

// part takes a join back. In a closed night nobody may then owe anything: what the two aren't quits for apart
// goes onto the slate.
func (s *shadow) part(i int) {
	j := s.joins[i]
	shown, err := s.book.Now().Parting(j.entry)
	if err != nil {
		s.failf("what parting would do: %v", err)
	}
	s.joins = slices.Delete(s.joins, i, i+1)
	byPage := s.chance(0.5)
	s.send("part", func(slip Slip) (Receipt, error) {
		if byPage {
			return s.book.PartPlayers(s.t.Context(), slip, j.entry, shown.Version)
		}
		return s.book.Withdraw(s.t.Context(), slip, j.entry, "they aren't")
	})
	delete(s.same, j.gone)
	carried := 0
	for _, n := range s.nights {
		n.summed = nil
		if n.closed && s.carryOn(n) {
			carried++
		}
	}
	if len(shown.Carried) != carried {
		s.failf("parting carries %d debts, its page said %d", carried, len(shown.Carried))
	}
}

func (s *shadow) startNight() {
	house := pickOf(s, rules.Sets())
	scale := pickOf(s, []int{1, 1, 1, 2, 10})
	seats := s.persons()[:s.pick(3)+3]
	n := &shadowNight{money: house.Money}
	for _, p := range seats {
		n.chairs = append(n.chairs, chain.Chair{Player: p})
	}
	dealer := pickOf(s, seats)
	s.sit(n, n.chairs, dealer)
	stakes, err := house.Scaled(scale)
	if err != nil {
		s.failf("%v", err)
	}
	n.stakes = stakes
	r := s.send("start night", func(slip Slip) (Receipt, error) {
		return s.book.StartNight(s.t.Context(), slip, NewNight{House: house, Scale: scale, Seats: seats,
			Dealer: dealer})
	})
	n.id = r.Night
	s.nights = append(s.nights, n)
	s.changeWay(n)
}

// changeWay has a night paid as it goes, or at its end again.
func (s *shadow) changeWay(n *shadowNight) {
	if !n.money.Handed() || n.closed {
		return
	}
	n.goes = s.chance(0.5)
	way := &chain.Way{By: chain.ByFewest}
	var paid []chain.Debt
	if n.goes {
		way.By, paid = chain.ByGo, s.shown(n).Between()
	}
	s.send("change the way", func(slip Slip) (Receipt, error) {
		return s.book.EditNight(s.t.Context(), slip, n.id, NightEdit{Pay: way, Paid: paid})
	})
}

// someNight picks a night that is open, starting one if need be.
func (s *shadow) someNight() *shadowNight {
	var open []*shadowNight
	for _, n := range s.nights {
		if !n.closed {
			open = append(open, n)
		}
	}
	if len(open) == 0 || len(open) < 3 && s.chance(0.02) {
		s.startNight()
		return s.nights[len(s.nights)-1]
	}
	return pickOf(s, open)
}

// someChairs are three to five at a table; now and then somebody sits in on the account of one who isn't
// there.
func (s *shadow) someChairs() (chairs []chain.Chair) {
	people := s.persons()
	seats := people[:s.pick(3)+3]
	for _, p := range seats {
		chairs = append(chairs, chain.Chair{Player: p})
	}
	if s.chance(0.3) && len(people) > len(seats) {
		chairs[0].Account = people[len(seats)]
	}
	return chairs
}

// changeTable has somebody join, leave, be stood in for, two change seats, another deal, or the whole table
// be another.
func (s *shadow) changeTable(n *shadowNight) {
	chairs := s.now(n.chairs)
	var free []chain.PlayerID
	for _, p := range s.persons() {
		if !slices.ContainsFunc(chairs, func(c chain.Chair) bool { return c.Player == p || c.Account == p }) {
			free = append(free, p)
		}
	}
	i := s.pick(len(chairs))
	what := "change table"
	dealer := chain.PlayerID(0)
	switch k := s.pick(6); {
	case k == 0 && len(chairs) < rules.MaxSeats && len(free) > 0:
		what, chairs = "join the table", slices.Insert(chairs, i, chain.Chair{Player: free[0]})
	case k == 1 && len(chairs) > 3:
		what, chairs = "leave the table", slices.Delete(chairs, i, i+1)
	case k == 2 && len(free) > 0:
		what, chairs[i] = "substitute", chain.Chair{Player: free[0], Account: chairs[i].Pays()}
	case k == 3:
		what, chairs[i], chairs[0] = "change seats", chairs[0], chairs[i]
	case k == 4:
		what = "set the dealer"
	default:
		chairs = s.someChairs()
	}
	dealer = pickOf(s, chairs).Player
	same := slices.EqualFunc(chairs, n.chairs, func(a, b chain.Chair) bool {
		return a.Player == s.who(b.Player) && a.Pays() == s.who(b.Pays())
	})
	if same && slices.Equal(s.turn(n), []chain.PlayerID{dealer}) {
		return
	}
	s.send(what, func(slip Slip) (Receipt, error) {
		return s.book.ChangeTable(s.t.Context(), slip, n.id, 0, TableChange{Chairs: chairs, Dealer: dealer})
	})
	s.sit(n, chairs, dealer)
}

func (s *shadow) randomDeal(stakes *rules.House, seats int, dealer rules.Seat) rules.Deal {
	for {
		d := rules.Deal{Seats: seats, Dealer: dealer, Tricks: s.pick(14)}
		seat := func() rules.Seat { return rules.Seat(s.pick(seats) + 1) }
		switch s.pick(10) {
		case 0:
			d.Call, d.Tricks = rules.Passed, rules.NotSaid
		case 1:
			if !stakes.AllPass.Played() {
				continue
			}
			d.Call, d.Tricks = rules.GeneralMisere, rules.NotSaid
			if stakes.AllPass == rules.Fewest {
				left := 13
				for i := 1; i < seats; i++ {
					d.TricksBy[i] = int8(s.pick(left + 1))
					left -= int(d.TricksBy[i])
				}
				d.TricksBy[seats] = int8(left)
			} else {
				d.Loser = seat()
			}
		default:
			rank := pickOf(s, stakes.Calls)
			d.Call, d.Caller = rank.Call, seat()
			switch rank.Call {
			case rules.Prop:
				d.Partner = seat()
			case rules.Irish:
				d.Bid, d.Trumps = s.pick(13)+1, rules.Suit(s.pick(5)+1)
			}
			switch s.pick(12) {
			case 0:
				d.Revokes[seat()] = uint8(s.pick(2) + 1)
			case 1:
				d.Revokes[seat()], d.Revokes[seat()] = 1, 1
			case 2:
				d.WrongCards[seat()] = true
			case 3:
				d.Forfeit = seat()
			}
		}
		if _, err := rules.Settle(stakes, &d); err == nil {
			return d
		}
	}
}

func (s *shadow) record(n *shadowNight) {
	dealer := chairSeat(s, n.chairs, s.due(n))
	d := s.randomDeal(n.stakes, len(n.chairs), dealer)
	nth := len(n.standing()) + 1
	chairs := s.now(n.chairs)
	r := s.send("record", func(slip Slip) (Receipt, error) {
		return s.book.Record(s.t.Context(), slip, n.id, DealSaid{Deal: d, Chairs: chairs, Nth: nth})
	})
	n.deals = append(n.deals, &shadowDeal{id: r.Deal, version: r.Entry, chairs: chairs, deal: d})
}

// paper writes several things at once, as they are typed from paper: deals, a penalty, somebody who joins.
func (s *shadow) paper(n *shadowNight) {
	var evening []Happened
	var deals []*shadowDeal
	var fines []*shadowItem
	for i := range s.pick(5) + 2 {
		chairs := s.now(n.chairs)
		switch k := s.pick(8); {
		case k == 0 && i > 0 && len(chairs) < rules.MaxSeats:
			var free []chain.PlayerID
			for _, p := range s.persons() {
				if !slices.ContainsFunc(chairs, func(c chain.Chair) bool {
					return c.Player == p || c.Account == p
				}) {
					free = append(free, p)
				}
			}
			if len(free) == 0 || len(s.turn(n)) > 1 {
				continue
			}
			s.sit(n, append(chairs, chain.Chair{Player: free[0]}), s.due(n))
			evening = append(evening, Happened{Table: slices.Clone(n.chairs)})
		case k == 1:
			by, amount := pickOf(s, chairs).Player, int64(s.pick(50)+1)
			fines = append(fines, &shadowItem{kind: chain.KindPenalty, money: n.money,
				moves: []chain.Transfer{{Night: n.id, Money: n.money, From: by, To: chain.Kitty, Amount: amount}}})
			evening = append(evening, Happened{Penalty: &Penalty{By: by, Kitty: true, Amount: amount,
				Reason: "shuffled"}})
		default:
			d := s.randomDeal(n.stakes, len(chairs), chairSeat(s, chairs, s.due(n)))
			deals = append(deals, &shadowDeal{chairs: chairs, deal: d})
			n.deals = append(n.deals, deals[len(deals)-1])
			evening = append(evening, Happened{Deal: &DealSaid{Deal: d, Chairs: chairs, Nth: len(n.standing())}})
		}
	}
	if len(deals) == 0 { // then there is nothing to write: one deal more
		chairs := s.now(n.chairs)
		d := s.randomDeal(n.stakes, len(chairs), chairSeat(s, chairs, s.due(n)))
		deals = append(deals, &shadowDeal{chairs: chairs, deal: d})
		n.deals = append(n.deals, deals[0])
		evening = append(evening, Happened{Deal: &DealSaid{Deal: d, Chairs: chairs, Nth: len(n.standing())}})
	}
	typed := fmt.Sprint("paper ", s.keys)
	s.send("record from paper", func(slip Slip) (Receipt, error) {
		return s.book.RecordPaper(s.t.Context(), slip, n.id, 0, typed, evening)
	})
	now := s.shown(n)
	for i, d := range deals { // an entry each; only their numbers are taken from the book
		of := now.Deals[len(deals)-1-i]
		d.id, d.version = of.ID, of.Version
	}
	for _, row := range now.Rows { // newest first
		if last := len(fines) - 1; last >= 0 && row.Kind == chain.KindPenalty && fines[last].entry == 0 {
			fines[last].entry = row.Entry
			n.items = append(n.items, fines[last])
			if n.money.Handed() {
				n.items = append(n.items, fines[last].puts(n, row.Entry+1))
			}
			fines = fines[:last]
		}
	}
	if len(fines) > 0 {
		s.failf("%d penalties are not on the sheet", len(fines))
	}
}

func (s *shadow) stale(n *shadowNight) {
	standing := n.standing()
	if len(standing) == 0 {
		return
	}
	s.did = "stale"
	d := s.randomDeal(n.stakes, len(n.chairs), 1)
	_, err := s.book.Record(s.t.Context(), s.slip(), n.id, DealSaid{Deal: d, Chairs: n.chairs,
		Nth: s.pick(len(standing)) + 1})
	s.wantStale(err)
	x := pickOf(s, standing)
	_, err = s.book.Mend(s.t.Context(), s.slip(), n.id, Mend{Do: Remove, Deal: x.id, Saw: x.version +
		chain.EntryID(s.pick(5)) + 1})
	s.wantStale(err)
}

func (s *shadow) wantStale(err error) {
	s.t.Helper()
	var stale *show.Stale
	if !errors.As(err, &stale) {
		s.failf("got %v, want a stale one", err)
	}
}

// moved works out the later deals with the deal moved along; ok is false where one can't have been.
func (s *shadow) moved(n *shadowNight, following []*shadowDeal, first *shadowDeal,
	by int) (changed map[*shadowDeal]rules.Deal, ok bool) {
	changed = map[*shadowDeal]rules.Deal{}
	before := first
	for i, d := range following {
		if !slices.EqualFunc(d.chairs, first.chairs,
			func(a, b chain.Chair) bool { return s.who(a.Player) == s.who(b.Player) }) {
			break
		}
		if i > 0 && d.deal.Dealer != before.deal.LeftOf(before.deal.Dealer) {
			break
		}
		before = d
		m := d.deal
		m.Dealer = rules.Seat((int(m.Dealer)-1+by+2*m.Seats)%m.Seats + 1)
		if _, err := rules.Settle(n.stakes, &m); err != nil {
			return nil, false
		}
		changed[d] = m
	}
	return changed, true
}

func (s *shadow) mend(n *shadowNight) {
	if len(n.deals) < 2 {
		return
	}
	i := s.pick(len(n.deals))
	d := n.deals[i]
	after := func(i int) (out []*shadowDeal) {
		for _, o := range n.deals[i+1:] {
			if !o.gone {
				out = append(out, o)
			}
		}
		return out
	}
	m := Mend{Deal: d.id, Saw: d.version, MoveDealers: s.chance(0.4)}
	changed, ok := map[*shadowDeal]rules.Deal{}, true
	move := func(following []*shadowDeal, first *shadowDeal, by int) {
		if m.MoveDealers {
			changed, ok = s.moved(n, following, first, by)
		}
	}
	var apply func(r Receipt)
	switch kind := s.pick(4); {
	case d.gone:
		m.Do = PutBack
		move(after(i), d, +1)
		apply = func(r Receipt) { d.retold(r.Entry, d.deal, s.now(d.chairs)) }
	case kind == 0:
		m.Do = Correct
		chairs := s.now(d.chairs)
		if s.chance(0.4) { // others sat there than was said
			chairs = s.someChairs()
			m.Said.Chairs = chairs
		}
		said := s.randomDeal(n.stakes, len(chairs), rules.Seat(s.pick(len(chairs))+1))
		if said == d.deal && slices.Equal(chairs, s.now(d.chairs)) {
			return
		}
		m.Said.Deal = said
		if said.Dealer != d.deal.Dealer && said.Seats == d.deal.Seats {
			move(after(i), d, int(said.Dealer)-int(d.deal.Dealer))
		}
		apply = func(r Receipt) { d.retold(r.Entry, said, chairs) }
	case kind == 1:
		m.Do = Remove
		move(after(i), d, -1)
		apply = func(Receipt) { d.gone = true }
	case kind == 2:
		m.Do = Insert
		said := s.randomDeal(n.stakes, d.deal.Seats, d.deal.Dealer)
		m.Said.Deal = said
		move(append([]*shadowDeal{d}, after(i)...), d, +1)
		apply = func(r Receipt) {
			for j := range n.tables {
				if n.tables[j].after > i {
					n.tables[j].after++
				}
			}
			n.deals = slices.Insert(n.deals, i, &shadowDeal{id: r.Deal, version: r.Entry,
				chairs: s.now(d.chairs), deal: said})
		}
	default:
		j := s.pick(len(n.deals))
		with := n.deals[j]
		if with.gone || with == d {
			return
		}
		m.Do, m.With, m.SawWith = Swap, with.id, with.version
		if m.MoveDealers && d.deal.Dealer != with.deal.Dealer {
			if !slices.EqualFunc(d.chairs, with.chairs,
				func(a, b chain.Chair) bool { return s.who(a.Player) == s.who(b.Player) }) {
				ok = false
			} else {
				one, ok1 := s.moved(n, []*shadowDeal{d}, d, int(with.deal.Dealer)-int(d.deal.Dealer))
				two, ok2 := s.moved(n, []*shadowDeal{with}, with, int(d.deal.Dealer)-int(with.deal.Dealer))
				if ok = ok1 && ok2; ok {
					changed[d], changed[with] = one[d], two[with]
				}
			}
		}
		apply = func(Receipt) { n.deals[i], n.deals[j] = with, d }
	}
	s.did = fmt.Sprintf("mend %d, dealers along: %v", m.Do, m.MoveDealers)
	effect, err := s.book.WhatIf(s.t.Context(), n.id, m)
	if !ok {
		s.wantRefused("dealers", "what if the dealers can't move along", err)
		_, err = s.book.Mend(s.t.Context(), s.slip(), n.id, m)
		s.wantRefused("dealers", "the dealers can't move along", err)
		return
	}
	if err != nil {
		s.failf("what if: %v", err)
	}
	r := s.send(s.did, func(slip Slip) (Receipt, error) { return s.book.Mend(s.t.Context(), slip, n.id, m) })
	for o, deal := range changed {
		o.retold(o.version, deal, s.now(o.chairs))
	}
	apply(r)
	now := s.shown(n)
	for o := range changed { // their new versions got numbers the shadow can't know
		if got, ok := now.Deal(o.id); ok {
			o.version = got.Version
		}
	}
	for _, p := range now.People {
		i := slices.IndexFunc(effect.Night.People, func(was show.Person) bool { return was.ID == p.ID })
		if effect.Night.People[i].Sum != p.Sum {
			s.failf("what-if promised %s %+v, it came to %+v", p.Name, effect.Night.People[i].Sum, p.Sum)
		}
	}
}

// noteDeal writes a word about a deal of any night, closed or open; on a page that missed one it is refused.
func (s *shadow) noteDeal() {
	n := pickOf(s, s.nights)
	if len(n.deals) == 0 {
		return
	}
	s.did = "note a deal"
	d, text := pickOf(s, n.deals), pickOf(s, []string{"", "nine singletons", "after midnight"})
	if text == d.note {
		_, err := s.book.NoteDeal(s.t.Context(), s.slip(), n.id, d.id, d.noted, text)
		s.wantRefused("note", "the same note", err)
		return
	}
	saw := d.noted // which is what the same form says when it is sent once more
	_, err := s.book.NoteDeal(s.t.Context(), s.slip(), n.id, d.id, saw+1, text)
	s.wantStale(err)
	r := s.send(s.did, func(slip Slip) (Receipt, error) {
		return s.book.NoteDeal(s.t.Context(), slip, n.id, d.id, saw, text)
	})
	d.noted, d.note = r.Entry, text
}

// sayAgreed has somebody agree or dispute a result; of an earlier version it is refused.
func (s *shadow) sayAgreed(n *shadowNight) {
	standing := n.standing()
	if len(standing) == 0 {
		return
	}
	d := pickOf(s, standing)
	seat := rules.Seat(s.pick(len(d.chairs)) + 1)
	said := chain.Agree{Deal: d.id, Version: d.version, By: s.who(d.chairs[seat-1].Player),
		Agreed: s.chance(0.5)}
	do := func(version chain.EntryID) func(Slip) (Receipt, error) {
		return func(slip Slip) (Receipt, error) {
			if said.Agreed {
				return s.book.AgreeDeal(s.t.Context(), slip, n.id, d.id, version, said.By)
			}
			return s.book.DisputeDeal(s.t.Context(), slip, n.id, d.id, version, said.By, said.Reason)
		}
	}
	if !said.Agreed {
		said.Reason = "it was eight"
	}
	s.did = "say whether a result is agreed"
	if said.Agreed && (seat == d.deal.Caller || seat == d.deal.Partner) {
		_, err := do(d.version)(s.slip())
		s.wantRefused("by", "the caller agreed", err)
		return
	}
	_, err := do(d.version + chain.EntryID(s.pick(5)) + 1)(s.slip())
	s.wantStale(err)
	s.send("agree or dispute", do(said.Version))
	d.said = said
}
