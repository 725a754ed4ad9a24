package ui

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"ouverte/rules"
	"ouverte/templates/say"
)

// lawWords are words of the game as they stand in sentences, by their place in the laws. The calls come on
// top, in the circle's own words.
var lawWords = map[say.Word][]string{
	"all-passed": {"all pass", "all passed"}, "eldest": {"eldest"}, "exposed": {"exposed"},
	"forfeit": {"forfeits", "forfeit"}, "goulash": {"goulash"}, "kitty": {"kitty"},
	"misdeal": {"misdeal", "misdealt"}, "misere": {"misère"}, "misere-ouverte": {"open " +
		"misère"}, "misery": {"misery"},
	"over": {"over-tricks", "over-trick"}, "revoke": {"revoked", "revoke", "revokes"}, "slam": {"slam"},
	"stake": {"stake"}, "target": {"target"},
	"shuffling": {"shuffle", "shuffles", "shuffled", "shuffling", "gathered", "gathers"},
	"trumps":    {"trumps", "no trumps"}, "turn": {"out of turn"}, "under": {"under-tricks"}, "void": {"void"},
	"wrong-cards": {"wrong hand", "wrong cards"},
}

type lawWord struct {
	text string // in small letters
	to   say.Word
}

// wordsToLink are the words of the laws and the calls, as the circle names them.
func wordsToLink(words rules.Words) []lawWord {
	if len(words) == 0 {
		return usualWords()
	}
	return linkable(words)
}

var usualWords = sync.OnceValue(func() []lawWord { return linkable(nil) })

func linkable(words rules.Words) []lawWord {
	known := map[string]say.Word{}
	call := func(c rules.Call) {
		to := say.CallWord(c)
		known[strings.ToLower(words.Name(c))], known[strings.ToLower(words.Noun(c))] = to, to
	}
	call(rules.GeneralMisere)
	for to, texts := range lawWords {
		for _, text := range texts {
			known[text] = to
		}
	}
	for _, c := range rules.BiddableCalls() {
		call(c)
	}
	var out []lawWord
	for text, to := range known {
		out = append(out, lawWord{text, to})
	}
	slices.SortFunc(out, func(a, b lawWord) int { // the longest first: "open misère" before "misère"
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
	})
	return out
}

// Linked draws a sentence in which the words of the game lead to the laws, each where it first stands.
func Linked(text string, words rules.Words, of say.LawsOf) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		linked := map[say.Word]bool{}
		known := wordsToLink(words)
		from, before := 0, ' '
		for at := 0; at < len(text); {
			word, ok := startsWith(text[at:], before, known, linked)
			if !ok {
				letter, n := utf8.DecodeRuneInString(text[at:])
				before, at = letter, at+n
				continue
			}
			linked[word.to] = true
			b.WriteString(templ.EscapeString(text[from:at]))
			b.WriteString(`<a class="term" href="` + templ.EscapeString(say.LawHref(word.to, of)) + `">`)
			from, before = at+len(word.text), 'x'
			b.WriteString(templ.EscapeString(text[at:from]) + `</a>`)
			at = from
		}
		_, err := io.WriteString(w, b.String()+templ.EscapeString(text[from:]))
		return err
	})
}

// startsWith returns the word of the laws the text begins with, if it is a whole word and not linked yet.
func startsWith(text string, before rune, known []lawWord, linked map[say.Word]bool) (lawWord, bool) {
	if unicode.IsLetter(before) {
		return lawWord{}, false
	}
	for _, word := range known {
		n := len(word.text)
		if len(text) < n || !strings.EqualFold(text[:n], word.text) || linked[word.to] {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsLetter(after) {
			continue
		}
		return word, true
	}
	return lawWord{}, false
}
