package ledger

// From the fold of a night to the snapshot its pages show.

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// show makes the snapshot of the night. holds is what belongs to the kitty over all nights.
func (n *fold) show(names *people.Roster, holds int64) *Night {
	s := &Night{
		ID: n.id, Name: n.name, Date: n.date, Money: n.money(), House: n.house, Stakes: n.stakes,
		Scale: n.scale, Words: n.wordsIn(names),
		Auction: n.auction, Agree: n.agree, Phones: n.phones, Origin: n.origin, Open: n.closed == nil,
		Started: time.UnixMilli(n.started), Version: n.version,
		Table: slices.Clone(n.chairs), Nth: n.count + 1,
		Kitty: KittyTonight{Sum: n.sum(Kitty), Holds: holds}, Evening: n.evening,
		names: names,
	}
	if n.closed != nil {
		s.Seal, s.Closed = n.closed.Hash.Seal(), n.closed.Time()
	}
	if n.hub != nil {
		return n.showHub(s)
	}
	s.Dealer, s.Doubt = chain.SeatOf(n.chairs, n.due()), n.doubt()
	s.Past = n.past()
	s.Duties = rules.DutiesOf(n.stakes, len(n.chairs), s.Dealer, s.Past)
	for _, p := range n.people {
		person := Person{ID: p, Name: names.Name(p), Face: names.Face(p), Seat: chain.SeatOf(n.chairs, p),
			Sum: n.sum(p)}
		if person.Seat != 0 {
			person.For = n.chairs[person.Seat-1].Account
		}
		s.People = append(s.People, person)
	}
	s.Rows = n.rows(names)
	s.Deals = make([]*Dealt, 0, n.count)
	for _, r := range s.Rows {
		if r.Deal != nil {
			s.Deals = append(s.Deals, r.Deal)
		}
	}
	s.Removed = n.removed(names)
	s.Fair, s.FairAlike = n.fair(s.Dealer)
	if n.lastOn {
		s.Last = &LastRound{Left: n.lastAt - n.count}
		s.Last.Alike = s.FairAlike && slices.ContainsFunc(s.Fair, func(more int) bool {
			return s.Last.Left >= more && (s.Last.Left-more)%len(n.chairs) == 0
		})
	}
	return s
}

// removed lists the deals that were removed and can be put back.
func (n *fold) removed(names *people.Roster) []*Dealt {
	var out []*Dealt
	when := map[DealID]EntryID{}
	nth := 1
	for _, d := range n.order {
		if d.standing != nil {
			nth++
			continue
		}
		removal := d.versions[len(d.versions)-1]
		shown := d.show(removal, nth, names)
		shown.Version = removal.entry.Reverses
		out, when[d.id] = append(out, shown), removal.entry.Seq
	}
	slices.SortFunc(out, func(a, b *Dealt) int { return cmp.Compare(when[b.ID], when[a.ID]) })
	return out
}

// past is what the duties must know of the deals before.
func (n *fold) past() []rules.Past {
	out := make([]rules.Past, 0, n.count)
	for _, d := range n.order {
		if d.standing != nil {
			out = append(out, rules.Past{Call: d.standing.deal.Call})
		}
	}
	return out
}

// show makes a deal as it stands, or as the version says.
func (d *dealState) show(t *version, nth int, names *people.Roster) *Dealt {
	first := d.versions[0].entry
	out := &Dealt{
		ID: d.id, Version: t.entry.Seq, Nth: nth, Chairs: t.chairs, Deal: t.deal, Result: t.result,
		Auction: t.auction, Note: d.note(),
		At: first.Time(), Device: first.Device, Inserted: d.inserted,
		Names: names.Names(t.chairs), Nets: netsOf(names, t.chairs, &t.result),
	}
	was := d.versions[0]
	for _, v := range d.versions[1:] {
		if v.removal {
			continue
		}
		// taken back and put back, it is what it was
		if v.deal != was.deal || !slices.Equal(v.chairs, was.chairs) {
			out.Changed++
		}
		was = v
	}
	if d.agreed.Version == t.entry.Seq {
		out.Agreed = Agreement{State: Disputed, By: d.agreed.By, Name: names.Name(d.agreed.By),
			Reason: d.agreed.Reason}
		if d.agreed.Agreed {
			out.Agreed.State = Agreed
		}
	}
	return out
}

// shownDeal is the row of a standing deal as it was last shown, with what it followed from.
type shownDeal struct {
	Row
	of       *version
	nth      int
	versions int
	agreed   chain.Agree
	words    rules.Words
}

// shown gives the row of a standing deal. Most rows of a night are as they were before the latest deal, so
// the fold keeps each for as long as it would come out the same.
func (n *fold) shown(names *people.Roster, d *dealState, nth int) *Row {
	t, words := d.standing, n.wordsIn(names)
	k := d.shown
	if k == nil || k.of != t || k.nth != nth || k.versions != len(d.versions) || k.agreed != d.agreed ||
		k.Deal.Note != d.note() || !maps.Equal(k.words, words) || !k.named(names) {
		deal := d.show(t, nth, names)
		k = &shownDeal{of: t, nth: nth, versions: len(d.versions), agreed: d.agreed, words: words, Row: Row{
			Entry: deal.Version, Kind: chain.KindDeal, At: deal.At, Device: deal.Device, Deal: deal, Reason: t.reason,
			Text: n.dealText(names, t),
			Nets: n.nets(names, t.entry.Transfers), Moves: n.knownMoves(t.entry.Transfers),
		}}
		d.shown = k
	}
	return &k.Row
}

// named tells whether everybody in the row still has the name it says.
func (k *shownDeal) named(names *people.Roster) bool {
	for i, c := range k.Deal.Chairs {
		if names.Name(c.Player) != k.Deal.Names[i] || names.Name(c.Pays()) != k.Deal.Nets[i].Name {
			return false
		}
	}
	said := &k.Deal.Agreed
	return said.State == NotAgreed || names.Name(said.By) == said.Name
}

// netsOf is what a deal brought each chair's account.
func netsOf(names *people.Roster, chairs []Chair, r *rules.Result) []Net {
	out := make([]Net, len(chairs))
	for i, c := range chairs {
		out[i] = Net{Player: c.Pays(), Name: names.Name(c.Pays()), Amount: r.Net[i+1]}
	}
	return out
}

// fair finds after how many more deals everybody at the table has dealt alike, and at five sat out alike,
// counted from when just these sat together. A substitute counts as whose account it is. It returns the next
// two such moments; 0 is now. If that can't come out because dealers were set or seats changed, it returns
// full rounds.
func (n *fold) fair(next rules.Seat) (fair []int, comesOut bool) {
	seats := len(n.chairs)
	place := map[PlayerID]int{}
	for i, c := range n.chairs {
		place[c.Pays()] = i
	}
	dealt, out := make([]int, seats), make([]int, seats)
	count := func(chairs []Chair, dealer int) bool {
		rests := chairs[(dealer+len(chairs)-1)%len(chairs)].Pays() // on the dealer's right
		for _, c := range chairs {
			if _, here := place[c.Pays()]; !here || len(chairs) != seats {
				return false
			}
		}
		dealt[place[chairs[dealer].Pays()]]++
		if seats > 4 {
			out[place[rests]]++
		}
		return true
	}
	for _, d := range slices.Backward(n.stand()) {
		if !count(d.standing.chairs, int(d.standing.deal.Dealer)-1) {
			break
		}
	}
	alike := func(counts []int) bool { return slices.Min(counts) == slices.Max(counts) }
	for more, dealer := 0, int(next)-1; more <= 3*seats && len(fair) < 2; more++ {
		if alike(dealt) && alike(out) && dealt[0] > 0 {
			fair = append(fair, more)
		}
		count(n.chairs, dealer)
		dealer = (dealer + 1) % seats
	}
	if len(fair) == 0 {
		return []int{seats, 2 * seats}, false
	}
	return fair, true
}

// rows lists everything that happened, newest first: deals in their order, the rest in its place between
// them.
func (n *fold) rows(names *people.Roster) []*Row {
	type placed struct {
		at  EntryID
		row *Row
	}
	var all []placed
	var at EntryID
	for i, d := range n.stand() {
		if !d.inserted {
			at = max(at, EntryID(d.id))
		}
		all = append(all, placed{at, n.shown(names, d, i+1)})
	}
	for _, h := range n.others {
		if row, ok := n.row(names, h); ok {
			all = append(all, placed{h.entry.Seq, &row})
		}
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.at, b.at) })
	out := make([]*Row, len(all))
	for i := range all {
		out[len(all)-1-i] = all[i].row
	}
	return out
}

// row shows an entry that isn't a deal; ok is false for those that only say something about one.
func (n *fold) row(names *people.Roster, h *happening) (row Row, ok bool) {
	switch h.entry.Kind {
	case chain.KindAgree, chain.KindOrder, chain.KindNote:
		return Row{}, false
	}
	row = Row{Entry: h.entry.Seq, Kind: h.entry.Kind, At: h.entry.Time(), Device: h.entry.Device, Why: h.why}
	row.Text, row.Reason = names.Tell(n.money(), h.entry.Kind, h.body)
	if b, ok := h.body.(*chain.Payment); ok {
		row.Paid = &Payment{From: n.who(b.From), To: n.who(b.To), Amount: b.Amount}
	}
	if b, ok := h.body.(*chain.Penalty); ok {
		row.As = b.As
	}
	if b, ok := h.body.(*chain.Rounding); ok {
		row.Coin = b.Coin
	}
	if b, ok := h.body.(*chain.Debts); ok {
		for _, d := range b.Debts {
			row.Debts = append(row.Debts, Debt{From: n.who(d.From), To: n.who(d.To), Amount: d.Amount})
		}
	}
	if b, ok := h.body.(*chain.Handed); ok && h.entry.Kind == chain.KindTake {
		row.Table = b.Night
	}
	if h.undone != nil {
		row.Undone = h.undone.Seq
		return row, true
	}
	row.Nets, row.Moves = n.nets(names, h.entry.Transfers), n.knownMoves(h.entry.Transfers)
	return row, true
}

// knownMoves returns the transfers that fall into the night, with players resolved.
func (n *fold) knownMoves(transfers []Transfer) []Transfer {
	var out []Transfer
	for _, t := range transfers {
		t.From, t.To = n.who(t.From), n.who(t.To)
		if t.Night == n.id && t.From != t.To {
			out = append(out, t)
		}
	}
	return out
}

// nets sums transfers by account, without zeros, players in the order of the night and the kitty last.
func (n *fold) nets(names *people.Roster, transfers []Transfer) []Net {
	sums := map[PlayerID]int64{}
	for _, t := range n.knownMoves(transfers) {
		sums[t.From] -= t.Amount
		sums[t.To] += t.Amount
	}
	var out []Net
	for _, p := range append(slices.Clone(n.people), Kitty) {
		if sums[p] != 0 {
			out = append(out, Net{Player: p, Name: names.Name(p), Amount: sums[p]})
		}
	}
	return out
}

// rowsSince returns the rows written after an entry, newest first.
func (n *fold) rowsSince(names *people.Roster, saw EntryID) []*Row {
	return slices.DeleteFunc(n.rows(names), func(r *Row) bool { return r.Entry <= saw && r.Undone <= saw })
}

// PlayerName finds the name of an account; the kitty's is "the kitty".
func (n *Night) PlayerName(p PlayerID) string { return n.names.Name(p) }

// SeatNames are the names by seat, for rules.Explain and notation.Parse.
func (n *Night) SeatNames() []string { return n.names.Names(n.Table) }

// Telling is a deal of the night, ready to be put in words.
func (n *Night) Telling(d *Dealt) rules.Telling {
	return rules.Telling{House: n.Stakes, Deal: &d.Deal, Result: &d.Result, Names: d.Names, Words: n.Words}
}

// Deal finds a standing deal.
func (n *Night) Deal(id DealID) (*Dealt, bool) {
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

// Owed is what is to be settled tonight: everybody's total and last the kitty's, unless zero. It adds up to
// zero.
func (n *Night) Owed() []Net {
	var out []Net
	for _, p := range n.People {
		out = append(out, Net{Player: p.ID, Name: p.Name, Amount: p.Sum.Total()})
	}
	if total := n.Kitty.Sum.Total(); total != 0 {
		out = append(out, Net{Player: Kitty, Name: n.PlayerName(Kitty), Amount: total})
	}
	return out
}

// Between is what each pair owes one another by what passed between the two: From owes To.
func (n *Night) Between() []Transfer {
	type pair struct{ a, b PlayerID }
	sums := map[pair]int64{}
	var pairs []pair
	for i := range n.Rows {
		for _, t := range n.Rows[i].Moves {
			p, amount := pair{t.From, t.To}, t.Amount
			if p.a > p.b {
				p, amount = pair{t.To, t.From}, -amount
			}
			if _, seen := sums[p]; !seen {
				pairs = append(pairs, p)
			}
			sums[p] += amount
		}
	}
	slices.SortFunc(pairs, func(x, y pair) int {
		return cmp.Or(cmp.Compare(x.a, y.a),
			cmp.Compare(x.b, y.b))
	})
	var out []Transfer
	for _, p := range pairs {
		switch amount := sums[p]; {
		case amount > 0:
			out = append(out, Transfer{Night: n.ID, Money: n.Money, From: p.a, To: p.b, Amount: amount})
		case amount < 0:
			out = append(out, Transfer{Night: n.ID, Money: n.Money, From: p.b, To: p.a, Amount: -amount})
		}
	}
	return out
}

// Opposed tells whether somebody played this deal on the other side: only they agree its result.
func (d *Dealt) Opposed(p PlayerID) bool {
	seat := chain.SeatOf(d.Chairs, p)
	return seat != 0 && seat != d.Deal.Sitter() && seat != d.Deal.Caller && seat != d.Deal.Partner &&
		d.Deal.Call != rules.Passed && d.Deal.Call != rules.Void
}

// Face is the face of somebody by an id they had that night.
func (n *Night) Face(p PlayerID) face.Face { return n.names.Face(p) }

// Lines returns the running lines of all people, in the order of People.
func (n *Night) Lines() []Line {
	out := make([]Line, len(n.People))
	index := map[PlayerID]int{}
	for i, p := range n.People {
		out[i] = Line{Player: p.ID, Name: p.Name, Face: p.Face, Points: make([]int64, 1, len(n.Deals)+1),
			Here: make([]bool, 0, len(n.Deals))}
		index[p.ID] = i
	}
	now := make([]int64, len(n.People))
	for _, row := range slices.Backward(n.Rows) {
		if row.Kind != chain.KindDeal && row.Kind != chain.KindPenalty {
			continue
		}
		for _, net := range row.Nets {
			if at, ok := index[net.Player]; ok {
				now[at] += net.Amount
			}
		}
		if row.Kind == chain.KindPenalty { // it shows from the point after the deal before it
			for at := range out {
				out[at].Points[len(out[at].Points)-1] = now[at]
			}
			continue
		}
		for at := range out {
			out[at].Points = append(out[at].Points, now[at])
			out[at].Here = append(out[at].Here, false)
		}
		for _, c := range row.Deal.Chairs {
			if at, ok := index[c.Pays()]; ok {
				out[at].Here[len(out[at].Here)-1] = true
			}
		}
	}
	return out
}

// Why lists the rows a person's total consists of, oldest first, with the total after each.
func (n *Night) Why(p PlayerID) []WhyLine {
	var out []WhyLine
	var sum int64
	for _, row := range slices.Backward(n.Rows) {
		for _, net := range row.Nets {
			if net.Player == p {
				sum += net.Amount
				out = append(out, WhyLine{Row: row, Amount: net.Amount, After: sum})
			}
		}
	}
	return out
}

// dealText is the deal in one line: "Ann makes solo, two over: 8d. from each".
func (n *fold) dealText(names *people.Roster, t *version) string {
	return rules.Explain(n.stakes, &t.deal, &t.result, names.Names(t.chairs), n.wordsIn(names)).Sentence()
}
