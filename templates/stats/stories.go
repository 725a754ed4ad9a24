package stats

// What is unusual in a page's figures, in a few sentences above them.

import (
	"fmt"
	"math"
	"slices"

	"ouverte/ledger"
	"ouverte/ledger/face"
	"ouverte/ledger/years"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Sentence is one of them, where its figure stands, and the faces of those it names; on somebody's own page,
// which has theirs at its head, of the others.
type Sentence struct {
	Text, Href string
	Faces      []face.Face
}

// storyWords tell stories on a page: the circle's, or a person's own.
type storyWords struct {
	m   moneyOf
	own bool
	at  Address
	// faces are those of the people a story names
	faces func(*ledger.Story) []face.Face
}

func (w storyWords) all(stories []ledger.Story) []Sentence {
	out := make([]Sentence, len(stories))
	for i := range stories {
		s := &stories[i]
		out[i] = Sentence{english.Stop(w.tell(s)), w.place(s), w.faces(s)}
	}
	return out
}

// CircleSentences are those of the circle's page.
func CircleSentences(b *ledger.CircleBook, names rules.Words, at Address) []Sentence {
	faces := func(s *ledger.Story) []face.Face {
		all := facesIn(b.Standing, s.Names)
		if s.Topic == years.PaidMost { // whose sentence names the payer first
			slices.Reverse(all)
		}
		return all
	}
	return storyWords{m: moneyOf{b.Money, names}, at: at, faces: faces}.all(b.Stories())
}

// PlayerSentences are those of a person's page; circle may be nil.
func PlayerSentences(b *ledger.PlayerBook, circle *ledger.CircleBook, names rules.Words) []Sentence {
	faces := func(s *ledger.Story) (out []face.Face) {
		for _, f := range b.Pairs {
			if s.Topic == years.Paired && f.B == s.Other {
				out = append(out, f.FaceB)
			}
		}
		return out
	}
	return storyWords{m: moneyOf{b.Money, names}, own: true, faces: faces}.all(b.Stories(circle))
}

// tell makes the sentence, without its full stop.
func (w storyWords) tell(s *ledger.Story) string {
	who, others := english.List(s.Names), outOf(s.Others)
	switch s.Topic {
	case years.Made, years.Called, years.Beat:
		return w.tellCall(s)
	case years.Paired:
		won := fmt.Sprintf("%s %s", ofSo(s.Mine), w.several(rules.Prop, s.Mine.Of))
		if w.own {
			return fmt.Sprintf("With %s, %s has won %s; with others, %s", s.Names[1], s.Names[0], won, others)
		}
		return fmt.Sprintf("%s have won %s together; all other pairs win %s", who, won, others)
	case years.Placed:
		place := english.Small(placeName(ledger.SeatFigures{Active: s.Active, Place: s.Place}))
		if s.Active == 3 {
			place += " of three"
		}
		if w.own {
			return fmt.Sprintf("As %s, %s has made %s calls; from other places, %s", place, who, ofSo(s.Mine), others)
		}
		return fmt.Sprintf("Callers who sat as %s made %s calls; the others make %s", place, ofSo(s.Mine), others)
	case years.EndedUp:
		return fmt.Sprintf("%s was up after %s evenings; the others were after %s", who, ofSo(s.Mine), others)
	case years.Revoked:
		did := fmt.Sprintf("has revoked %s in %s", english.Times(s.Mine.Won), times(s.Mine.Of, "deal"))
		if s.Mine.Won == 0 {
			did = "has not revoked once in " + times(s.Mine.Of, "deal")
		}
		return fmt.Sprintf("%s %s; the others did %s", who, did, often(s.Others))
	}
	return w.tellRecord(s)
}

func (w storyWords) tellCall(s *ledger.Story) string {
	who, several := s.Names[0], w.several(s.Call, s.Mine.Of)
	switch {
	case s.Topic == years.Called:
		if s.Mine.Won == 0 {
			return fmt.Sprintf("%s has never called %s in %s; the others do it %s", who, w.m.Names.One(s.Call),
				times(s.Mine.Of, "deal"), often(s.Others))
		}
		return fmt.Sprintf("%s has called %s %s in %s; the others do it %s", who, w.m.Names.One(s.Call),
			timesWords(s.Mine.Won), times(s.Mine.Of, "deal"), often(s.Others))
	case s.Topic == years.Beat:
		return fmt.Sprintf("Called against %s, %s %s failed; of all the others, %s", who, ofSo(s.Mine), several,
			outOf(s.Others))
	case s.Call == rules.Prop && w.own:
		return fmt.Sprintf("Of the %s %s made, %s were won; of the others’, %s", w.several(s.Call, 2), who,
			ofSo(s.Mine), outOf(s.Others))
	case s.Call == rules.Prop:
		return fmt.Sprintf("%s has won %s %s, made or accepted; the others win %s", who, ofSo(s.Mine), several,
			outOf(s.Others))
	}
	return fmt.Sprintf("%s has made %s %s; the others make %s", who, ofSo(s.Mine), several, outOf(s.Others))
}

func (w storyWords) tellRecord(s *ledger.Story) string {
	who := english.List(s.Names)
	one := len(s.Names)
	switch s.Topic {
	case years.Ahead:
		won := w.m.Signed(s.Amount)
		if one > 1 {
			return fmt.Sprintf("%s lead together, each with %s", who, won)
		}
		return fmt.Sprintf("%s leads, with %s", who, won)
	case years.BestEvening:
		if w.own {
			return fmt.Sprintf("%s’s best evening was %s: %s", who, templates.Day(s.Date), w.m.Signed(s.Amount))
		}
		return fmt.Sprintf("The best evening anybody had was %s on %s: %s", hers(s.Names), templates.Day(s.Date),
			w.m.Signed(s.Amount))
	case years.BestDeal:
		if w.own {
			return fmt.Sprintf("The deal that brought %s most was on %s: %s", who, templates.Day(s.Date),
				w.m.Signed(s.Amount))
		}
		return fmt.Sprintf("The deal that brought most was on %s: %s for %s", templates.Day(s.Date),
			w.m.Signed(s.Amount), who)
	case years.PaidMost:
		return fmt.Sprintf("Nobody has paid anybody more than %s to %s: %s in the end", s.Names[1], s.Names[0],
			w.m.Words(s.Amount))
	case years.MadeInRow:
		return fmt.Sprintf("%s once made %s calls in a row", who, english.Number(s.Amount))
	}
	return fmt.Sprintf("%s was up after %s evenings", who, ofSo(s.Mine))
}

// hers is the possessive of some names: "Ann’s", "Ann’s and Bob’s".
func hers(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n + "’s"
	}
	return english.List(out)
}

// several are so many of a call. Of a circle's own name nobody knows the plural.
func (w storyWords) several(c rules.Call, n int64) string {
	if w.m.Names[c] != "" {
		return "calls of " + w.m.Names.Noun(c)
	}
	return english.Plural(n, w.m.Names.Noun(c))
}

// ofSo is "87 of 100".
func ofSo(r ledger.Rate) string { return thousands(r.Won) + " of " + thousands(r.Of) }

// timesWords is "once", "twice", "31 times".
func timesWords(n int64) string {
	if n < 14 {
		return english.Times(n)
	}
	return times(n, "time")
}

// outOf is a share in plain words: "61 in a hundred", "4 in a thousand".
func outOf(r ledger.Rate) string {
	n, of := inRound(r)
	switch {
	case r.Won == 0:
		return "none"
	case r.Won == r.Of:
		return "all"
	}
	return n + " in a " + of
}

// often is the same of something that is done: "3 times in a hundred", "never".
func often(r ledger.Rate) string {
	n, of := inRound(r)
	switch {
	case r.Won == 0:
		return "never"
	case n == "1":
		return "once in a " + of
	}
	return n + " times in a " + of
}

// inRound is a share of a hundred, or of a thousand where that says too little.
func inRound(r ledger.Rate) (n, of string) {
	share := r.Share()
	if hundred := math.Round(share * 100); hundred >= 2 && hundred <= 98 {
		return thousands(int64(hundred)), "hundred"
	}
	thousand := max(1, min(999, math.Round(share*1000)))
	return thousands(int64(thousand)), "thousand"
}

// place is where the figure of a story stands.
func (w storyWords) place(s *ledger.Story) string {
	switch s.Topic {
	case years.Made, years.Called:
		if w.own {
			if s.Topic == years.Called && s.Mine.Won == 0 {
				return "#calls"
			}
			return "#" + calledID(s.Call)
		}
		return "#" + heatID(s.Player, s.Call)
	case years.Beat:
		return "#" + againstID(s.Call)
	case years.Paired:
		if w.own {
			return "#" + withID(s.Other)
		}
		return "#" + pairID("pair", s.Player, s.Other)
	case years.PaidMost:
		return "#" + pairID("paid", s.Player, s.Other)
	case years.Placed:
		return "#" + seatID(ledger.SeatFigures{Active: s.Active, Place: s.Place})
	case years.EndedUp, years.EveningsUp:
		if w.own {
			return "#evenings"
		}
		return "#" + standingID(s.Player)
	case years.Revoked:
		if w.own {
			return "#revokes"
		}
		return w.at(templates.PlayerPath(s.Player)) + "#revokes"
	case years.MadeInRow:
		return "#in-a-row"
	case years.BestEvening:
		return templates.NightPath(s.Night)
	case years.BestDeal:
		return templates.DealPath(s.Night, s.Deal)
	}
	return "#" + standingID(s.Player)
}

// The ids of the places.

func heatID(p ledger.PlayerID, c rules.Call) string {
	return "heat-" + templates.PlayerNo(p) + "-" + c.String()
}

func calledID(c rules.Call) string { return "called-" + c.String() }

func againstID(c rules.Call) string { return "against-" + c.String() }

func withID(p ledger.PlayerID) string { return "with-" + templates.PlayerNo(p) }

func standingID(p ledger.PlayerID) string { return "standing-" + templates.PlayerNo(p) }

func pairID(what string, a, b ledger.PlayerID) string {
	return what + "-" + templates.PlayerNo(a) + "-" + templates.PlayerNo(b)
}

func seatID(f ledger.SeatFigures) string { return fmt.Sprintf("seat-%d-%d", f.Active, f.Place) }

func playedID(c rules.Call) string { return "played-" + c.String() }

func joinedID(c rules.Call) string { return "joined-" + c.String() }
