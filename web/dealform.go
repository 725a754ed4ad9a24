package web

// The form of a deal as the browser sends it, and the deal it says. Forms that record or correct a deal embed
// dealFields.

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

// dealFields are the answers. Fields that the call doesn't have are ignored: a browser without a script also
// sends earlier taps.
type dealFields struct {
	Nth     int    `form:"nth" validate:"min=0,max=1000000" label:"The number of the deal"`
	Players string `form:"players" validate:"max=120" label:"The table"`
	Began   int64  `form:"began" validate:"min=0" label:"The evening"`
	Round   int    `form:"round" validate:"min=0,max=100" label:"The round"`
	Dealer  int    `form:"dealer" validate:"min=0,max=5" label:"The dealer"`

	Call    string   `form:"call" validate:"max=20" label:"The call"`
	Void    string   `form:"void" validate:"max=2"` // the deal was called off, whatever was called
	Who     int      `form:"who" validate:"min=0,max=5" label:"The caller’s seat"`
	With    int      `form:"with" validate:"min=0,max=5" label:"The partner"`
	Pair    string   `form:"pair" validate:"max=3" label:"The pair"` // instead of who and with: "2-4"
	Turned  []string `form:"turned" validate:"max=10,dive,max=8"`    // pairs: the eldest hand went along
	Bid     string   `form:"bid" validate:"max=4" label:"The bid"`   // the suit may stand behind it: "7H"
	Suit    string   `form:"suit" validate:"omitempty,oneof=C D H S NT" label:"The suit"`
	Trumps  string   `form:"trumps" validate:"omitempty,oneof=C D H S NT" label:"Trumps"`
	Tricks  string   `form:"tricks" validate:"max=2" label:"The tricks"`
	Forfeit int      `form:"forfeit" validate:"min=0,max=5" label:"The player who spoilt the misère"`
	Wrong   []int    `form:"wrong" validate:"max=5,dive,min=1,max=5" label:"The player with wrong cards"`

	Revokes [rules.MaxSeats]int `form:"revokes-#" validate:"dive,min=0,max=13" label:"The number of revokes"`
	Took    [rules.MaxSeats]int `form:"took-#" validate:"dive,min=0,max=13" label:"The number of tricks"`
}

// deal is the deal the form says, at a table of so many. Errors are *rules.Problem.
func (f *dealFields) deal(h *rules.House, seats int) (rules.Deal, error) {
	d := rules.Deal{Seats: seats, Dealer: rules.Seat(f.Dealer), Tricks: rules.NotSaid}
	if f.Void != "" {
		d.Call = rules.Void
		return d, nil
	}
	if f.Call == "" {
		return d, &rules.Problem{Field: "contract", Sentence: "What was called?"}
	}
	call, ok := rules.ParseCall(f.Call)
	if !ok {
		return d, &rules.Problem{Field: "contract", Sentence: "Your rules don’t have this call."}
	}
	d.Call = call
	if call == rules.Passed || call == rules.Void {
		return d, nil
	}
	for s, n := range f.Revokes {
		d.Revokes[s+1] = uint8(max(0, min(n, rules.TricksInDeal)))
	}
	for _, s := range f.Wrong {
		if s >= 1 && s <= rules.MaxSeats {
			d.WrongCards[s] = true
		}
	}
	if call == rules.GeneralMisere {
		f.misery(h, &d)
		return d, nil
	}
	d.Caller = rules.Seat(f.Who)
	if call == rules.Prop {
		d.Partner = rules.Seat(f.With)
		f.two(&d)
	}
	if call == rules.Irish {
		if err := f.bid(&d); err != nil {
			return d, err
		}
	} else if !call.Losing() && (call != rules.Declared || h.DeclaredTrumps == rules.DeclaredChosen) {
		d.Trumps = suitOf(f.Trumps)
	}
	if call.Losing() {
		d.Forfeit = rules.Seat(f.Forfeit)
	}
	return d, f.tricks(&d)
}

// two is the pair of a proposal, if one was tapped: who spoke first proposed.
func (f *dealFields) two(d *rules.Deal) {
	var first, then rules.Seat
	if _, err := fmt.Sscanf(f.Pair, "%d-%d", &first, &then); err != nil {
		return
	}
	d.Caller, d.Partner = first, then
	pair := fmt.Sprintf("pair-%d-%d", min(first, then), max(first, then))
	if first == d.Eldest() && slices.Contains(f.Turned, pair) {
		d.Caller, d.Partner = then, first
	}
}

// bid reads an Irish bid: the tricks, and the suit with them or in its own field.
func (f *dealFields) bid(d *rules.Deal) error {
	tricks := strings.TrimRight(f.Bid, "CDHSNT")
	d.Trumps = suitOf(cmp.Or(f.Bid[len(tricks):], f.Suit))
	n, err := strconv.Atoi(cmp.Or(tricks, "0"))
	if err != nil || n < 0 || n > rules.TricksInDeal {
		return &rules.Problem{Field: "bid", Sentence: "A bid is one to thirteen tricks."}
	}
	d.Bid = n
	return nil
}

func (f *dealFields) misery(h *rules.House, d *rules.Deal) {
	if h.AllPass != rules.Fewest {
		d.Loser = rules.Seat(f.Who)
		return
	}
	for s, n := range f.Took {
		d.TricksBy[s+1] = int8(n)
	}
}

func (f *dealFields) tricks(d *rules.Deal) error {
	if f.Tricks == "" {
		return nil // the rules know where they are needed
	}
	n, err := strconv.Atoi(f.Tricks)
	if err != nil || n < 0 || n > rules.TricksInDeal {
		return &rules.Problem{Field: "tricks", Sentence: "The tricks must be from 0 to 13."}
	}
	d.Tricks = n
	return nil
}

func suitOf(code string) rules.Suit {
	s, _ := rules.ParseSuit(code)
	return s
}

// chairs is the table the page showed, or nil where it doesn't say.
func (f *dealFields) chairs() ([]chain.Chair, error) {
	if f.Players == "" {
		return nil, nil
	}
	chairs, ok := show.ParseChairs(f.Players)
	if !ok {
		return nil, forms.Anew("The form doesn't say who sits at the table. Nothing was recorded")
	}
	return chairs, nil
}

// moveSeats moves the answers to other seats: seat gives the place each seat has now, nobody where there is
// none.
func (f *dealFields) moveSeats(seat func(was int) int, seats int) {
	dealer := 0
	for i := range seats { // the first on the left who is still there
		if dealer == 0 && f.Dealer > 0 {
			dealer = seat((f.Dealer-1+i)%seats + 1)
		}
	}
	two := rules.Deal{Seats: seats, Dealer: rules.Seat(f.Dealer)}
	if f.two(&two); two.Partner != 0 {
		f.Who, f.With, f.Pair, f.Turned = int(two.Caller), int(two.Partner), "", nil
	}
	f.Dealer, f.Who, f.With, f.Forfeit = dealer, seat(f.Who), seat(f.With), seat(f.Forfeit)
	var wrong []int
	for _, s := range f.Wrong {
		if now := seat(s); now != 0 {
			wrong = append(wrong, now)
		}
	}
	f.Wrong = wrong
	for _, counts := range []*[rules.MaxSeats]int{&f.Revokes, &f.Took} {
		var now [rules.MaxSeats + 1]int
		for i, n := range counts {
			now[seat(i+1)] = n
		}
		copy(counts[:], now[1:])
	}
}

// questions puts the sentences of a refusal beside the questions of the form they belong to.
func questions(says ui.Says, irish bool) ui.Says {
	out := ui.Says{}
	for field, sentence := range says {
		out[questionOf(field, irish)] = sentence
	}
	return out
}

func questionOf(field string, irish bool) string {
	switch field {
	case "contract", "call":
		return "call"
	case "caller", "partner", "loser", "dealer", "seats", "players", "who", "with", "pair":
		return "who"
	case "tricksBy":
		return "each"
	case "suit", "bid":
		return "bid"
	case "trumps":
		if irish {
			return "bid"
		}
		return "trumps"
	case "wrongCards", "wrong":
		return "wrong"
	case "tricks", "revokes", "forfeit", "sat":
		return field
	}
	switch {
	case strings.HasPrefix(field, "revokes"):
		return "revokes"
	case strings.HasPrefix(field, "took"):
		return "each"
	}
	return ""
}

// values writes a deal as the form sends it, without who sits there: what the auction fills in.
func values(d *rules.Deal) url.Values {
	v := url.Values{"call": {d.Call.String()}}
	set := func(name string, s rules.Seat) {
		if s != 0 {
			v.Set(name, strconv.Itoa(int(s)))
		}
	}
	set("who", d.Caller)
	set("with", d.Partner)
	if d.Call == rules.Irish {
		v.Set("bid", strconv.Itoa(d.Bid)+d.Trumps.String())
	}
	return v
}
