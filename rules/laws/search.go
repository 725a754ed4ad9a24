package laws

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ouverte/rules"
)

// Mishap is an answer to the first question, "What happened?", that a search found.
type Mishap struct {
	Say, Hint string
	Path      string // of the steps: "exposed"
	Ends      []End  // of the likeliest alone
}

// End is a ruling a mishap comes to, and the way there. Where only the call is still to be said, the way
// ends before it.
type End struct {
	Ruling string   // its id
	Title  string   // of the ruling
	Said   []string // what was answered on the way, after the mishap
	Path   string
	Call   rules.Call // where the last step needs it
}

// Search finds the mishaps that what was typed may mean, the likeliest first and with its rulings in this
// house. Letters may be missing, doubled, exchanged or wrong.
func Search(typed string, h *rules.House, seats int, words rules.Words) []Mishap {
	first, _ := QuestionOf("trouble")
	in := table{h, seats, words, Filling(h, seats, words)}
	var open []*Answer
	var entries [][]string
	for i := range first.Answers {
		if a := &first.Answers[i]; a.Open(h, seats) {
			open = append(open, a)
			entries = append(entries, append([]string{in.fill.Replace(a.Say), in.fill.Replace(a.Hint)}, a.Typed...))
		}
	}
	var out []Mishap
	for n, i := range Likely(typed, entries) {
		m := Mishap{Say: entries[i][0], Hint: entries[i][1], Path: open[i].To}
		if n == 0 {
			m.Ends = in.ends(open[i].To)
		}
		out = append(out, m)
	}
	return out
}

// table is where a search is made, and what fills in its texts.
type table struct {
	house *rules.House
	seats int
	words rules.Words
	fill  *strings.Replacer
}

// ends lists the rulings that can be reached from a step, each way once.
func (in table) ends(path string) []End {
	h, seats, step := in.house, in.seats, path[strings.LastIndex(path, "/")+1:]
	if r, ok := RulingOf(step); ok {
		return []End{{Ruling: step, Title: in.fill.Replace(r.Title), Path: path}}
	}
	q, _ := QuestionOf(step)
	var out []End
	for i := range q.Answers {
		a := &q.Answers[i]
		if !a.Open(h, seats) {
			continue
		}
		if !a.Each {
			for _, e := range in.ends(path + "/" + a.To) {
				e.Said = append([]string{in.fill.Replace(a.Say)}, e.Said...)
				out = append(out, e)
			}
			continue
		}
		r, _ := RulingOf(a.To)
		e := End{Ruling: a.To, Title: in.fill.Replace(r.Title), Path: path}
		if calls := a.Offered(h, seats); len(calls) == 1 {
			e.Path, e.Call = path+"/"+a.To, calls[0]
			e.Said = []string{in.words.Name(calls[0])}
		}
		out = append(out, e)
	}
	return out
}

// Likely says which of some entries what was typed may mean, the likeliest first. An entry is the phrases
// people type for it.
//
// A phrase counts by how much of what was typed it has, and how much of it was typed; a word counts the more
// the fewer entries have it. What is not at least half as likely as the first is left out.
func Likely(typed string, entries [][]string) []int {
	asked := wordsOf(typed)
	phrases := make([][][]string, len(entries))
	had := map[string]int{} // in how many entries
	for i, entry := range entries {
		seen := map[string]bool{}
		for _, phrase := range entry {
			words := wordsOf(phrase)
			phrases[i] = append(phrases[i], words)
			for _, w := range words {
				if !seen[w] {
					seen[w] = true
					had[w]++
				}
			}
		}
	}
	worth := func(word string) float64 {
		if small[word] {
			return 0.2
		}
		if had[word] == 0 { // a name, or a word that matches none
			return 0.6
		}
		return 1 + math.Log(float64(len(entries)+1)/float64(had[word]+1))
	}
	scores := make([]float64, len(entries))
	for i := range entries {
		for _, phrase := range phrases[i] {
			scores[i] = max(scores[i], likeness(asked, phrase, worth))
		}
	}
	var out []int
	for i, s := range scores {
		if s >= 0.3 && s >= slices.Max(scores)/2 {
			out = append(out, i)
		}
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return out
}

// likeness is 0 to 1: the share of what was asked that the phrase has, and, counting less, the share of the
// phrase that was asked.
func likeness(asked, phrase []string, worth func(string) float64) float64 {
	var all, met, whole float64
	says := false // a word met that isn't small
	for _, p := range phrase {
		whole += worth(p)
	}
	taken := make([]bool, len(phrase))
	for _, a := range asked {
		best, at := 0.0, -1
		for i, p := range phrase {
			if s := similar(a, p); s > best && !taken[i] {
				best, at = s, i
			}
		}
		if at < 0 {
			all += worth(a)
			continue
		}
		says = says || !small[phrase[at]]
		taken[at] = true
		all += worth(phrase[at])
		met += best * worth(phrase[at])
	}
	if !says {
		return 0
	}
	return met / all * (0.6 + 0.4*met/whole)
}

// similar is how far a typed word may stand for another: 1 for itself, less for its beginning, and for one
// or, in long words, two slips of the finger.
func similar(typed, word string) float64 {
	long := utf8.RuneCountInString(typed)
	switch {
	case typed == word:
		return 1
	case long >= 4 && strings.HasPrefix(word, typed):
		return 0.85
	case long < 4:
		return 0
	}
	switch slips := distance(typed, word); {
	case slips == 1:
		return 0.75
	case slips == 2 && long >= 6:
		return 0.5
	}
	return 0
}

// distance is the number of letters to leave out, put in, change or exchange with their neighbour to make
// one word the other (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, now := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := range x {
		now[0] = i + 1
		for j := range y {
			change := last[j]
			if x[i] != y[j] {
				change++
			}
			now[j+1] = min(change, last[j+1]+1, now[j]+1)
			if i > 0 && j > 0 && x[i] == y[j-1] && x[i-1] == y[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(y)]
}

// small are words that say little about what happened.
var small = map[string]bool{"a": true, "an": true, "and": true, "are": true, "at": true, "by": true,
	"can": true,
	"did": true, "do": true, "for": true, "had": true, "has": true, "have": true, "he": true, "his": true,
	"i":  true,
	"in": true, "is": true, "it": true, "may": true, "me": true, "my": true, "of": true, "on": true, "one": true,
	"or": true, "our": true, "she": true, "somebody": true, "someone": true, "that": true, "the": true,
	"to": true,
	"up": true, "us": true, "was": true, "we": true, "were": true, "when": true, "with": true}

// numbers are written as people say them.
var numbers = map[string]string{"11": "eleven", "12": "twelve", "13": "thirteen", "14": "fourteen",
	"15": "fourteen", "fifteen": "fourteen", "ten": "eleven", "10": "eleven", "2nd": "second"}

// wordsOf are the words of a text in small letters, without accents and the endings of the plural.
func wordsOf(text string) []string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i, w := range fields {
		w = accents.Replace(w)
		if n, ok := numbers[w]; ok {
			w = n
		}
		if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			w = w[:len(w)-1]
		}
		fields[i] = w
	}
	return slices.DeleteFunc(fields, func(w string) bool { return w == "" })
}

var accents = strings.NewReplacer("'", "", "’", "", "è", "e", "é", "e", "ê", "e", "à", "a", "â", "a", "ä",
	"a",
	"ö", "o", "ô", "o", "ü", "u", "û", "u", "î", "i", "ç", "c", "ß", "ss")
