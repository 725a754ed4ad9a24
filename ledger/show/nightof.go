package show

// From a night of the state to the snapshot its pages show.

import (
	"cmp"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/ledger/state"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// Night is not found where its evening wasn't held.
func (now *Snapshot) Night(id chain.NightID) (*Night, error) {
	v, err := now.resolved(id)
	if err != nil {
		return nil, err
	}
	return fullNight(now.state, v), nil
}

func (now *Snapshot) resolved(id chain.NightID) (*state.ResolvedNight, error) {
	v := now.state.Resolve(id)
	switch {
	case v == nil:
		return nil, &chain.NotFound{What: "night"}
	case !now.state.Held(v.Night):
		return nil, &chain.NotFound{What: "night",
			Sentence: "You took that evening back before anything was played."}
	}
	return v, nil
}

// fullNight is the snapshot of a night with the entries beside it: those of its evening at several tables,
// and those since its close.
func fullNight(s *state.State, v *state.ResolvedNight) *Night {
	n := show(s, v)
	if n.Open && n.Meeting == 0 {
		return n
	}
	as := *n
	if n.Meeting != 0 {
		evening := s.Night(n.Meeting)
		as.beside = max(evening.Version, evening.Several.Plays)
		as.paid = show(s, s.Resolve(n.Meeting)).Rows
		if evening.Several.Moves.Kind().Won {
			for _, id := range s.Tables(n.Meeting) {
				as.beside = max(as.beside, s.Night(id).Version)
			}
		}
	}
	if n.Open {
		return &as
	}
	if moves := s.SlateMoves(n.Money); len(moves) > 0 {
		as.beside = max(as.beside, moves[len(moves)-1].Entry)
	}
	as.beside = max(as.beside, s.Turned())
	return &as
}

// GoesOn is the evening in progress at which an evening that is over goes on: the one begun last since, most
// of whose people were there; nil if there is none.
func (now *Snapshot) GoesOn(was *Night) *Night {
	s, before := now.state, now.state.Resolve(was.ID)
	if was.Open || before.Meeting != 0 {
		return nil
	}
	for _, id := range slices.Backward(s.OpenNights()) {
		next := s.Resolve(id)
		if next.Meeting != 0 || next.Opened < before.Closed {
			continue
		}
		all, again := next.People(), 0
		for _, p := range all {
			if slices.Contains(before.People(), p) {
				again++
			}
		}
		if 2*again > len(all) {
			return fullNight(s, next)
		}
	}
	return nil
}

// Latest is the newest entry that the pages of a night show something of. For a table of an evening that is
// also the evening's newest, since it shows who sits where next, and that of the other tables where this
// follows from their results; for a closed night also the newest payment of old debts, since its last page
// lists payments, and leads to the nights that began or ended since.
func (n *Night) Latest() chain.EntryID { return max(n.Version, n.beside) }

func snapshot(n *state.ResolvedNight, holds int64) *Night {
	chairs := n.Chairs()
	s := &Night{
		ID: n.ID, Name: n.Name, Date: n.Date, Money: n.Money(), House: n.House, Stakes: n.Stakes,
		Scale: n.Scale, Words: n.Words(),
		Auction: n.Auction, Agree: n.Agree, Phones: n.Phones, Way: n.Settles(), Origin: n.Origin,
		Open:    n.Closed == 0,
		Started: time.UnixMilli(n.Started), Version: n.Version,
		Table: chairs, Nth: n.Count + 1, Round: n.RoundOf(nil),
		Kitty: KittyTonight{Sum: n.Sum(chain.Kitty), Holds: holds}, Meeting: n.Meeting,
		names: n.Names,
	}
	if n.Closed != 0 {
		s.Seal, s.Closed = n.Seal.Seal(), time.UnixMilli(n.ClosedAt)
	}
	if n.Several != nil {
		return showSeveral(n, s)
	}
	t := n.Turn()
	s.Dealer, s.Doubt = chain.SeatOf(chairs, t[0]), n.Asks(t)
	s.Past = past(n)
	s.Duties = rules.DutiesOf(n.Stakes, len(chairs), s.Dealer, s.Past)
	for _, p := range n.People() {
		person := Person{ID: p, Name: n.Names.Name(p), Face: n.Names.Face(p), Seat: chain.SeatOf(chairs, p),
			Sum: n.Sum(p)}
		person.Here = person.Seat != 0
		if person.Seat != 0 {
			person.For = chairs[person.Seat-1].Account
		}
		s.People = append(s.People, person)
	}
	s.Rows = rowsOf(n)
	s.Deals = make([]*Dealt, 0, n.Count)
	for _, r := range s.Rows {
		if r.Deal != nil {
			s.Deals = append(s.Deals, r.Deal)
		}
	}
	s.Removed, s.versions = removed(n), n.Versions
	s.Fair, s.FairAlike, s.FairSince = fair(n, s.Dealer)
	if n.LastOn {
		s.Last = &LastRound{ToGo: n.LastAt - n.Count}
		s.Last.Alike = s.FairAlike && slices.ContainsFunc(s.Fair, func(more int) bool {
			return s.Last.ToGo >= more && (s.Last.ToGo-more)%len(chairs) == 0
		})
	}
	return s
}

// Drafted is a night of a draft, for the answer to a form that came too late; Kitty.Holds isn't known.
func Drafted(v *state.ResolvedNight) *Night { return snapshot(v, 0) }

// showSeveral completes the snapshot of an evening's own night. What its tables handed over was won and lost
// at cards, so people read it there.
func showSeveral(n *state.ResolvedNight, s *Night) *Night {
	s.Tables = slices.Clip(n.Several.Seated)
	for _, p := range n.People() {
		one := Person{ID: p, Name: n.Names.Name(p), Face: n.Names.Face(p), Here: n.Here(p), Sum: atTables(n.Sum(p))}
		s.People = append(s.People, one)
	}
	s.Kitty.Sum = atTables(s.Kitty.Sum)
	s.Rows, s.head, s.home = rowsOf(n), n.Head, n.Home()
	return s
}

// atTables counts what tables handed over as won and lost in deals.
func atTables(s Sums) Sums {
	s.Deals, s.Handed = s.Deals+s.Handed, 0
	return s
}

func removed(n *state.ResolvedNight) []*Dealt {
	var out []*Dealt
	when := map[chain.DealID]chain.EntryID{}
	nth := 1
	for i := range n.Deals {
		d := &n.Deals[i]
		if d.Standing >= 0 {
			nth++
			continue
		}
		removal := n.Latest(d)
		shown := showDeal(n, d, removal, nth)
		shown.Version = n.Removed(d).Entry
		out, when[d.ID] = append(out, shown), removal.Entry
	}
	slices.SortFunc(out, func(a, b *Dealt) int { return cmp.Compare(when[b.ID], when[a.ID]) })
	return out
}

func past(n *state.ResolvedNight) []rules.Past {
	out := make([]rules.Past, 0, n.Count)
	for _, t := range n.Standing() {
		out = append(out, rules.Past{Call: t.Call})
	}
	return out
}

// showDeal makes a deal as it stands, or as the version says.
func showDeal(n *state.ResolvedNight, d *state.Deal, t *state.Version, nth int) *Dealt {
	first := n.First(d)
	out := &Dealt{
		ID: d.ID, Version: t.Entry, Nth: nth, Round: n.RoundOf(d), Played: n.Played(t),
		Auction: n.Calls(t), Note: n.Note(d.ID), Changed: n.Changed(d),
		At: time.UnixMilli(first.At), Device: n.Device(first), Inserted: d.Inserted,
	}
	out.Agreed = agreement(n, d.ID, t)
	out.told = rules.Explain(n.Stakes, &out.Deal, &out.Result, out.Names, n.Words())
	return out
}

func agreement(n *state.ResolvedNight, d chain.DealID, t *state.Version) Agreement {
	said := n.AgreedBy(d)
	if said.Version != t.Entry {
		return Agreement{}
	}
	out := Agreement{State: Disputed, By: said.By, Name: n.Names.Name(said.By), Reason: said.Reason}
	if said.Agreed {
		out.State = Agreed
	}
	return out
}

// shown gives the row of a standing deal. Most rows of a night are as they were before the latest entry, so
// those of the snapshot before are taken over.
func shown(n *state.ResolvedNight, d *state.Deal, nth int, at chain.EntryID, before []*Row) *Row {
	t := n.Stands(d)
	if nth <= len(before) {
		if row := before[nth-1]; row.Entry == t.Entry && row.at == at && row.Deal.Note == n.Note(d.ID) &&
			row.Deal.Agreed == agreement(n, d.ID, t) && row.Deal.Changed == n.Changed(d) &&
			row.Deal.Round == n.RoundOf(d) {
			return row
		}
	}
	deal := showDeal(n, d, t, nth)
	moves := chain.Paid(nil, n.ID, n.Money(), deal.Chairs, &deal.Result)
	return &Row{
		Entry: deal.Version, at: at, since: n.Version, Kind: chain.KindDeal, At: deal.At, Device: deal.Device,
		Deal: deal, Reason: n.Reason(t), Text: deal.told.Sentence(), Nets: nets(n, moves), Moves: n.Known(moves),
	}
}

// fair finds after how many more deals everybody at the table has dealt alike, and at five sat out alike,
// counted from when just these sat together. A substitute counts as whose account it is. It returns the next
// two such moments; 0 is now. If that can't come out because dealers were set or seats changed, it returns
// full rounds. since is the first deal counted; 0 is the whole night.
func fair(n *state.ResolvedNight, next rules.Seat) (fair []int, comesOut bool, since int) {
	table := n.Chairs()
	seats := len(table)
	place := map[chain.PlayerID]int{}
	for i, c := range table {
		place[c.Pays()] = i
	}
	dealt, out := make([]int, seats), make([]int, seats)
	count := func(sat, dealer int, pays func(seat int) chain.PlayerID) bool {
		for i := range sat {
			if _, here := place[pays(i)]; !here || sat != seats {
				return false
			}
		}
		dealt[place[pays(dealer)]]++
		if seats > 4 {
			out[place[pays((dealer+seats-1)%seats)]]++ // on the dealer's right
		}
		return true
	}
	for i, d := range slices.Backward(n.Stand()) {
		t := n.Stands(d)
		if !count(int(t.Seats), int(t.Dealer)-1, func(seat int) chain.PlayerID { return n.Pays(t, seat) }) {
			since = i + 2
			break
		}
	}
	alike := func(counts []int) bool { return slices.Min(counts) == slices.Max(counts) }
	for more, dealer := 0, int(next)-1; more <= 3*seats && len(fair) < 2; more++ {
		if alike(dealt) && alike(out) && dealt[0] > 0 {
			fair = append(fair, more)
		}
		count(seats, dealer, func(seat int) chain.PlayerID { return table[seat].Pays() })
		dealer = (dealer + 1) % seats
	}
	if len(fair) == 0 {
		return []int{seats, 2 * seats}, false, since
	}
	return fair, true, since
}

// rowsOf lists everything that happened, newest first: deals in their order, the rest in its place between
// them.
func rowsOf(n *state.ResolvedNight) []*Row {
	all := make([]*Row, 0, n.Count+len(n.Others))
	var at chain.EntryID
	before := rowsBefore(n)
	for i, d := range n.Stand() {
		if !d.Inserted {
			at = max(at, chain.EntryID(d.ID))
		}
		all = append(all, shown(n, d, i+1, at, before))
	}
	for _, o := range n.Others {
		if row, ok := rowOf(n, o); ok {
			all = append(all, &row)
		}
	}
	return newestFirst(all)
}

// newestFirst turns rows round that come with the oldest first, those of a night or of several.
func newestFirst(rows []*Row) []*Row {
	slices.SortStableFunc(rows, func(a, b *Row) int { return cmp.Compare(a.at, b.at) })
	slices.Reverse(rows)
	return rows
}

// rowsBefore are the deals of the snapshot before, oldest first, if it was made with the same names and
// words.
func rowsBefore(n *state.ResolvedNight) []*Row {
	if n.Before == nil {
		return nil
	}
	was := (*n.Before).(*shownNight)
	if was.names != n.Names {
		return nil
	}
	rows := make([]*Row, 0, len(was.Deals))
	for _, r := range slices.Backward(was.Rows) {
		if r.Deal != nil {
			rows = append(rows, r)
		}
	}
	return rows
}

// rowOf shows an entry that isn't a deal; ok is false for those that only say something about one.
func rowOf(n *state.ResolvedNight, o *state.Other) (row Row, ok bool) {
	row = Row{Entry: o.Entry, at: o.Entry, since: max(o.Entry, o.Undone), Kind: o.Kind,
		At: time.UnixMilli(o.At), Device: o.Device, Why: o.Why}
	row.Text, row.Reason = o.Body.Tell(chain.At{Kind: o.Kind, Money: n.Money()}, n.Names.Name)
	if row.Text == "" {
		return row, false
	}
	switch b := o.Body.(type) {
	case *chain.Payment:
		row.Paid = &settle.Payment{From: n.Who(b.From), To: n.Who(b.To), Amount: b.Amount}
		row.begun = o.Entry - chain.EntryID(o.Part-1)
		if with := n.Other(o.Entry - 1); with != nil && with.Kind != chain.KindPenalty && n.PutWith(with) == o {
			row.with = with.Entry
		}
	case *chain.Cost:
		if b.By == chain.Kitty {
			row.head = n.Who(b.Shares[0].Player)
		}
	case *chain.Penalty:
		row.As = b.As
	case *chain.Rounding:
		row.Coin = b.Coin
	case *chain.Debts:
		for _, d := range b.Debts {
			row.Debts = append(row.Debts, chain.Debt{From: n.Who(d.From), To: n.Who(d.To), Amount: d.Amount})
		}
	case *chain.Handed:
		if o.Kind == chain.KindTake {
			row.Table = b.Night
		}
	}
	if row.Undone = o.Undone; o.Undone == 0 {
		row.Nets, row.Moves = nets(n, o.Transfers), n.Known(o.Transfers)
	}
	return row, true
}

// nets sums transfers by account, without zeros, players in the order of the night and the kitty last.
func nets(n *state.ResolvedNight, transfers []chain.Transfer) []settle.Net {
	sums := map[chain.PlayerID]int64{}
	for _, t := range n.Known(transfers) {
		sums[t.From] -= t.Amount
		sums[t.To] += t.Amount
	}
	var out []settle.Net
	for _, p := range append(n.People(), chain.Kitty) {
		if sums[p] != 0 {
			out = append(out, settle.Net{Player: p, Name: n.Names.Name(p), Amount: sums[p]})
		}
	}
	return out
}

// RowsSince are the rows written after an entry, newest first.
func (n *Night) RowsSince(saw chain.EntryID) []*Row {
	seen := func(r *Row) bool { return r.Entry <= saw && r.Undone <= saw }
	return slices.DeleteFunc(slices.Clone(n.Rows), seen)
}

// AsAt tells whether a row is as it was in a version of the night, the names and words of the night apart.
func (r *Row) AsAt(version chain.EntryID) bool { return r.since <= version }

// RowOf is the row of a deal that stands.
func (n *Night) RowOf(d chain.DealID) *Row {
	return n.Rows[slices.IndexFunc(n.Rows, func(r *Row) bool { return r.Deal != nil && r.Deal.ID == d })]
}

// PlayerName finds the name of an account; the kitty's is "the kitty".
func (n *Night) PlayerName(p chain.PlayerID) string { return n.names.Name(p) }

// SeatNames are the names by seat, for rules.Explain and notation.Parse.
func (n *Night) SeatNames() []string { return n.names.Names(n.Table) }

func (n *Night) Telling(d *Dealt) rules.Telling {
	return rules.Telling{House: n.Stakes, Deal: &d.Deal, Result: &d.Result, Names: d.Names, Words: n.Words}
}

func (n *Night) Deal(id chain.DealID) (*Dealt, bool) {
	i := slices.IndexFunc(n.Deals, func(d *Dealt) bool { return d.ID == id })
	if i < 0 {
		return nil, false
	}
	return n.Deals[i], true
}

// Disputed lists the standing deals somebody disputes, oldest first.
func (n *Night) Disputed() []*Dealt {
	var out []*Dealt
	for _, d := range slices.Backward(n.Deals) {
		if d.Agreed.State == Disputed {
			out = append(out, d)
		}
	}
	return out
}

// Awaits tells whether the open night wants an opponent's word on a deal and has none.
func (n *Night) Awaits(d *Dealt) bool {
	played := d.Deal.Call != rules.Passed && d.Deal.Call != rules.Void
	return n.Open && n.Agree && played && d.Agreed.State == NotAgreed
}

// Unagreed lists the standing deals it awaits one on, newest first.
func (n *Night) Unagreed() []*Dealt {
	return slices.DeleteFunc(slices.Clone(n.Deals), func(d *Dealt) bool { return !n.Awaits(d) })
}

// Owed is what is to be settled tonight: everybody's total and last the kitty's, unless zero. It adds up to
// zero.
func (n *Night) Owed() []settle.Net {
	var out []settle.Net
	for _, p := range n.People {
		out = append(out, settle.Net{Player: p.ID, Name: p.Name, Amount: p.Sum.Total()})
	}
	if total := n.Kitty.Sum.Total(); total != 0 {
		out = append(out, settle.Net{Player: chain.Kitty, Name: n.PlayerName(chain.Kitty), Amount: total})
	}
	return out
}

// Between is what each pair owes one another by what passed between the two.
func (n *Night) Between() []chain.Debt {
	return state.Between(func(yield func(chain.Transfer) bool) {
		for _, row := range n.Rows {
			for _, t := range row.Moves {
				if !yield(t) {
					return
				}
			}
		}
	})
}

// Opposed tells whether somebody played this deal on the other side: only they agree its result.
func (d *Dealt) Opposed(p chain.PlayerID) bool {
	seat := chain.SeatOf(d.Chairs, p)
	return seat != 0 && seat != d.Deal.Sitter() && seat != d.Deal.Caller && seat != d.Deal.Partner &&
		d.Deal.Call != rules.Passed && d.Deal.Call != rules.Void
}

// PlaysOn tells whether deals are still played on somebody's account, by themselves or by who sits for them.
func (n *Night) PlaysOn(p chain.PlayerID) bool {
	return n.Open && slices.ContainsFunc(n.Table, func(c chain.Chair) bool {
		return c.Pays() == p || c.Player == p
	})
}

func (n *Night) Face(p chain.PlayerID) face.Face { return n.names.Face(p) }

func (n *Night) Lines() []Line {
	people := make([]chain.PlayerID, len(n.People))
	for i, p := range n.People {
		people[i] = p.ID
	}
	run := years.Begin(n.names, people, len(n.Deals))
	for _, row := range slices.Backward(n.Rows) {
		if row.Kind != chain.KindDeal && row.Kind != chain.KindPenalty {
			continue
		}
		if row.Deal != nil {
			run.Deal()
			for _, c := range row.Deal.Chairs {
				run.Took(c.Pays())
			}
		}
		for _, net := range row.Nets {
			run.Add(net.Player, net.Amount)
		}
	}
	return run
}

// Why lists the rows a person's total consists of, oldest first, with the total after each.
func (n *Night) Why(p chain.PlayerID) []WhyLine {
	return n.why(func(row *Row) (amount int64) {
		for _, net := range row.Nets {
			if net.Player == p {
				amount += net.Amount
			}
		}
		return amount
	})
}

// WhyBetween lists the rows that moved something between a person and another, as Why does.
func (n *Night) WhyBetween(p, other chain.PlayerID) []WhyLine {
	return n.why(func(row *Row) (amount int64) {
		for _, t := range row.Moves {
			switch {
			case t.From == other && t.To == p:
				amount += t.Amount
			case t.From == p && t.To == other:
				amount -= t.Amount
			}
		}
		return amount
	})
}

// why leaves out what settles nothing: payments there and then, and a carry once the night is closed. Before,
// that is what a parting took from a table.
func (n *Night) why(of func(*Row) int64) (out []WhyLine) {
	var sum int64
	for _, row := range slices.Backward(n.Rows) {
		paid := row.Kind == chain.KindPayment && n.Way.Kind().Go
		if amount := of(row); amount != 0 && (row.Kind != chain.KindCarry || n.Open) && !paid {
			sum += amount
			out = append(out, WhyLine{Row: row, Amount: amount, After: sum})
		}
	}
	return out
}

// SumsOf adds lines up by kind; kinds without a sum of their own count as carried.
func SumsOf(lines []WhyLine) (s Sums) {
	for _, l := range lines {
		switch l.Row.Kind {
		case chain.KindDeal:
			s.Deals += l.Amount
		case chain.KindPenalty:
			s.Penalties += l.Amount
		case chain.KindCost:
			s.Costs += l.Amount
		case chain.KindShare:
			s.Kitty += l.Amount
		case chain.KindRounding:
			s.Rounding += l.Amount
		case chain.KindPayment:
			s.Payments += l.Amount
		default:
			s.Carried += l.Amount
		}
	}
	return s
}
