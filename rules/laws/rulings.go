package laws

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// What went wrong at the table, as a tree of questions that ends in rulings. It is data: the questions stand
// in inquiry.go, the rulings in rulingtexts.go, and this file holds what they are made of and how a ruling
// becomes the beginning of a deal to record.

// Question is one step on the way from "something went wrong" to the ruling.
type Question struct {
	ID      string
	Ask     string
	Answers []Answer
}

// Answer is one thing that may be tapped under a question, and where it leads: to a question or a ruling of
// that id.
type Answer struct {
	Heading string // begins a group of answers
	Say     string // what the button says; in an answer for each call the name of the call stands instead
	Hint    string // the smaller line under it
	To      string
	For     []rules.Call // shown only where one of these may come up; nil is always
	Each    bool         // one button for each call of For
	Where   func(*rules.House) bool
}

// Standing tells a law, which either side may insist on, from a custom, which a table may keep or leave.
type Standing string

const (
	Law    Standing = "law"
	Custom Standing = "custom"
)

// Ruling is what holds when a thing has gone wrong. Its sentences carry names in braces, such as {solo} or
// {revoke tricks}, which For fills in from the rules of the house.
type Ruling struct {
	ID       string
	Title    string
	Says     []string
	Choices  []Choice
	Standing Standing
	Aside    string       // what is only custom about it, or another custom
	Calls    []rules.Call // what it is ruled for; nil is whatever was called
	Posting  Posting
	See      string // the word of the laws to read on at
}

// Choice is what one side may now do.
type Choice struct {
	Who, May string
	Custom   bool         // a custom of many tables, not a law
	For      []rules.Call // only where one of these can be called; nil is always
}

// Posting is what a ruling brings to the score, by part instead of by name.
type Posting uint8

const (
	PostNothing           Posting = iota // play on: the deal is recorded as if nothing had been
	PostMisdeal                          // nothing to record: the same dealer deals again
	PostVoid                             // recorded as void, no money moves
	PostCallerRevoked                    // one revoke by the caller's side
	PostOpponentRevoked                  // one revoke by an opponent
	PostForfeit                          // an opponent spoilt a misère
	PostCallerWrongCards                 // a wrong hand on the caller's side
	PostOpponentWrongCard                // a wrong hand among the opponents, and none on the caller's side
	PostMiseryRevoked                    // one revoke in a general misère
	PostPenalty                          // a penalty, apart from any deal
)

// MovesMoney tells whether the ruling itself decides what is paid.
func (p Posting) MovesMoney() bool { return p >= PostCallerRevoked }

// OfCaller tells whether the one it is about sits on the caller's side.
func (p Posting) OfCaller() bool { return p == PostCallerRevoked || p == PostCallerWrongCards }

// Mark writes the misfortune into a deal, with the player it is about. A deal with nothing else said yet
// comes out as far as the ruling knows it; Settle still wants the rest.
func (p Posting) Mark(d *rules.Deal, who rules.Seat) {
	switch p {
	case PostVoid:
		*d = rules.Deal{Seats: d.Seats, Dealer: d.Dealer, Call: rules.Void, Tricks: rules.NotSaid}
	case PostCallerRevoked, PostOpponentRevoked, PostMiseryRevoked:
		d.Revokes[who]++
	case PostForfeit:
		d.Forfeit, d.Tricks = who, rules.NotSaid
	case PostCallerWrongCards, PostOpponentWrongCard:
		d.WrongCards[who], d.Tricks = true, rules.NotSaid
	}
}

// QuestionOf finds a question by id; the first one is "trouble".
func QuestionOf(id string) (*Question, bool) {
	for i := range inquiry {
		if inquiry[i].ID == id {
			return &inquiry[i], true
		}
	}
	return nil, false
}

// RulingOf finds a ruling by id.
func RulingOf(id string) (*Ruling, bool) {
	for i := range rulings {
		if rulings[i].ID == id {
			return &rulings[i], true
		}
	}
	return nil, false
}

// Open tells whether the answer can be given under these rules of the house, with seats players at the table,
// or any number where seats is 0.
func (a *Answer) Open(h *rules.House, seats int) bool {
	if a.Where != nil && !a.Where(h) {
		return false
	}
	return a.For == nil || len(a.Offered(h, seats)) > 0
}

// Offered lists the calls of the answer that can come up, in the order of the house.
func (a *Answer) Offered(h *rules.House, seats int) []rules.Call { return offered(a.For, h, seats) }

// Offered lists the calls of this house the ruling is for, in the order of the house.
func (r *Ruling) Offered(h *rules.House, seats int) []rules.Call {
	if r.Calls == nil {
		return offered(allCalls, h, seats)
	}
	return offered(r.Calls, h, seats)
}

func offered(calls []rules.Call, h *rules.House, seats int) []rules.Call {
	var out []rules.Call
	for _, rank := range h.Calls {
		if rank.Call == rules.Prop && seats == 3 {
			continue // §1, three at the table: no prop
		}
		if slices.Contains(calls, rank.Call) {
			out = append(out, rank.Call)
		}
	}
	if slices.Contains(calls, rules.GeneralMisere) && h.AllPass.Played() {
		out = append(out, rules.GeneralMisere)
	}
	return out
}

// For gives the ruling in the words and numbers of a house, with seats players at the table, or any number
// where seats is 0. A choice that hangs on a call which cannot be made there is left out.
func (r *Ruling) For(h *rules.House, seats int, words rules.Words) Ruling {
	fill := words.Filling(fillings(h, seats, words)...)
	out := *r
	out.Title, out.Aside = fill.Replace(r.Title), fill.Replace(r.Aside)
	out.Says = slices.Clone(r.Says)
	for i, s := range out.Says {
		out.Says[i] = fill.Replace(s)
	}
	out.Choices = slices.DeleteFunc(slices.Clone(r.Choices), func(c Choice) bool {
		return c.For != nil && len(offered(c.For, h, seats)) == 0
	})
	for i, c := range out.Choices {
		out.Choices[i].Who, out.Choices[i].May = fill.Replace(c.Who), fill.Replace(c.May)
	}
	return out
}

// For gives the question in the words of a house, with seats players at the table, or any number where seats
// is 0.
func (q *Question) For(h *rules.House, seats int, words rules.Words) Question {
	fill := words.Filling(fillings(h, seats, words)...)
	out := *q
	out.Ask = fill.Replace(q.Ask)
	out.Answers = slices.Clone(q.Answers)
	for i := range out.Answers {
		a := &out.Answers[i]
		a.Say, a.Hint = fill.Replace(a.Say), fill.Replace(a.Hint)
	}
	return out
}

// fillings are the names that may stand in braces, and sentences that are not for every house.
func fillings(h *rules.House, seats int, words rules.Words) []string {
	fill := []string{
		"{revoke tricks}", english.Spelled(h.RevokeTricks, "trick"),
		"{Revoke tricks}", english.Capital(english.Spelled(h.RevokeTricks, "trick")),
		"{shuffle penalty}", h.Money.Words(h.ShufflePenalty),
	}
	if h.OffenderPays {
		fill = append(fill,
			"{who pays}", "Whoever revoked pays it all for his side; several share it alike.",
			"{who pays in a prop}", "One who revoked pays for himself and his partner; if both did, each pays as usual.",
			"{who pays a misere}", "The one who did it pays for all the opponents.")
	} else {
		fill = append(fill,
			"{who pays}", "Every opponent pays as usual: at this table nobody pays for the others.",
			"{who pays in a prop}", "Both opponents pay as usual: at this table nobody pays for the other.",
			"{who pays a misere}", "Every opponent pays as usual: at this table nobody pays for the others.")
	}
	lowest := rules.Solo // of one against all, to win tricks
	if tricks := offered(aloneCalls, h, seats); len(tricks) > 0 {
		lowest = tricks[0]
	}
	fill = append(fill, "{trick call}", words.Noun(lowest))
	fill = append(fill, "{the ladder}", Ladder(h, seats, words))
	own, turned, card, whichever := "", "", "", ""
	if low := offered(misereCalls, h, seats); len(low) > 0 {
		own = " A caller cannot forfeit his own " + words.Noun(low[0]) + " in this way."
		if low[0] == rules.MisereOuverte { // the only one there is
			fill = append(fill, "{misere}", words.Noun(rules.MisereOuverte), "{a misere}", words.One(rules.MisereOuverte))
		}
	}
	if h.TurnsTrumps() {
		whichever = ", and what the trumps of other calls would be is not told again"
	}
	if h.TurnsTrumps() && h.Trumps == rules.TrumpsTurnUp {
		turned, card = ", no trump turned", " Which card was turned is no longer named once it has been taken up."
		whichever = ", and what was turned up is not told again"
	}
	fill = append(fill, "{ his own misère}", own, "{, no trump turned}", turned, "{ the card turned}", card, "{, what was turned}", whichever)
	return append(fill, auctionFillings(h, words)...)
}

// Ladder says in a sentence or two which call is above which (§7), of those that can be made with seats
// players at the table, or any number where seats is 0.
func Ladder(h *rules.House, seats int, words rules.Words) string {
	calls := offered(allCalls, h, seats)
	if h.Has(rules.Irish) {
		s := "More tricks are above fewer; of as many tricks clubs are lowest, then diamonds, hearts, spades, and no trumps."
		if h.Has(rules.Misere) {
			s += " " + english.Capital(words.Noun(rules.Misere)) + " is just above 12 without trumps, and below 13 clubs."
		}
		return s
	}
	names := make([]string, len(calls))
	for i, c := range calls {
		names[i] = words.Noun(c)
	}
	if len(names) < 2 {
		return "Here there is only one call to make: " + strings.Join(names, "") + "."
	}
	return "From the lowest up: " + strings.Join(names, ", ") + "."
}

// auctionFillings are the sentences that hang on how the calls go round (§7): what one may say who was
// overcalled, and what a proposer may whom nobody has joined.
func auctionFillings(h *rules.House, words rules.Words) []string {
	overcalled, proposer := "may raise when his turn comes, to any height.", "may make his own call higher when his turn comes."
	if h.Auction != rules.AuctionOpen {
		overcalled = "may not call again: everyone speaks once."
		proposer = "may not call again: everyone speaks once."
		if h.AloneAfterProp() {
			proposer = "may make it " + words.One(rules.Solo) + ", and nothing else, when all have spoken and nobody has accepted it or called above it."
		}
	}
	if h.Auction == rules.AuctionEldestTwice {
		overcalled = "may not call again, unless he is eldest: he speaks a second time, and may call anything higher."
		proposer += " If he is eldest and was overcalled he may call anything higher."
	}
	return []string{"{overcalled may}", overcalled, "{proposer may}", proposer}
}
