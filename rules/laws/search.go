package laws

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Hit is what a search found: an answer to "What happened?" with the rulings it comes to, or a place on the
// page of laws.
type Hit struct {
	Say, Hint string
	Path      string // of the steps: "exposed"; empty for a place
	Ends      []End  // of a mishap
	Place     string // on the page: "goulash"; empty for a mishap
}

// End is a ruling a mishap comes to, and the way there. Where only the call is still to be said, the way
// ends before it.
type End struct {
	Ruling string   // its id
	Title  string   // of the ruling
	Said   []string // the answers on the way, after the mishap
	Path   string
	Call   rules.Call // where the last step needs it
}

// entry is something to find: the phrases people type for it, and how much they count.
type entry struct {
	Hit
	phrases []string
	weight  float64
	score   float64
}

// Search finds what the words may mean, the likeliest first. Letters may be missing, doubled, exchanged or
// wrong, and whole sentences may stand around the words that name a mishap: those decide. The rulings of a
// mishap begin with those for the calls and the side that were named.
func Search(typed string, in Play) (out []Hit) {
	words := in.spelt(typed)
	had := func(any ...string) bool {
		return slices.ContainsFunc(any, func(w string) bool { return slices.Contains(words, w) })
	}
	first, _ := QuestionOf("trouble")
	revoked := had("revoke") // then nothing else is what happened
	seats := had("player", "handed", "table", "us", "rest", "sit")
	if had("nth") {
		seats = people(words)
	}
	raw := map[string]bool{}
	for w := range strings.FieldsSeq(strings.ToLower(typed)) {
		raw[w] = true
	}
	about := map[string]bool{"three": seats && !raw["five"] && !raw["5"],
		"five": seats && !raw["three"] && !raw["3"]}
	means := raw["what"] && (raw["mean"] || raw["means"]) // a word is asked for, and nothing went wrong
	var entries []entry
	for _, a := range first.For(in).Answers {
		e := entry{Hit{Say: a.Say, Hint: a.Hint, Path: a.To}, append([]string{a.Say, a.Hint}, a.Typed...), 1, 0}
		if means || revoked && a.To != "refused" && !strings.HasPrefix(a.To, "revoke") {
			e.weight = 0.5
		}
		entries = append(entries, e)
	}
	for _, p := range in.places() {
		e := entry{Hit{Say: p.Name, Place: p.ID}, append([]string{p.Name}, p.Typed...), 0.8, 0}
		if _, call := rules.ParseCall(p.ID); !means && call || p.ID == "caller" || p.ID == "opponent" {
			e.weight = 0.4 // named in many a quarrel about something else
		}
		if fits, ok := about[p.ID]; ok && !fits {
			e.weight = 0.2
		}
		entries = append(entries, e)
	}
	asked := in.asked(words, typed)
	for _, e := range bothRevokes(likely(words, entries), entries) {
		if e.Path != "" {
			e.Ends = in.ends(e.Path)
			slices.SortStableFunc(e.Ends, func(a, b End) int { return cmp.Compare(asked.fit(b), asked.fit(a)) })
		}
		out = append(out, e.Hit)
	}
	return out
}

// people tells whether a number counts those at the table: "three of us", "five players", "three at the
// table". Elsewhere it counts tricks or cards.
func people(words []string) bool {
	for i, w := range words {
		beside := strings.Join(words[i+1:min(i+3, len(words))], " ") + " "
		if w == "nth" && (i > 0 && words[i-1] == "us" || slices.ContainsFunc([]string{"of us ", "at ", "player ",
			"handed "}, func(p string) bool { return strings.HasPrefix(beside, p) })) {
			return true
		}
	}
	return false
}

// bothRevokes puts beside a revoke that stands the one that can still be put right, and the other way round:
// which of them it is people seldom say.
func bothRevokes(found, all []entry) []entry {
	at := func(list []entry, path string) int {
		return slices.IndexFunc(list, func(e entry) bool { return e.Path == path })
	}
	stands, open := at(found, "revoke-stands"), at(found, "revoke-open")
	switch {
	case stands >= 0 && open < 0:
		return slices.Insert(found, stands+1, all[at(all, "revoke-open")])
	case open >= 0 && stands < 0:
		return slices.Insert(found, open+1, all[at(all, "revoke-stands")])
	}
	return found
}

// asked is the rest of the words, besides the mishap: the calls they name, and whose fault it was.
type asked struct {
	calls               []rules.Call
	opponent, own, both bool
}

// asked reads it.
func (in Play) asked(words []string, typed string) asked {
	had := func(word string) bool { return slices.Contains(words, word) }
	missed := func(word string) bool { return !had(word) }
	a := asked{own: had("caller") || had("we") || strings.Contains(strings.ToLower(typed), "in my "),
		opponent: had("opponent") || had("against")}
	a.both = had("both") && !a.opponent // both opponents are one side
	most := map[rules.Call]int{}        // words of its name
	for _, c := range rules.Calls() {
		for _, name := range append([]string{c.String(), in.Words.Name(c)}, Names(c)...) {
			if words := wordsOf(name); !slices.ContainsFunc(words, missed) {
				most[c] = max(most[c], len(words))
			}
		}
	}
	for _, c := range rules.Calls() {
		long := map[rules.Call]rules.Call{rules.Misere: rules.MisereOuverte, rules.Abundance: rules.Declared}[c]
		if most[c] > 0 && (long == rules.NoCall || most[c] >= most[long]) { // "open misère" is no misère
			a.calls = append(a.calls, c)
		}
	}
	return a
}

// fit tells how well a ruling goes with it.
func (a asked) fit(e End) (n int) {
	r, _ := RulingOf(e.Ruling)
	if slices.ContainsFunc(a.calls, func(c rules.Call) bool { return slices.Contains(r.Calls, c) }) {
		n += 2
	}
	caller := r.Posting.ofCaller() || strings.HasSuffix(r.ID, "-caller")
	switch {
	case a.both && r.Posting == PostVoid:
		n += 8
	case a.opponent && !a.own && r.Posting.movesMoney() && !caller, a.own && !a.opponent && caller:
		n++
	}
	return n
}

// ends lists the rulings that can be reached from a step, each way once.
func (in Play) ends(path string) (out []End) {
	step := path[strings.LastIndex(path, "/")+1:]
	if r, ok := RulingOf(step); ok {
		return []End{{Ruling: step, Title: in.Filling().Replace(r.Title), Path: path}}
	}
	q, _ := QuestionOf(step)
	for _, a := range q.For(in).Answers {
		ends := in.ends(path + "/" + a.To)
		if !a.Each {
			for _, e := range ends {
				e.Said = append([]string{a.Say}, e.Said...)
				out = append(out, e)
			}
			continue
		}
		e := ends[0]
		switch calls := in.Offered(a.For); {
		case len(calls) == 1:
			e.Call, e.Said = calls[0], []string{in.Words.Name(calls[0])}
		case len(q.Answers) > 1: // others of this question may have the same title
			e.Path, e.Said = path, []string{english.List(Each(calls, in.Words.Name))}
		default:
			e.Path = path
		}
		out = append(out, e)
	}
	return out
}

// likely says which of some entries the input may mean, the likeliest first.
//
// A phrase counts by how much of it was typed; a word counts the more the fewer entries have it, and what
// stands around the phrase doesn't count. What is not at least half as likely as the first is left out.
func likely(asked []string, entries []entry) []entry {
	phrases := make([][][]string, len(entries))
	had := map[string]int{} // in how many entries
	for i, e := range entries {
		seen := map[string]bool{}
		for _, phrase := range e.phrases {
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
		if slices.Contains(small, word) {
			return 0.2
		}
		return 1 + math.Log(float64(len(entries)+1)/float64(had[word]+1))
	}
	out, known := slices.Clone(entries), map[[2]string]float64{}
	like := func(typed, word string) float64 {
		two := [2]string{typed, word}
		if _, ok := known[two]; !ok {
			known[two] = similar(typed, word)
		}
		return known[two]
	}
	for i := range out {
		out[i].score = out[i].weight * likeness(asked, phrases[i], worth, like)
	}
	slices.SortStableFunc(out, func(a, b entry) int { return cmp.Compare(b.score, a.score) })
	return slices.DeleteFunc(out, func(e entry) bool { return e.score < 0.6 || e.score < out[0].score/2 })
}

// likeness is that of the likeliest phrase of an entry, and half that of others that were typed in other
// words.
func likeness(
	asked []string, phrases [][]string, worth func(string) float64, like func(typed, word string) float64,
) float64 {
	type meant struct {
		score float64
		words []int // of the question, but for small ones
	}
	var all []meant
	for _, phrase := range phrases {
		var met, whole float64
		var m meant
		taken := make([]bool, len(asked))
		for _, p := range phrase {
			best, at := 0.0, -1
			for i, a := range asked {
				if s := like(a, p); s > best && !taken[i] {
					best, at = s, i
				}
			}
			whole += worth(p)
			if at < 0 {
				continue
			}
			taken[at] = true
			met += best * worth(p)
			if !slices.Contains(small, p) {
				m.words = append(m.words, at)
			}
		}
		if len(m.words) > 0 {
			m.score = met * (met / whole) * (met / whole)
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b meant) int { return cmp.Compare(b.score, a.score) })
	sum := 0.0
	var used []int
	for i, m := range all {
		if slices.ContainsFunc(m.words, func(at int) bool { return slices.Contains(used, at) }) {
			continue
		}
		used = append(used, m.words...)
		if i > 0 {
			m.score /= 2
		}
		sum += m.score
	}
	return sum
}

// spelt are the words as typed. One that nobody keeps becomes the one it is a slip for, where that is the
// only one so near: one letter off, or two in a long word.
func (in Play) spelt(typed string) []string {
	known := in.vocabulary()
	words := wordsOf(typed)
	for i, w := range words {
		long := utf8.RuneCountInString(w)
		if _, ok := known[w]; ok || long < 5 {
			continue
		}
		most := 1
		if long >= 7 {
			most = 2
		}
		meant, near := "", most+1
		for word, as := range known {
			if lengthGap(long, word) > most {
				continue
			}
			switch d := distance(w, word); {
			case d < near:
				meant, near = as, d
			case d == near && as != meant:
				meant = ""
			}
		}
		if near <= most && meant != "" {
			words[i] = meant
		}
	}
	return words
}

// vocabulary are all words that phrases are made of, in every form, each with the one it is kept as.
func (in Play) vocabulary() map[string]string {
	known := map[string]string{}
	keep := func(phrases ...string) {
		for _, phrase := range phrases {
			for _, w := range wordsOf(phrase) {
				known[w] = w
			}
		}
	}
	first, _ := QuestionOf("trouble")
	for _, a := range first.For(in).Answers {
		keep(a.Say, a.Hint)
		keep(a.Typed...)
	}
	for _, p := range in.places() {
		keep(p.Name)
		keep(p.Typed...)
	}
	keep(small...)
	for form, as := range alike {
		known[form] = as
	}
	return known
}

// similar is how far a typed word may stand for another or one said for it.
func similar(typed, word string) float64 {
	best := resembles(typed, word)
	for _, form := range forms[word] {
		best = max(best, resembles(typed, form))
	}
	return best
}

// resembles is 1 for the word itself, less for its beginning, and for one or, in long words, two slips of the
// finger.
func resembles(typed, word string) float64 {
	long := utf8.RuneCountInString(typed)
	switch {
	case typed == word:
		return 1
	case long >= 4 && strings.HasPrefix(word, typed):
		return 0.85
	case long < 4, lengthGap(long, word) > 2:
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

// lengthGap is by how many letters two words differ at least.
func lengthGap(long int, word string) int {
	more := utf8.RuneCountInString(word) - long
	return max(more, -more)
}

// longest is how many letters a word may have to be compared.
const longest = 31

// distance is the number of letters to leave out, put in, change or exchange with their neighbour to make
// one word the other (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var rows [3][longest + 1]int
	if len(y) > longest { // no word of ours
		return longest
	}
	before, last, now := rows[0][:len(y)+1], rows[1][:len(y)+1], rows[2][:len(y)+1]
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
var small = strings.Fields("a after again against an and are as at be been but by can could did do does " +
	"for from get got had has have he her here him his how i if im in is it its ive just may me my " +
	"now of off on one or our out over she so somebody someone that the their them then there theres " +
	"they this to too up us was we were what when which who whose will with would you your")

// forms are the words said for the first of each line; alike leads from each of them to that first.
var forms, alike = func() (map[string][]string, map[string]string) {
	forms, alike := map[string][]string{}, map[string]string{}
	for line := range strings.Lines(`twelve 10 11 12 14 15 ten eleven fourteen fifteen
nth 1 2 3 4 5 6 7 8 9 first two three four five six seven eight nine third fourth fifth sixth seventh eighth
thirteen 13
not wont dont didnt doesnt wouldnt cant isnt wasnt shouldnt hasnt hadnt
second 2nd
call bid bids bidding called calls calling
lower below underbid
prop proposal proposals proposed proposes propose props
accept accepts accepted accepting acceptance cop cops copped
revoke renege reneged reneges renegued renegues renegged revoque revoked revokes revoking
show showed shows shown exposed expose exposes flashed flashes dropped drops drop fell saw seen sees
lead led leads leading
take takes took taken pick picks picked
play played plays playing
deal deals dealt dealing
pass passed passes passing
follow followed following follows
shuffle shuffled shuffles shuffling mixed mixes
trump trumps trumped trumping
partner mate partners
suit suits heart hearts club clubs diamond diamonds spade spades
card cards king queen ace jack knave crad
pay pays paid paying
lose loses lost losing
opponent opponents adversary enemy defender defenders
name names named naming
tell tells told telling
ask asks asked asking
ago earlier later noticed notice notices
early soon quick quickly quickli
win beat wins beats winning
`) {
		words := strings.Fields(line)
		forms[words[0]] = words[1:]
		for _, w := range words[1:] {
			alike[w] = words[0]
		}
	}
	return forms, alike
}()

// wordsOf are the words of a text in small letters, without accents and the endings of the plural, and those
// that are said for one another as one of them.
func wordsOf(text string) []string {
	fields := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’'
	})
	for i, w := range fields {
		w = accents.Replace(w)
		if as, ok := alike[w]; ok {
			w = as
		} else if len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
			w = w[:len(w)-1]
		}
		fields[i] = w
	}
	return slices.DeleteFunc(fields, func(w string) bool { return w == "" })
}

var accents = strings.NewReplacer("'", "", "’", "", "è", "e", "é", "e", "ê", "e", "à", "a", "â", "a", "ä",
	"a", "ö", "o", "ô", "o", "ü", "u", "û", "u", "î", "i", "ç", "c", "ß", "ss")
