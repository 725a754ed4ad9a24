package laws

import (
	"cmp"
	"slices"

	"ouverte/rules"
)

// Question is one step on the way from "something went wrong" to the ruling.
type Question struct {
	ID      string
	Ask     string
	Answers []Answer
}

// Answer is one thing to tap under a question, and where it leads: to a question or a ruling of that id.
type Answer struct {
	Heading string // begins a group of answers
	Say     string // what the button says; in an answer for each call the name of the call stands instead
	Hint    string // the smaller line under it
	To      string
	For     []rules.Call // shown only where one of these may come up; nil is always
	Each    bool         // one button for each call of For
	Where   string       // and only where this holds
	Typed   []string     // what people type who look for it
}

// Standing tells a law, which either side may insist on, from a custom, which a table may keep or leave.
type Standing string

const (
	Law    Standing = "law"
	Custom Standing = "custom"
)

// Ruling is what holds when a thing has gone wrong.
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
	Heading  string // begins a group of choices
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
	PostMiseryWrongCards                 // a wrong hand in a general misère
	PostTold                             // nothing to record, and no hand to go on with
)

// movesMoney tells whether the ruling itself decides what is paid.
func (p Posting) movesMoney() bool {
	return !slices.Contains([]Posting{PostNothing, PostMisdeal, PostVoid, PostTold}, p)
}

// ofCaller tells whether the one it is about sits on the caller's side.
func (p Posting) ofCaller() bool { return p == PostCallerRevoked || p == PostCallerWrongCards }

// mark writes the misfortune into a deal, with the player it is about. The rest of the deal, which Settle
// needs too, is for others to say.
func (p Posting) mark(d *rules.Deal, who rules.Seat) {
	switch p {
	case PostVoid:
		*d = rules.Deal{Seats: d.Seats, Dealer: d.Dealer, Call: rules.Void, Tricks: rules.NotSaid}
	case PostCallerRevoked, PostOpponentRevoked, PostMiseryRevoked:
		d.Revokes[who]++
	case PostForfeit:
		d.Forfeit, d.Tricks = who, rules.NotSaid
	case PostMiseryWrongCards:
		d.WrongCards[who] = true
	case PostCallerWrongCards, PostOpponentWrongCard:
		d.WrongCards[who], d.Tricks = true, rules.NotSaid
	}
}

// QuestionOf finds a question by id; the first one is "trouble".
func QuestionOf(id string) (*Question, bool) {
	return found(inquiry, func(q Question) bool { return q.ID == id })
}

// RulingOf finds a ruling by id.
func RulingOf(id string) (*Ruling, bool) {
	return found(rulings, func(r Ruling) bool { return r.ID == id })
}

func found[T any](all []T, is func(T) bool) (*T, bool) {
	i := slices.IndexFunc(all, is)
	if i < 0 {
		return nil, false
	}
	return &all[i], true
}

// Possible tells whether the answer can be given in this house, with so many at the table.
func (a *Answer) Possible(in Play) bool {
	return in.Filling().holds(a.Where) && (a.For == nil || len(in.Offered(a.For)) > 0)
}

// Offered lists those of the calls that can come up here, in the order of the house; nil is any that is made.
func (in Play) Offered(calls []rules.Call) (out []rules.Call) {
	for _, rank := range in.House.Calls {
		if rank.Call == rules.Prop && in.Seats == 3 {
			continue // §1, three at the table: no prop
		}
		if calls == nil || slices.Contains(calls, rank.Call) {
			out = append(out, rank.Call)
		}
	}
	if slices.Contains(calls, rules.GeneralMisere) && in.House.AllPass.Played() {
		out = append(out, rules.GeneralMisere)
	}
	return out
}

// For returns the ruling in the words and numbers of a house, without what doesn't arise there: sentences its
// switches leave empty, and choices that hang on a call which can't be made or isn't the one asked for.
func (r *Ruling) For(in Play, call rules.Call) Ruling {
	fill := in.Filling()
	out := *r
	out.Title, out.Aside = fill.Replace(r.Title), fill.Replace(r.Aside)
	out.Says = slices.DeleteFunc(Each(r.Says, fill.Replace), func(s string) bool { return s == "" })
	out.Choices = slices.DeleteFunc(slices.Clone(r.Choices), func(c Choice) bool {
		return c.For != nil &&
			(len(in.Offered(c.For)) == 0 || call != rules.NoCall && !slices.Contains(c.For, call))
	})
	for i, c := range out.Choices {
		out.Choices[i].Who, out.Choices[i].May = fill.Replace(c.Who), fill.Replace(c.May)
	}
	return out
}

// For returns the question in the words of a house, with the answers that can be given there; the first that
// is left of a group has its heading.
func (q *Question) For(in Play) Question {
	fill, heading := in.Filling(), ""
	out := Question{ID: q.ID, Ask: fill.Replace(q.Ask)}
	for _, a := range q.Answers {
		if heading = cmp.Or(a.Heading, heading); a.Possible(in) {
			a.Heading, heading = heading, ""
			a.Say, a.Hint = fill.Replace(a.Say), fill.Replace(a.Hint)
			out.Answers = append(out.Answers, a)
		}
	}
	return out
}
