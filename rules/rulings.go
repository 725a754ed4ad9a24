package rules

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What went wrong at the table, as a tree of questions that ends in rulings. It is data: the questions stand in
// inquiry.go, the rulings in rulingtexts.go, and this file holds what they are made of and how a ruling becomes the
// beginning of a deal to record.

// Question is one step on the way from "something went wrong" to the ruling.
type Question struct {
	ID      string
	Ask     string
	Answers []Answer
}

// Answer is one thing that may be tapped under a question, and where it leads: to a question or a ruling of that id.
type Answer struct {
	Heading string // begins a group of answers
	Say     string // what the button says; in an answer for each call the name of the call stands instead
	Hint    string // the smaller line under it
	To      string
	For     []Call // shown only where one of these may come up; nil is always
	Each    bool   // one button for each call of For
	Where   func(*House) bool
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
	Aside    string // what is only custom about it, or another custom
	Calls    []Call // what it is ruled for; nil is whatever was called
	Posting  Posting
	See      string // the word of the laws to read on at
}

// Choice is what one side may now do.
type Choice struct {
	Who, May string
	Custom   bool // a custom of many tables, not a law
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

// Mark writes the misfortune into a deal, with the player it is about. A deal with nothing else said yet comes out as
// far as the ruling knows it; Settle still wants the rest.
func (p Posting) Mark(d *Deal, who Seat) {
	switch p {
	case PostVoid:
		*d = Deal{Seats: d.Seats, Dealer: d.Dealer, Call: Void, Tricks: NotSaid}
	case PostCallerRevoked, PostOpponentRevoked, PostMiseryRevoked:
		d.Revokes[who]++
	case PostForfeit:
		d.Forfeit, d.Tricks = who, NotSaid
	case PostCallerWrongCards, PostOpponentWrongCard:
		d.WrongCards[who], d.Tricks = true, NotSaid
	}
}

// Inquiry finds a question by id; the first one is "trouble".
func Inquiry(id string) (*Question, bool) {
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

// Open tells whether the answer can be given under these rules of the house, with seats players at the table, or any
// number where seats is 0.
func (a *Answer) Open(h *House, seats int) bool {
	if a.Where != nil && !a.Where(h) {
		return false
	}
	return a.For == nil || len(a.Offered(h, seats)) > 0
}

// Offered lists the calls of the answer that can come up, in the order of the house.
func (a *Answer) Offered(h *House, seats int) []Call { return offered(a.For, h, seats) }

// Offered lists the calls of this house the ruling is for, in the order of the house.
func (r *Ruling) Offered(h *House, seats int) []Call {
	if r.Calls == nil {
		return offered(allCalls, h, seats)
	}
	return offered(r.Calls, h, seats)
}

func offered(calls []Call, h *House, seats int) []Call {
	var out []Call
	for _, rank := range h.Calls {
		if rank.Call == Prop && seats == 3 {
			continue // §1, three at the table: no prop
		}
		if slices.Contains(calls, rank.Call) {
			out = append(out, rank.Call)
		}
	}
	if slices.Contains(calls, GeneralMisere) && h.AllPass.Played() {
		out = append(out, GeneralMisere)
	}
	return out
}

// For gives the ruling in the words and numbers of a house.
func (r *Ruling) For(h *House, words Words) Ruling {
	fill := strings.NewReplacer(fillings(h, words)...)
	out := *r
	out.Title, out.Aside = fill.Replace(r.Title), fill.Replace(r.Aside)
	out.Says = slices.Clone(r.Says)
	for i, s := range out.Says {
		out.Says[i] = fill.Replace(s)
	}
	out.Choices = slices.Clone(r.Choices)
	for i, c := range out.Choices {
		out.Choices[i].Who, out.Choices[i].May = fill.Replace(c.Who), fill.Replace(c.May)
	}
	return out
}

// For gives the question in the words of a house.
func (q *Question) For(h *House, words Words) Question {
	fill := strings.NewReplacer(fillings(h, words)...)
	out := *q
	out.Ask = fill.Replace(q.Ask)
	out.Answers = slices.Clone(q.Answers)
	for i := range out.Answers {
		a := &out.Answers[i]
		a.Say, a.Hint = fill.Replace(a.Say), fill.Replace(a.Hint)
	}
	return out
}

// fillings are the names that may stand in braces.
func fillings(h *House, words Words) []string {
	fill := []string{
		"{revoke tricks}", spelledTricks(h.RevokeTricks),
		"{Revoke tricks}", startSentence(spelledTricks(h.RevokeTricks)),
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
	return append(fill, words.fillings()...)
}

// startSentence begins a sentence with the words.
func startSentence(words string) string {
	_, n := utf8.DecodeRuneInString(words)
	return strings.ToUpper(words[:n]) + words[n:]
}

var numerals = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"}

// spelled writes a small number as a word.
func spelled(n int) string {
	if n >= 0 && n < len(numerals) {
		return numerals[n]
	}
	return strconv.Itoa(n)
}

// spelledTricks writes a number of tricks in words: "no tricks", "one trick", "three tricks".
func spelledTricks(n int) string {
	if n == 1 {
		return "one trick"
	}
	return spelled(n) + " tricks"
}
