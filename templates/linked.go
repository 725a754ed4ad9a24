package templates

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"ouverte/rules"
)

// lawWords are words of the game as they stand in sentences, with their place in the laws. The calls come on top, in the
// circle's own words.
var lawWords = map[string]Word{
	"revoked": "revoke", "revoke": "revoke", "revokes": "revoke", "exposed": "exposed", "forfeits": "forfeit", "forfeit": "forfeit",
	"over-tricks": "over", "over-trick": "over", "under-tricks": "under", "stake": "stake", "target": "target", "kitty": "kitty", "void": "void",
	"misdeal": "misdeal", "misdealt": "misdeal", "goulash": "goulash", "eldest": "eldest", "slam": "slam", "out of turn": "turn",
	"wrong hand": "wrong-cards", "wrong cards": "wrong-cards", "shuffle": "shuffling", "shuffles": "shuffling", "shuffled": "shuffling",
	"shuffling": "shuffling", "gathered": "shuffling", "gathers": "shuffling", "trumps": "trumps", "no trumps": "trumps", "all pass": "all-passed", "all passed": "all-passed",
	"open misère": "misere-ouverte", "misère": "misere", "misery": "misery",
}

// lawWord is one of them, ready to be looked for.
type lawWord struct {
	text string // small letters
	to   Word
}

func wordsToLink(words rules.Words) []lawWord {
	var out []lawWord
	for text, to := range lawWords {
		out = append(out, lawWord{text, to})
	}
	for _, c := range append(rules.BiddableCalls(), rules.GeneralMisere) {
		for _, name := range []string{words.Name(c), words.Noun(c)} {
			out = append(out, lawWord{strings.ToLower(name), CallWord(c)})
		}
	}
	slices.SortFunc(out, func(a, b lawWord) int { // the longest first: "open misère" before "misère"
		return cmp.Or(cmp.Compare(len(b.text), len(a.text)), cmp.Compare(a.text, b.text))
	})
	return out
}

// Linked is a sentence in which the words of the game lead to the laws, each where it comes first.
func Linked(text string, words rules.Words, night int64) templ.Component {
	return templ.ComponentFunc(func(_ context.Context, w io.Writer) error {
		var b strings.Builder
		linked := map[Word]bool{}
		known := wordsToLink(words)
		for rest, before := text, ' '; rest != ""; {
			if word, ok := startsWith(rest, before, known, linked); ok {
				linked[word.to] = true
				b.WriteString(`<a class="term" href="` + templ.EscapeString(string(LawHref(word.to, night))) + `">`)
				b.WriteString(templ.EscapeString(rest[:len(word.text)]) + `</a>`)
				before, rest = 'x', rest[len(word.text):]
				continue
			}
			letter, n := utf8.DecodeRuneInString(rest)
			b.WriteString(templ.EscapeString(rest[:n]))
			before, rest = letter, rest[n:]
		}
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// startsWith finds the word of the laws the text begins with, as a whole word that wasn't linked yet.
func startsWith(text string, before rune, known []lawWord, linked map[Word]bool) (lawWord, bool) {
	if unicode.IsLetter(before) {
		return lawWord{}, false
	}
	for _, word := range known {
		n := len(word.text)
		if linked[word.to] || len(text) < n || !strings.EqualFold(text[:n], word.text) {
			continue
		}
		if after, _ := utf8.DecodeRuneInString(text[n:]); unicode.IsLetter(after) {
			continue
		}
		return word, true
	}
	return lawWord{}, false
}
