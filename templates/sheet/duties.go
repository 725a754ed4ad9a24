package sheet

import (
	"strconv"
	"strings"

	"ouverte/ledger"
	"ouverte/rules"
	"ouverte/templates"
)

// Duty is one of the things done before the deal: "Dan" "deals".
type Duty struct {
	Who, What string
	Suit      string // a suit to show after the words
	Red       bool
	Law       templates.Word // where the laws speak of it
}

// Coming are the duties of the coming deal, and what was agreed of the last round.
func Coming(n *ledger.Night) []Duty {
	out := DutiesOf(n.Duties, NamesOf(n, n.Table))
	if last := templates.LastRoundWords(n); last != "" {
		out = append(out, Duty{What: last})
	}
	return out
}

// DutiesOf puts what is to be done before a deal into few words (RULES.md §8).
func DutiesOf(d rules.Duties, names []string) []Duty {
	name := func(s rules.Seat) string { return names[s-1] }
	deals := Duty{Who: name(d.Dealer), What: "shuffles and deals", Law: "shuffling"}
	if d.Shuffler == 0 {
		deals.What = "gathers and deals, no shuffling"
	} else if d.Shuffler != d.Dealer {
		deals.What, deals.Law = "deals", "deal"
	}
	out := []Duty{deals}
	if d.Shuffler != 0 && d.Shuffler != d.Dealer {
		out = append(out, Duty{Who: name(d.Shuffler), What: "shuffles", Law: "shuffling"})
	}
	out = append(out, Duty{Who: name(d.Cutter), What: "cuts", Law: "shuffling"})
	packets := make([]string, len(d.Packets))
	for i, p := range d.Packets {
		packets[i] = strconv.Itoa(p)
	}
	by, law := strings.Join(packets, "-"), templates.Word("packets")
	if d.Goulash {
		by, law = by+", a goulash", "goulash"
	}
	if by != "" {
		out = append(out, Duty{What: by, Law: law})
	}
	out = append(out, Duty{Who: name(d.Leader), What: "leads", Law: "play"})
	if d.Sitter != 0 {
		out = append(out, Duty{Who: name(d.Sitter), What: "rests", Law: "five"})
	}
	trumps := Duty{What: "Trumps: " + d.Trumps, Law: "trumps"}
	if s := d.CycleTrumps; s != rules.NoTrumps {
		trumps.Suit, trumps.Red = s.Sign(), s.Red()
	}
	return append(out, trumps)
}
