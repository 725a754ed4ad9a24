package rules

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// How the table speaks: the names of the calls, and the small words sentences are made of.

// Words are a circle's own names for the calls; a call left out has its usual English name. nil is the usual names.
type Words map[Call]string

// usual has for each call its name on a button, within a sentence ("makes the proposal") and alone ("no proposal").
var usual = [callCount]struct{ name, within, alone string }{
	Prop:          {"Prop & cop", "the proposal", "proposal"},
	Solo:          {"Solo", "solo", "solo"},
	Misere:        {"Misère", "misère", "misère"},
	Abundance:     {"Abundance", "abundance", "abundance"},
	Royal:         {"Royal", "royal abundance", "royal abundance"},
	PetitSlam:     {"Petit slam", "the petit slam", "petit slam"},
	MisereOuverte: {"Open misère", "open misère", "open misère"},
	Declared:      {"Declared", "abundance declared", "abundance declared"},
	GrandSlam:     {"Grand slam", "the grand slam", "grand slam"},
	Irish:         {"Irish", "the Irish bid", "Irish bid"},
	GeneralMisere: {"Misery", "the misery", "general misère"},
	Passed:        {"All passed", "all passed", "all passed"},
	Void:          {"Void", "void", "void"},
}

// Name gives the name of a call, capitalised for a button: "Prop & cop", "Solo", "Misère", "All passed".
func (w Words) Name(c Call) string {
	if own := w[c]; own != "" {
		return startSentence(own)
	}
	if c < callCount {
		return usual[c].name
	}
	return c.String()
}

// within gives the name of a call as it stands in the middle of a sentence: "the proposal", "solo".
func (w Words) within(c Call) string {
	own := w[c]
	if own == "" {
		return usual[c].within
	}
	// A name such as "BBQ" keeps its capitals.
	first, size := utf8.DecodeRuneInString(own)
	if second, _ := utf8.DecodeRuneInString(own[size:]); unicode.IsUpper(second) {
		return own
	}
	return string(unicode.ToLower(first)) + own[size:]
}

// Noun gives the name of a call as it stands after an article: "a proposal", "no solo", "the royal abundance".
func (w Words) Noun(c Call) string {
	if w[c] == "" && c < callCount {
		return usual[c].alone
	}
	return w.within(c)
}

// One gives the name of a call with its article: "a proposal", "an abundance".
func (w Words) One(c Call) string { return oneOfThem(w.Noun(c)) }

// Say puts the names of calls into a sentence, each where its id stands in braces: "{solo}" as it stands within, "{Solo}" where it
// begins, "{a solo}" and "{A solo}" with the article its name wants.
func (w Words) Say(text string) string {
	if !strings.Contains(text, "{") {
		return text
	}
	return strings.NewReplacer(w.fillings()...).Replace(text)
}

func (w Words) fillings() []string {
	var fill []string
	for c := Prop; c < callCount; c++ {
		id, noun, one := c.String(), w.Noun(c), w.One(c)
		fill = append(fill, "{"+id+"}", noun, "{"+startSentence(id)+"}", startSentence(noun), "{a "+id+"}", one, "{A "+id+"}", startSentence(one))
	}
	return fill
}

var suitNames = [...]string{Clubs: "clubs", Diamonds: "diamonds", Hearts: "hearts", Spades: "spades", NoTrumps: "no trumps"}

// numeral writes a number standing alone: "none", "seven".
func numeral(n int) string {
	if n == 0 {
		return "none"
	}
	return spelled(n)
}

// often is "once", "twice", "three times".
func often(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return numeral(n) + " times"
}

// oneOfThem puts the article before a noun: "a solo", "an abundance".
func oneOfThem(noun string) string {
	first, _ := utf8.DecodeRuneInString(noun)
	if strings.ContainsRune("aeiouàáâäãåæèéêëìíîïòóôöõøœùúûü", unicode.ToLower(first)) {
		return "an " + noun
	}
	return "a " + noun
}

// together joins names as they are spoken: "Ann", "Ann and Bob", "Ann, Bob and Cat".
func together(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// verb chooses the form for one or for several.
func verb(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// ended closes a sentence; "8d." has its point already.
func ended(text string) string {
	if strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}
