package notation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ouverte/rules"
)

// ParseSpoken reads a deal as Parse does, and as people say it and a tablet takes it down: "Solo, Ann, seven
// tricks", "Cat and Dan proposed, nine tricks", "misère by Will, none, May revoked". The words that matter
// may stand in any order, others between them. words are the circle's own for the calls.
func ParseSpoken(h *rules.House, words rules.Words, names []string, dealer rules.Seat, line string,
) (rules.Deal, error) {
	if d, err := Parse(h, names, dealer, line); err == nil {
		return d, nil
	}
	s := spoken{house: h, names: names, rest: cut(line)}
	s.phrases = phrasesOf(h, words)
	for len(s.rest) > 0 {
		s.take()
	}
	return Parse(h, names, dealer, s.line())
}

// spoken takes a line apart into what the notation needs.
type spoken struct {
	house   *rules.House
	names   []string
	rest    []string // words still to be read
	phrases []phrase // of the calls, the longest first

	call     rules.Call
	bid      string   // of an Irish call: "6h"
	who      []string // who called and who accepted, quoted; words nobody knows as they stand
	tricks   string
	over     int // instead of tricks: so many over the target, or short of it
	trumps   string
	mishaps  []string
	after    string // the mishap whose name comes next
	unknown  []string
	nameLast bool // the word before was a name
}

// phrase is words that name a call.
type phrase struct {
	words []string
	call  rules.Call
}

// saidFor are the phrases people use for a call besides the notation's words and the circle's.
var saidFor = map[rules.Call]string{
	rules.Prop: "prop and cop; proposal and acceptance; proposed; proposes; propose; proposition; props; " +
		"prop and cup",
	rules.Solo:   "going alone; went alone; goes alone; going solo",
	rules.Misere: "misere; mizzer; mis; null; nullo; miss air",
	rules.MisereOuverte: "open misery; spread misery; misery ouverte; misere open; open hand misere; " +
		"mis ouverte",
	rules.Abundance:     "abundances; a bundle",
	rules.Royal:         "abundance royal; abundance royale; royal abundances; abundance in trumps",
	rules.PetitSlam:     "small slam; little slam; petty slam",
	rules.GrandSlam:     "large slam; big slam; great slam",
	rules.Declared:      "declared abundance; abundance declare; bundle declared",
	rules.GeneralMisere: "general misery",
	rules.Passed: "everybody passed; everyone passed; all pass; we all passed; they all passed; " +
		"nobody called; passed out; thrown in; passed round",
	rules.Void: "void deal; the deal is void",
}

// phrasesOf are all phrases, the longest first. Without a misery to play, "misery" is a misère.
func phrasesOf(h *rules.House, words rules.Words) (out []phrase) {
	add := func(c rules.Call, text string) { out = append(out, phrase{cut(text), c}) }
	for _, c := range callWords {
		for _, w := range c.words {
			add(c.call, strings.ReplaceAll(w, "-", " "))
		}
		add(c.call, words.Name(c.call))
		for _, said := range strings.Split(saidFor[c.call], "; ") {
			add(c.call, said)
		}
	}
	for i := range out {
		if out[i].call == rules.GeneralMisere && !h.AllPass.Played() {
			out[i].call = rules.Misere
		}
	}
	out = slices.DeleteFunc(out, func(p phrase) bool { return len(p.words) == 0 })
	slices.SortStableFunc(out, func(a, b phrase) int { return len(b.words) - len(a.words) })
	return out
}

// cut is the words of a text, folded, without its punctuation.
func cut(text string) []string {
	return strings.FieldsFunc(folded(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’♣♦♥♠", r)
	})
}

var countWords = map[string]int{
	"none": 0, "nothing": 0, "nil": 0, "no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
	"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
	"once": 1, "twice": 2,
}

var spokenMishaps = map[string]string{
	"rev": "rev", "revoke": "rev", "revokes": "rev", "revoked": "rev", "reneged": "rev", "reneges": "rev",
	"exposed": "exposed", "exposes": "exposed", "showed": "exposed", "shows": "exposed", "forfeit": "exposed",
	"wrong": "wrong", "loser": "loser", "loses": "loser", "lost": "loser",
}

// fillers say nothing of a deal.
var fillers = strings.Fields(
	"a an and accepted accepting accepts after alone all as at bid bids bidding but by call called calls " +
		"calling card cards did does each for from gets goes going got had hand has her his i in is it its " +
		"just made make makes making of off on only or out plays played playing she so suit take taken takes " +
		"taking that the their then they to took trick tricks trump trumps turn was went were which with won " +
		"wins",
)

// take reads the next word or words.
func (s *spoken) take() {
	named := s.nameLast
	s.nameLast = false
	if seat, n := s.nameNext(); n > 0 && (s.call != rules.NoCall || !s.callOnlyHere(n)) {
		s.skip(n)
		s.name(strconv.Quote(s.names[seat]))
		return
	}
	if s.call == rules.NoCall && s.bid == "" {
		for _, p := range s.phrases {
			if s.begins(p.words) {
				s.call = p.call
				s.skip(len(p.words))
				return
			}
		}
	}
	w := s.rest[0]
	s.skip(1)
	n, counts := countWords[w]
	if figure, err := strconv.Atoi(w); err == nil {
		n, counts = figure, true
	}
	suit := w
	if w == "no" && len(s.rest) > 0 && strings.HasPrefix(s.rest[0], "trump") {
		suit, counts = "no-trumps", false
		s.skip(1)
	}
	switch m := spokenMishaps[w]; {
	case suitOf(suit) != rules.NoSuit:
		s.trumps = suitOf(suit).String()
	case counts:
		s.count(n)
	case m != "" && !(w == "lost" && s.call != rules.GeneralMisere):
		s.mishap(m, named)
	case w == "too" && len(s.rest) > 0 && (s.rest[0] == "many" || s.rest[0] == "few"):
		s.skip(1)
		s.mishap("wrong", named)
	case w == "times", slices.Contains(fillers, w):
		s.nameLast = named // "Bob had too many cards"
	case w == "lost":
	default:
		s.stray(w)
	}
}

func suitOf(w string) rules.Suit {
	for _, form := range []string{w, w + "s"} {
		if s, ok := suitWords[form]; ok {
			return s
		}
	}
	return rules.NoSuit
}

func (s *spoken) skip(n int) { s.rest = s.rest[min(n, len(s.rest)):] }

func (s *spoken) begins(words []string) bool {
	return len(s.rest) >= len(words) && slices.Equal(s.rest[:len(words)], words)
}

// nameNext tells whose name comes next, and how many words it has; the longest counts.
func (s *spoken) nameNext() (seat, words int) {
	for i, name := range s.names {
		if own := cut(name); len(own) > words && s.begins(own) {
			seat, words = i, len(own)
		}
	}
	return seat, words
}

// callOnlyHere tells whether the call is named by these words of somebody's name and nowhere after them.
func (s *spoken) callOnlyHere(n int) bool {
	calls := func(words []string) bool {
		return slices.ContainsFunc(s.phrases, func(p phrase) bool {
			return len(words) >= len(p.words) && slices.Equal(words[:len(p.words)], p.words)
		})
	}
	if !calls(s.rest) {
		return false
	}
	for i := n; i < len(s.rest); i++ {
		if calls(s.rest[i:]) {
			return false
		}
	}
	return true
}

// name is somebody's: of the mishap before it, else of who called.
func (s *spoken) name(quoted string) {
	if s.after != "" {
		s.mishaps = append(s.mishaps, s.after+" "+quoted)
		s.after = ""
		return
	}
	s.who = append(s.who, quoted)
	s.nameLast = true
}

// mishap is the one of the name before it, or of the name to come.
func (s *spoken) mishap(m string, named bool) {
	if named && len(s.who) > 0 {
		last := len(s.who) - 1
		s.mishaps, s.who = append(s.mishaps, m+" "+s.who[last]), s.who[:last]
		return
	}
	s.after = m
}

// count is a number: of revokes, tricks over or short of the target, an Irish bid, or tricks.
func (s *spoken) count(n int) {
	next := ""
	if len(s.rest) > 0 {
		next = s.rest[0]
	}
	switch {
	case len(s.mishaps) > 0 && strings.HasPrefix(s.mishaps[len(s.mishaps)-1], "rev") && s.tricks != "":
		s.mishaps[len(s.mishaps)-1] += " " + strconv.Itoa(n)
	case next == "over":
		s.skip(1)
		s.over = n
	case next == "under" || next == "short" || next == "down":
		s.skip(1)
		s.over = -n
	case s.house.Has(rules.Irish) && s.bid == "" && s.irish(n):
	case s.tricks == "":
		s.tricks = strconv.Itoa(n)
	default:
		s.unknown = append(s.unknown, strconv.Itoa(n))
	}
}

// irish takes the suit of a bid, if one comes.
func (s *spoken) irish(n int) bool {
	if s.call != rules.NoCall && s.call != rules.Irish || len(s.rest) == 0 {
		return false
	}
	suit, words := suitOf(s.rest[0]), 1
	if s.begins([]string{"no", "trumps"}) || s.begins([]string{"no", "trump"}) {
		suit, words = rules.NoTrumps, 2
	}
	if suit == rules.NoSuit {
		return false
	}
	s.skip(words)
	s.bid, s.call = strconv.Itoa(n)+strings.ToLower(suit.String()), rules.Irish
	return true
}

// stray is a word nobody knows: perhaps a name, where one is still to be said.
func (s *spoken) stray(w string) {
	wanted := 1
	if s.call == rules.Prop {
		wanted = 2
	}
	if s.after != "" || len(s.who) < wanted {
		s.name(w)
		return
	}
	s.unknown = append(s.unknown, w)
}

// line is the same in the players' notation.
func (s *spoken) line() string {
	if s.over != 0 {
		rank, _ := s.house.Rank(s.call)
		target := rank.Target
		if s.bid != "" {
			target, _ = strconv.Atoi(strings.TrimRight(s.bid, "cdhsnt"))
		}
		s.tricks = strconv.Itoa(max(0, target+s.over))
	}
	parts := []string{s.call.String()}
	switch {
	case s.bid != "":
		parts[0] = s.bid
	case s.call == rules.NoCall:
		parts[0] = strings.Join(s.unknown, " ")
		s.unknown = nil
	}
	for _, c := range callWords {
		if c.call == s.call && s.bid == "" {
			parts[0] = c.words[0]
		}
	}
	parts = append(parts, s.who...)
	parts = append(parts, s.tricks, strings.ToLower(s.trumps))
	parts = append(append(parts, s.mishaps...), s.unknown...)
	if s.after != "" {
		parts = append(parts, s.after)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}
