package sheet

import (
	"strings"

	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/laws"
	"ouverte/templates/say"
)

// Duty is one of the things done before the deal: "Dan" "deals".
type Duty struct {
	Who, What string
	Rest      string // more words, for which a phone has no room
	Suit      string // a suit to show after the words
	Red       bool
	Law       say.Word // where the laws speak of it
	Room      string   // what may stand here before another deal, a line each: it keeps its width
	Tight     string   // the same without Rest, if there is any
}

// Coming is one line for those who look on: what the table has to know, who deals, leads and rests, and the
// agreed last round. Once that is played, nobody deals.
func Coming(n *show.Night) []Duty {
	if n.LastPlayed() {
		return []Duty{{What: say.LastRoundWords(n)}}
	}
	d, names := n.Duties, n.SeatNames()
	out := append(Beforehand(n.Stakes, d), Duty{Who: names[d.Dealer-1], What: "deals"},
		Duty{Who: names[d.Leader-1], What: "leads"})
	if d.Sitter != 0 {
		out = append(out, Duty{Who: names[d.Sitter-1], What: "rests"})
	}
	if last := say.LastRoundWords(n); last != "" {
		out = append(out, Duty{What: last})
	}
	return out
}

// DutiesOf puts what is to be done before a deal into few words, in the order of RULES.md §8.
func DutiesOf(d rules.Duties, names []string) []Duty {
	name := func(s rules.Seat) string { return names[s-1] }
	deals := Duty{Who: name(d.Dealer), What: "shuffles and deals", Law: "shuffling"}
	if d.Shuffler == 0 {
		deals.What = "gathers and deals, no shuffling"
	} else if d.Shuffler != d.Dealer {
		deals.What, deals.Law = "deals", "deal"
	}
	out := append(make([]Duty, 0, 8), deals)
	if d.Sitter != 0 {
		out = append(out, Duty{Who: name(d.Sitter), What: "rests", Law: "five"})
	}
	if d.Shuffler != 0 && d.Shuffler != d.Dealer {
		out = append(out, Duty{
			Who: name(d.Shuffler), What: "shuffles", Rest: ", and the dealer may too", Law: "shuffling",
		})
	}
	out = append(out, Duty{Who: name(d.Cutter), What: "cuts", Law: "shuffling"})
	packets := Duty{What: "Cards dealt " + d.Packets.Words(), Law: "packets"}
	if d.Goulash {
		packets.What, packets.Law = packets.What+", a goulash", "goulash"
	}
	out = append(out, packets)
	trumps := Duty{What: "Trumps: " + d.Trumps, Law: "trumps"}
	if s := d.CycleTrumps; s != rules.NoTrumps {
		trumps.Suit, trumps.Red = s.Symbol(), s.Red()
	}
	out = append(out, trumps)
	if short := shortWords[d.Short]; short != "" {
		out = append(out, Duty{What: short, Law: "three"})
	}
	out = append(out, Duty{Who: name(d.Leader), What: "leads", Law: "play"})
	for i := range out {
		if out[i].Who != "" {
			what := " " + out[i].What
			lines := func(what string) string { return strings.Join(names, what+"\n") + what }
			out[i].Room = lines(what + out[i].Rest)
			if out[i].Rest != "" {
				out[i].Tight = lines(what)
			}
		}
	}
	return out
}

// Beforehand is what a table must know before the first card and doesn't see lying there: trumps that nobody
// turned up, cards left as they fell, an open fourth hand. A house always has the same lines of the same
// width.
func Beforehand(h *rules.House, d rules.Duties) (out []Duty) {
	switch turn, now := h.Turn(), d.CycleTrumps; {
	case now == rules.NoTrumps:
		out = append(out, Duty{What: areTrumps(now), Room: each(turn)})
	case turn != nil:
		out = append(out, Duty{What: areTrumps(now), Suit: now.Symbol(), Red: now.Red(), Room: each(turn)})
	case h.TurnsTrumps() && h.Trumps == rules.TrumpsSecondPack:
		out = append(out, Duty{What: "Trumps from the second pack"})
	}
	if h.Shuffle != rules.ShuffleAlways || h.AllPass == rules.Goulash {
		const asFell, mixed, goulash = "not shuffled", "shuffled", "goulash: 5, 3, 5"
		cards := Duty{What: mixed, Room: goulash + "\n" + asFell}
		switch {
		case d.Goulash:
			cards.What = goulash
		case d.Shuffler == 0:
			cards.What = asFell
		}
		out = append(out, cards)
	}
	if d.Short == rules.ShortDummy {
		out = append(out, Duty{What: "fourth hand open"})
	}
	return out
}

// each is all that may be trumps, a line each.
func each(turn []rules.Suit) string { return strings.Join(laws.Each(turn, areTrumps), "\n") }

// areTrumps says which suit is trumps: "Hearts are trumps", "No trumps".
func areTrumps(s rules.Suit) string {
	if s == rules.NoTrumps {
		return "No trumps"
	}
	return english.Capital(s.Name()) + " are trumps"
}

// shortWords say what three at the table do about the pack.
var shortWords = map[rules.Short]string{
	rules.ShortStrip: "Twos, threes and fours out", rules.ShortDropSuit: "One suit out",
	rules.ShortDummy: "Fourth hand laid open",
}
