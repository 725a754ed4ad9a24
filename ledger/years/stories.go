package years

// What is unusual in some figures, to be said in a few sentences before the figures themselves.
//
// A comparison holds somebody's share (of solos made, of evenings up) against that of the others, and says by
// how many standard errors the two are apart. Of all comparisons of a page those are worth telling of which
// chance alone explains one in ten at most (Benjamini and Hochberg, 1995). They are ordered by the same
// distance after the share was drawn towards the others', as if drawnBy more times had gone as with them: so
// few times say little. Records, which compare nobody, fill up.

import (
	"cmp"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// Topic is what a story is about.
type Topic uint8

// Comparisons, then records.
const (
	Made    Topic = iota + 1 // won, of somebody's calls of a kind
	Called                   // somebody's calls of a kind, of the deals they played
	Beat                     // failed, of the calls of a kind somebody was against
	Paired                   // won, of the calls two people had a part in
	Placed                   // won, of the calls from a place at the table
	EndedUp                  // evenings somebody ended above nothing, of those they sat at
	Revoked                  // revokes, of the deals played

	Ahead       // who has won most
	BestEvening // the best of anybody, or of one person
	BestDeal
	PaidMost  // between two people
	MadeInRow // the longest run of calls made
	EveningsUp
)

// Story is one of them: of a comparison both shares, of a record its amount.
type Story struct {
	Topic
	Call          rules.Call // of Made, Called, Beat
	Player, Other chain.PlayerID
	Names         []string // who it is about; of records all who share it
	Active, Place int      // of Placed
	Mine, Others  Rate
	Apart         float64 // in standard errors
	Unusual       float64 // the same, drawn towards the others: what stories are ordered by

	Amount int64
	Night  chain.NightID
	Deal   chain.DealID
	Date   string
}

const (
	// MostStories is how many are told; records fill up to LeastStories.
	MostStories, LeastStories = 5, 3

	// LeastCompared is how many deals somebody has played whose figures are compared.
	LeastCompared = 50

	drawnBy       = 10
	leastExpected = 5  // on either side of both shares, or the distance means nothing
	byChance      = .1 // how many of the comparisons worth telling chance may explain
	ofTopic       = 2  // stories of one topic
	ofPerson      = 2  // stories about one person on the circle's page
)

// compared holds one share against another; ok is false where there are too few to compare.
func (s Story) compared() (_ Story, ok bool) {
	mine, others := s.Mine, s.Others
	if mine.Of < Few || others.Of < Few {
		return s, false
	}
	all := Rate{mine.Won + others.Won, mine.Of + others.Of}
	n, m, p := float64(mine.Of), float64(others.Of), all.Share()
	if min(n, m)*min(p, 1-p) < leastExpected {
		return s, false
	}
	off := math.Sqrt(p * (1 - p) * (1/n + 1/m))
	s.Apart = math.Abs(mine.Share()-others.Share()) / off
	s.Unusual = s.Apart * n / (n + drawnBy)
	return s, true
}

// less is a rate without some of it.
func (r Rate) less(o Rate) Rate { return Rate{r.Won - o.Won, r.Of - o.Of} }

// comparisons collects what can be compared.
type comparisons []Story

func (c *comparisons) add(s Story) {
	if s, ok := s.compared(); ok {
		*c = append(*c, s)
	}
}

// chance is how likely two shares are to be so far apart where nothing but chance parts them.
func chance(apart float64) float64 { return math.Erfc(apart / math.Sqrt2) }

// worthTelling leaves those of which chance explains one in ten at most.
func (c comparisons) worthTelling() comparisons {
	far := make([]float64, len(c))
	for i := range c {
		far[i] = c[i].Apart
	}
	slices.Sort(far)
	for i, apart := range far { // it and all after it are the less likely
		if chance(apart) <= byChance*float64(len(far)-i)/float64(len(far)) {
			return slices.DeleteFunc(c, func(s Story) bool { return s.Apart < apart })
		}
	}
	return nil
}

// told are those worth telling, the most unusual first, no two about the same thing and so many about one
// person; records follow where there are few.
func (c comparisons) told(perPerson int, records []Story) []Story {
	var out []Story
	for _, s := range sorted(c.worthTelling(), func(a, b *Story) int {
		return cmp.Or(cmp.Compare(b.Unusual, a.Unusual), cmp.Compare(b.Apart, a.Apart))
	}) {
		if len(out) < MostStories && !s.toldBy(out, perPerson) {
			out = append(out, s)
		}
	}
	for _, s := range records {
		if len(out) < LeastStories && !slices.ContainsFunc(out, func(o Story) bool { return o.about(&s) }) {
			out = append(out, s)
		}
	}
	return out
}

// toldBy tells whether others say the same already, or enough of the person or the topic.
func (s *Story) toldBy(others []Story, perPerson int) bool {
	person, topic := 0, 0
	for i := range others {
		o := &others[i]
		if o.Topic == s.Topic && o.Call == s.Call {
			return true
		}
		if s.Player != 0 && o.Player == s.Player {
			person++
		}
		if o.Topic == s.Topic {
			topic++
		}
	}
	return person >= perPerson || topic >= ofTopic
}

// about tells whether a story and a record are of the same thing.
func (s *Story) about(record *Story) bool {
	return s.Topic == EndedUp && record.Topic == EveningsUp
}

// inPair tells whether two play a call together.
func inPair(c rules.Call) bool { return c.Biddable() && !c.Alone() && !c.Losing() }

// ofCall finds the figures of a call.
func ofCall(all []CallFigures, c rules.Call) CallFigures {
	for _, f := range all {
		if f.Call == c {
			return f
		}
	}
	return CallFigures{Call: c}
}

// inPairs is how often those who played together won.
func (o *Circle) inPairs() (all Rate) {
	for _, f := range o.Calls {
		if inPair(f.Call) {
			all.Won, all.Of = all.Won+f.Won, all.Of+f.Won+f.Lost
		}
	}
	return all
}

// inAll adds up everybody's standing.
func (o *Circle) inAll() (all PlayerStanding) {
	for _, p := range o.Standing {
		all.Deals, all.Nights, all.Up = all.Deals+p.Deals, all.Nights+p.Nights, all.Up+p.Up
		all.Revokes += p.Revokes
	}
	return all
}

// compare holds somebody's calls, evenings and revokes against those of everybody else.
func (o *Circle) compare(to *comparisons, p PlayerStanding, calls []CallFigures) {
	all, name := o.inAll(), []string{p.Name}
	for _, f := range o.Calls {
		if !f.Call.Biddable() {
			continue
		}
		s := Story{Topic: Made, Call: f.Call, Player: p.Player, Names: name}
		mine := ofCall(calls, f.Call)
		s.Mine, s.Others = mine.Rate(), f.Rate().less(mine.Rate())
		to.add(s)
		if !inPair(f.Call) {
			s.Topic, s.Mine = Called, Rate{mine.N, p.Deals}
			s.Others = Rate{f.N, all.Deals}.less(s.Mine)
			to.add(s)
		}
	}
	s := Story{Topic: EndedUp, Player: p.Player, Names: name, Mine: Rate{p.Up, p.Nights}}
	s.Others = Rate{all.Up, all.Nights}.less(s.Mine)
	to.add(s)
	s.Topic, s.Mine = Revoked, Rate{p.Revokes, p.Deals}
	s.Others = Rate{all.Revokes, all.Deals}.less(s.Mine)
	to.add(s)
}

// comparePlaces holds each place at a table of four or of three against the others there.
func comparePlaces(to *comparisons, seats []SeatFigures, who chain.PlayerID, names []string) {
	for _, f := range seats {
		s := Story{Topic: Placed, Player: who, Names: names, Active: f.Active, Place: f.Place, Mine: f.Rate()}
		for _, other := range seats {
			if other.Active == f.Active && other.Place != f.Place {
				s.Others = Rate{s.Others.Won + other.Won, s.Others.Of + other.Won + other.Lost}
			}
		}
		to.add(s)
	}
}

// Stories are what is unusual in the circle's figures. Of people it compares those it shows.
func (o *Circle) Stories() []Story { return o.compareAll().told(ofPerson, o.records()) }

func (o *Circle) compareAll() (to comparisons) {
	for _, p := range o.Shown {
		if p.Deals >= LeastCompared {
			o.compare(&to, p, o.Heat[p.Player])
		}
	}
	all := o.inPairs()
	for _, f := range o.Partners {
		to.add(Story{Topic: Paired, Player: f.A, Other: f.B, Names: []string{f.NameA, f.NameB}, Mine: f.Rate(),
			Others: all.less(f.Rate())})
	}
	comparePlaces(&to, o.Seats, 0, nil)
	return to
}

// records are what stands out of the circle's figures whatever the others have.
func (o *Circle) records() (out []Story) {
	if len(o.Standing) > 0 && o.Standing[0].Score > 0 {
		s := Story{Topic: Ahead, Player: o.Standing[0].Player, Amount: o.Standing[0].Score}
		for _, p := range o.Standing {
			if p.Score == s.Amount {
				s.Names = append(s.Names, p.Name)
			}
		}
		out = append(out, s)
	}
	if e := o.Best; e != nil && e.Score > 0 {
		out = append(out, Story{Topic: BestEvening, Player: e.Player, Amount: e.Score, Night: e.Night, Date: e.Date,
			Names: append([]string{e.Name}, e.Equals...)})
	}
	if d := o.BestDeal; d != nil {
		out = append(out, Story{Topic: BestDeal, Player: d.Player, Amount: d.Amount, Night: d.Night, Deal: d.Deal,
			Date: d.Date, Names: o.BestDealBy})
	}
	if r := o.Rivals; len(r) > 0 && r[0].Net() > 0 && (len(r) == 1 || r[1].Net() < r[0].Net()) {
		out = append(out, Story{Topic: PaidMost, Player: r[0].A, Other: r[0].B, Amount: r[0].Net(),
			Names: []string{r[0].NameA, r[0].NameB}})
	}
	return out
}

// Stories are what is unusual in one person's figures, held against those of the circle in the same evenings;
// without the circle's, only what can be held against the person's own.
func (p *Person) Stories(circle *Circle) []Story {
	return p.compareAll(circle).told(MostStories, p.records())
}

func (p *Person) compareAll(circle *Circle) (to comparisons) {
	if p.Deals >= LeastCompared {
		names := []string{p.Player.Name}
		if circle != nil {
			me := PlayerStanding{Player: p.Player.ID, Name: p.Player.Name, Deals: p.Deals, Nights: p.Nights, Up: p.Up,
				Revokes: p.Revokes}
			circle.compare(&to, me, p.Called)
			circle.compareAgainst(&to, p)
		}
		comparePlaces(&to, p.Seats, p.Player.ID, names)
		var all Rate
		for _, f := range p.Pairs {
			all.Won, all.Of = all.Won+f.Won, all.Of+f.Won+f.Lost
		}
		for _, f := range p.Pairs[:min(len(p.Pairs), PairsShown)] {
			to.add(Story{Topic: Paired, Player: f.A, Other: f.B, Names: []string{f.NameA, f.NameB}, Mine: f.Rate(),
				Others: all.less(f.Rate())})
		}
	}
	return to
}

// compareAgainst holds how often calls failed with somebody against them against how often all others did.
func (o *Circle) compareAgainst(to *comparisons, p *Person) {
	for _, f := range p.Against {
		of := ofCall(o.Calls, f.Call)
		failed := Rate{of.Lost, of.Won + of.Lost}
		to.add(Story{Topic: Beat, Call: f.Call, Player: p.Player.ID, Names: []string{p.Player.Name}, Mine: f.Rate(),
			Others: failed.less(f.Rate())})
	}
}

// leastRun is from how many in a row on a run is told.
const leastRun = 3

func (p *Person) records() (out []Story) {
	one := Story{Player: p.Player.ID, Names: []string{p.Player.Name}}
	if p.Nights > 1 {
		s := one
		s.Topic, s.Mine = EveningsUp, Rate{p.Up, p.Nights}
		out = append(out, s)
	}
	if e := p.Best; e != nil && e.Score > 0 {
		s := one
		s.Topic, s.Amount, s.Night, s.Date = BestEvening, e.Score, e.Night, e.Date
		out = append(out, s)
	}
	if p.WonInARow >= leastRun {
		s := one
		s.Topic, s.Amount = MadeInRow, int64(p.WonInARow)
		out = append(out, s)
	}
	if d := p.BestDeal; d != nil {
		s := one
		s.Topic, s.Amount, s.Night, s.Deal, s.Date = BestDeal, d.Amount, d.Night, d.Deal, d.Date
		out = append(out, s)
	}
	return out
}
