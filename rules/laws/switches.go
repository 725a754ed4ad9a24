package laws

import (
	"slices"

	"ouverte/rules"
)

// The switches of a set of house rules, in words: what each does, and what those who like it say for it.

// Switch is one question a circle answers differently from the next.
type Switch struct {
	Field   string // as on the wire
	Where   string // the condition under which it means anything
	Law     string // where the laws speak of it
	Beside  string // the switch beside which a number is asked for; empty where each call has its own
	Name    string
	Options []SwitchOption
	For     string // what people say for the newer custom, and against it, where the answers don't say it
	Against string
}

// SwitchOption is one answer.
type SwitchOption struct {
	Value, Name string
	What        string // what then holds
	Why         string // what people who like it say
}

// Switches are the questions with a choice of answers, in the circle's own words.
func Switches(words rules.Words) []Switch { return inWords(switches, words) }

// Unusual are those to which a set has another answer than the usual one.
func Unusual(h *rules.House, words rules.Words) []Switch {
	var own []Switch
	for _, s := range switches {
		if h.Switch(s.Field) != s.usual(h) && s.Applies(h) {
			own = append(own, s)
		}
	}
	return inWords(own, words)
}

// Numbers are those answered with an amount or a number.
func Numbers(words rules.Words) []Switch { return inWords(numbers, words) }

func inWords(all []Switch, words rules.Words) []Switch {
	out, say := slices.Clone(all), words.Filling().Replace
	for i := range out {
		s := &out[i]
		s.Name, s.For, s.Against = say(s.Name), say(s.For), say(s.Against)
		s.Options = slices.Clone(s.Options)
		for j := range s.Options {
			o := &s.Options[j]
			o.Name, o.What, o.Why = say(o.Name), say(o.What), say(o.Why)
		}
	}
	return out
}

// Option finds an answer by its value; a set that was checked always has one.
func (s Switch) Option(value string) SwitchOption {
	for _, o := range s.Options {
		if o.Value == value {
			return o
		}
	}
	return SwitchOption{Value: value, Name: value}
}

// Applies tells whether the question means anything in a set.
func (s Switch) Applies(h *rules.House) bool { return Play{House: h}.Filling().holds(s.Where) }

// Fits tells whether the answer can be given in a set: an open fourth hand goes with Irish bids.
func (o SwitchOption) Fits(h *rules.House) bool {
	return o.Value != string(rules.ShortDummy) || h.Short == rules.ShortDummy ||
		!slices.ContainsFunc(h.Calls, func(r rules.Rank) bool {
			return r.Call != rules.Irish && r.Call != rules.Misere
		})
}

// usual is the answer where a set doesn't say.
func (s Switch) usual(h *rules.House) string {
	plain := rules.House{Auction: h.Auction}
	plain.SetSwitch(s.Field, "")
	plain.FillIn()
	return plain.Switch(s.Field)
}

// Rest gives every switch that doesn't apply to a set the usual answer.
func Rest(h *rules.House) {
	for _, s := range switches {
		if !s.Applies(h) {
			h.SetSwitch(s.Field, s.usual(h))
		}
	}
}
