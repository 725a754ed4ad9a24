package laws

import (
	"strings"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Play is what the laws speak of.
type Play struct {
	House *rules.House // at the stakes played for
	Seats int          // at the table; 0 is any number
	Words rules.Words
}

// Filling fills in what a text has in braces: names, amounts, and sentences that differ from house to house.
type Filling struct {
	Play
	call   rules.Call // what a sentence about a call speaks of
	filled map[string]string
}

// Filling is that of a house.
func (in Play) Filling() *Filling { return &Filling{Play: in, filled: map[string]string{}} }

// Said has a text about a call: its "meaning", what is "paid", or its line on the "card"; empty where there
// is none.
func (in Play) Said(of string, c rules.Call) string {
	f, key := in.Filling(), of+" "+c.String()
	if told[key] == nil {
		key = of
	}
	if told[key] == nil {
		return ""
	}
	f.call = c
	return f.of(key)
}

// Replace fills a text in.
func (f *Filling) Replace(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "{")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		key, after, _ := strings.Cut(rest, "}")
		out.WriteString(f.of(key))
		text = after
	}
}

// Lines fills in each of several texts and leaves out what can't come up: those left empty, and those that
// name a call which can't be made.
func (f *Filling) Lines(texts []string) (out []string) {
	for _, text := range texts {
		if f.namesAbsent(text) {
			continue
		}
		if text = f.Replace(text); text != "" {
			out = append(out, text)
		}
	}
	return out
}

func (f *Filling) of(key string) string {
	says, ok := f.filled[key]
	if !ok {
		says = f.find(key)
		f.filled[key] = says
	}
	return says
}

// find looks for a text, then for an amount or a list, and last for the name of a call. With a capital or a
// full stop it is the same, so written.
func (f *Filling) find(key string) string {
	lines, isTold := told[key]
	for _, l := range lines {
		if f.holds(l.where) {
			return f.Replace(l.says)
		}
	}
	if amount, ok := amounts[key]; ok {
		return amount(f)
	}
	if sentence, ok := strings.CutSuffix(key, "."); ok {
		return english.Stop(f.of(sentence))
	}
	if small := english.Small(key); small != key && (told[small] != nil || amounts[small] != nil) {
		return english.Capital(f.of(small))
	}
	text := "{" + key + "}"
	if says := f.Words.Say(text); says != text || !isTold {
		return says
	}
	return ""
}

// holds tells whether all words of a condition hold, or those after an exclamation mark don't: a switch and
// its value, a call that can be made, an amount or a list that isn't empty, or one of the facts.
func (f *Filling) holds(condition string) bool {
	for word := range strings.FieldsSeq(condition) {
		word, not := strings.CutPrefix(word, "!")
		if f.hold(word) == not {
			return false
		}
	}
	return true
}

func (f *Filling) hold(word string) bool {
	if field, value, ok := strings.Cut(word, "="); ok {
		return f.House.Switch(field) == value
	}
	if fact, ok := facts[word]; ok {
		return fact(f)
	}
	if c, ok := rules.ParseCall(word); ok {
		return f.Has(c)
	}
	amount, ok := amounts[word]
	if !ok {
		panic("the laws know no fact " + word)
	}
	return amount(f) != ""
}

// Follows says what comes when the auction of a deal is over (§8).
func Follows(h *rules.House, d *rules.Deal, names []string) string {
	leader, naming := d.Eldest(), ""
	if d.Call.CallerLeads() {
		leader = d.Caller
	}
	switch {
	case d.Call == rules.Passed:
		return ""
	case h.NamesTrumps(d.Call):
		naming = names[d.Caller-1] + " names the trumps now, before the first lead: " +
			Play{House: h}.Filling().of("any suit") + " "
	}
	return naming + names[leader-1] + " leads."
}
