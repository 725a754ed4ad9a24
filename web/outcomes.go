package web

// What every deal at a table would come to, mishaps apart: sent once with the form, so that each tap tells
// the result also without a network. The rules settle here; the script only looks up.

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/templates/table"
)

// outcomesOf is the table of outcomes as the script reads it.
type outcomesOf struct {
	Players string                 `json:"players"` // whose it is, as the form sends them
	Turns   int                    `json:"turns"`   // after so many deals the turn of the suits begins again
	Says    [][]string             `json:"says"`    // headline, money; a third where the deal is refused
	Calls   map[string]callOutcome `json:"calls"`

	seen map[string]int // where a sentence stands in Says
}

// callOutcome is what one call comes to. Found is followed answer by answer, in the order of Asks, until it
// is a number: the place of the sentence.
type callOutcome struct {
	Asks  []string `json:"asks"`  // fields of the form; "turn" is the deal's turn of the suits, from 0
	Apart []string `json:"apart"` // fields which, filled in, need the server
	Found any      `json:"found"` // int, []any by a number from 0, or map[string]any; nil where no deal is
}

// nightOutcomes answers with all outcomes at the table as it sits now.
func (s *server) nightOutcomes(c echo.Context, n *show.Night) error {
	body, err := json.Marshal(outcomesAt(n))
	if err != nil {
		return err
	}
	pageHeaders(c.Response())
	return send(c.Response(), c.Request(), http.StatusOK, "application/json", body)
}

// outcomesPath is where a form finds its outcomes. The address changes with all they depend on: who sits
// there, what people and calls are named, and whether it is paid as it goes; and with what else a table shows
// that no deal changes (hadBy): who has a column, their faces, and whether results are agreed. The house
// rules of a night never change.
func outcomesPath(n *show.Night) string {
	all := append(n.SeatNames(), show.Chairs(n.Table).String(), say.ForWhom(n, n.Table), fmt.Sprint(n.Words),
		strconv.FormatBool(n.Way.Kind().Go), strconv.FormatBool(n.Agree))
	add := func(f face.Face) { all = append(all, string(f.Colour), string(f.Emblem)) }
	for _, p := range n.Columns() {
		all = append(all, say.PlayerNo(p.ID), p.Name)
		add(p.Face)
	}
	for _, c := range n.Table {
		add(n.Face(c.Player))
	}
	sum := fnv.New64a()
	sum.Write([]byte(strings.Join(all, "\n")))
	return fmt.Sprintf("%s/outcomes?of=%x", say.NightPath(n.ID), sum.Sum64())
}

// outcomesAt settles every deal the table can have.
func outcomesAt(n *show.Night) *outcomesOf {
	all := &outcomesOf{
		Players: show.Chairs(n.Table).String(), Turns: max(1, n.Stakes.NoTrumpsEach()),
		Calls: map[string]callOutcome{},
		seen:  map[string]int{},
	}
	w := outcomeWalk{all, n, n.SeatNames(), len(n.Table)}
	for _, r := range n.Stakes.Calls {
		if r.Call != rules.Prop || w.seats > 3 { // §1
			all.Calls[r.Call.String()] = w.called(r.Call)
		}
	}
	none := func(call rules.Call) {
		all.Calls[call.String()] = callOutcome{Found: w.settled(rules.Deal{Call: call, Tricks: rules.NotSaid})}
	}
	none(rules.Passed)
	none(rules.Void)
	if n.Stakes.AllPass.Played() {
		all.Calls[rules.GeneralMisere.String()] = w.misery()
	}
	return all
}

// outcomeWalk goes through the deals of a table.
type outcomeWalk struct {
	*outcomesOf
	night *show.Night
	names []string
	seats int
}

// apart are the fields of what can go wrong in any deal that is played.
var apart = []string{"revokes", "wrong"}

// called are the outcomes of a call somebody makes.
func (w *outcomeWalk) called(call rules.Call) callOutcome {
	out := callOutcome{Asks: []string{"who", "tricks"}, Apart: apart}
	deal := rules.Deal{Call: call}
	tricks := func() any {
		return w.byTurn(&out, deal)
	}
	callers := func() any {
		return w.bySeat(func(s rules.Seat) any {
			if deal.Caller = s; call != rules.Prop {
				return tricks()
			}
			return w.bySeat(func(s rules.Seat) any {
				if deal.Partner = s; s == deal.Caller {
					return nil
				}
				return tricks()
			})
		})
	}
	switch {
	case call == rules.Prop:
		out.Asks = []string{"who", "with", "tricks"}
	case call.Losing():
		out.Apart = append(slices.Clone(apart), "forfeit")
	case call == rules.Irish:
		out.Asks = []string{"bid", "suit", "who", "tricks"}
		bids := map[string]any{}
		for deal.Bid = 1; deal.Bid <= rules.TricksInDeal; deal.Bid++ {
			suits := map[string]any{}
			for _, deal.Trumps = range rules.Suits() {
				suits[deal.Trumps.String()] = callers()
			}
			bids[strconv.Itoa(deal.Bid)] = suits
		}
		out.Found = bids
		return out
	}
	out.Found = callers()
	return out
}

// byTurn are the outcomes of a deal for each number of tricks. Where the turn of the suits has one without
// trumps in which the call can't be made (§8), they differ by the turn.
func (w *outcomeWalk) byTurn(out *callOutcome, deal rules.Deal) any {
	turns, differ := make([]any, w.Turns), false
	played := w.byTricks(deal)
	for turn := range turns {
		if err := deal.CheckTurned(w.night.Stakes.TurnedSuit(turn)); err != nil {
			turns[turn], differ = w.says(unsettled(rules.NotSaid, err)), true
		} else {
			turns[turn] = played
		}
	}
	if !differ {
		return played
	}
	out.Asks = []string{"who", "turn", "tricks"}
	return turns
}

func (w *outcomeWalk) byTricks(deal rules.Deal) any {
	tricks := make([]any, rules.TricksInDeal+1)
	for n := range tricks {
		deal.Tricks = n
		tricks[n] = w.settled(deal)
	}
	return tricks
}

func (w *outcomeWalk) bySeat(one func(rules.Seat) any) map[string]any {
	seats := map[string]any{}
	for s := 1; s <= w.seats; s++ {
		if found := one(rules.Seat(s)); found != nil {
			seats[strconv.Itoa(s)] = found
		}
	}
	return seats
}

// misery are the outcomes of what is played when all pass (§6).
func (w *outcomeWalk) misery() callOutcome {
	deal := rules.Deal{Call: rules.GeneralMisere, Tricks: rules.NotSaid}
	if w.night.Stakes.AllPass != rules.Fewest {
		return callOutcome{Asks: []string{"who"}, Apart: apart, Found: w.bySeat(func(s rules.Seat) any {
			deal.Loser = s
			return w.settled(deal)
		})}
	}
	out := callOutcome{Apart: apart}
	for s := range w.seats - 1 { // what the last one took follows
		out.Asks = append(out.Asks, "took-"+strconv.Itoa(s+1))
	}
	out.Asks = append(out.Asks, "dealer") // it decides who rests, and who of those who tie is named first
	out.Found = w.took(deal, 1, rules.TricksInDeal)
	return out
}

// took are the outcomes by what the player in this seat and those after took of so many tricks.
func (w *outcomeWalk) took(deal rules.Deal, s rules.Seat, left int) any {
	if int(s) < w.seats {
		by := make([]any, left+1)
		for n := range by {
			deal.TricksBy[s] = int8(n)
			by[n] = w.took(deal, s+1, left-n)
		}
		return by
	}
	deal.TricksBy[s] = int8(left)
	return alike(w.bySeat(func(s rules.Seat) any {
		deal.Seats, deal.Dealer = w.seats, s
		if rests := deal.Sitter(); rests != 0 && deal.TricksBy[rests] > 0 {
			return nil
		}
		return w.settled(deal)
	}))
}

// alike is nil for no outcome, and one outcome where all are the same.
func alike(by map[string]any) any {
	var first any
	for _, found := range by {
		if first != nil && found != first {
			return by
		}
		first = found
	}
	return first
}

// settled is the place of what a deal comes to. A dealer who isn't given matters to nothing but who rests.
func (w *outcomeWalk) settled(deal rules.Deal) any {
	if deal.Seats = w.seats; deal.Dealer == 0 {
		deal.Dealer = 1
		for rests := deal.Sitter(); rests != 0 &&
			(rests == deal.Caller || rests == deal.Partner || rests == deal.Loser); rests = deal.Sitter() {
			deal.Dealer++
		}
	}
	o, err := outcome(w.night, w.night.Table, w.names, deal)
	if err != nil {
		o = unsettled(deal.Tricks, err)
	}
	return w.says(o)
}

// says is the place of an outcome among all that are said.
func (w *outcomeWalk) says(o table.Outcome) any {
	said := []string{o.Head, o.Money}
	if o.Wrong {
		said = append(said, "wrong")
	}
	key := fmt.Sprintf("%q", said)
	place, ok := w.seen[key]
	if !ok {
		place = len(w.Says)
		w.seen[key], w.Says = place, append(w.Says, said)
	}
	return place
}
