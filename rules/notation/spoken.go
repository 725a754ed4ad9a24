package notation

import (
	"cmp"
	"errors"
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
	d, err := Parse(h, names, dealer, line)
	if err != nil {
		s := spoken{house: h, names: names, rest: cut(line)}
		s.phrases = phrasesOf(h, words)
		for len(s.rest) > 0 {
			s.take()
		}
		if d, err = Parse(h, names, dealer, s.line()); err != nil && s.call.Biddable() && !h.Has(s.call) {
			d, err = rules.Deal{Seats: len(names), Dealer: dealer, Call: s.call}, nil
		}
	}
	if err != nil {
		return d, err
	}
	// What no form of this set can hold would be gone from it unsaid; what is only missing is asked there.
	problem := (*rules.Problem)(nil)
	if _, err := rules.Settle(h, &d); errors.As(err, &problem) && !slices.Contains(asked, problem.Field) {
		return d, err
	}
	return d, nil
}

// asked are the fields the form asks for.
var asked = []string{"tricks", "tricksBy", "loser"}

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
	off      string // the word that counts tricks from the target: "short", "by"
	over     int    // so many over the target, or short of it
	lost     string // the word that says so
	made     bool
	trumps   string
	mishaps  []string
	after    string // the mishap whose name comes next
	copped   bool   // a proposal was accepted, perhaps without its name …
	accepts  bool   // … by whose name comes next …
	accepted string // … or who it was
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

// cut is the words of a text, folded, without its punctuation; "Ann's" is Ann.
func cut(text string) []string {
	words := strings.FieldsFunc(strings.ReplaceAll(folded(text), "’", "'"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'♣♦♥♠", r)
	})
	for i, w := range words {
		words[i] = strings.TrimSuffix(w, "'s")
	}
	return words
}

var countWords = map[string]int{
	"none": 0, "nothing": 0, "nil": 0, "no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5,
	"six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
	"fourteen": 14, "once": 1, "twice": 2,
}

// heardAs are numbers of tricks as a tablet's dictation may write them.
var heardAs = map[string]int{"to": 2, "too": 2, "for": 4, "fore": 4}

var spokenMishaps = map[string]string{
	"rev": "rev", "revoke": "rev", "revokes": "rev", "revoked": "rev", "reneged": "rev", "reneges": "rev",
	"exposed": "exposed", "exposes": "exposed", "showed": "exposed", "shows": "exposed", "forfeit": "exposed",
	"wrong": "wrong", "loser": "loser",
}

// offWords count tricks from the target, and which way; "by" goes the way the deal went.
var offWords = map[string]int{
	"over": 1, "overtrick": 1, "overtricks": 1, "by": 0,
	"under": -1, "short": -1, "down": -1, "undertrick": -1, "undertricks": -1,
}

var (
	copWords  = strings.Fields("accept accepts accepted accepting cop cops copped")
	lostWords = strings.Fields("lost loses losing fail fails failed failing")
	madeWords = strings.Fields("made makes won wins")
	ledWords  = strings.Fields("lead leads led play plays played")
)

// fillers say nothing of a deal.
var fillers = strings.Fields(
	"a an and after alone all as at bid bids bidding but by call called calls calling card cards " +
		"did does each for from gets goes going got had hand has " +
		"her his i in is it its just made make makes making of off on only or out plays played playing she " +
		"so suit take taken takes taking that the their then they to took trick tricks trump trumps turn " +
		"was went were which with won wins",
)

// take reads the next word or words. The order decides where a word could be several things: a name, then the
// call (once), a suit, a number, and last the words of mishaps and those that say nothing.
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
	n, counts := number(w)
	if heard := heardAs[w]; heard > 0 && len(s.rest) > 0 && strings.HasPrefix(s.rest[0], "trick") {
		n, counts = heard, true
	}
	suit := w
	if w == "no" && len(s.rest) > 0 && strings.HasPrefix(s.rest[0], "trump") {
		suit, counts = "no-trumps", false
		s.skip(1)
	}
	switch m := spokenMishaps[w]; {
	case suitOf(suit) != rules.NoSuit:
		s.trumps = suitOf(suit).String()
	case counts && (n == 12 || n == 14) && s.begins([]string{"cards"}):
		s.mishap("wrong", named)
	case counts:
		s.count(n)
	case slices.Contains(ledWords, w) && s.begins([]string{"out", "of", "turn"}):
		s.skip(3)
		s.mishap("exposed", named)
	case s.offNext(w), w == "a" && s.offAfter(1):
	case slices.Contains(copWords, w):
		s.cop(named)
	case slices.Contains(lostWords, w):
		s.lost, s.nameLast = w, named
	case m != "":
		s.mishap(m, named)
	case w == "too" && len(s.rest) > 0 && (s.rest[0] == "many" || s.rest[0] == "few"):
		s.skip(1)
		s.mishap("wrong", named)
	case w == "times", slices.Contains(fillers, w):
		s.nameLast = named // "Bob had too many cards"
		s.made = s.made || slices.Contains(madeWords, w)
	default:
		s.stray(w)
	}
}

func number(w string) (n int, ok bool) {
	if n, err := strconv.Atoi(w); err == nil {
		return n, true
	}
	n, ok = countWords[w]
	return n, ok
}

// offNext takes the number after a word that counts from the target: "by one", "down two".
func (s *spoken) offNext(w string) bool {
	way, off := offWords[w]
	rest := s.rest
	if way != 0 && s.begins([]string{"by"}) { // "short by one"
		rest = rest[1:]
	}
	if !off || len(rest) == 0 {
		return false
	}
	n, counts := number(rest[0])
	if rest[0] == "a" { // "by a trick"
		n, counts = 1, true
	}
	if !counts {
		return false
	}
	s.rest = rest[1:]
	if !s.offAfter(n) {
		s.off, s.over = w, n*cmp.Or(way, 1)
	}
	return true
}

// offAfter takes a word after a number that counts it from the target: "one short", "two tricks over".
func (s *spoken) offAfter(n int) bool {
	at := 0
	if len(s.rest) > 1 && strings.HasPrefix(s.rest[0], "trick") {
		at = 1
	}
	if at >= len(s.rest) || offWords[s.rest[at]] == 0 {
		return false
	}
	s.off, s.over = s.rest[at], n*offWords[s.rest[at]]
	s.skip(at + 1)
	return true
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
	if s.accepts {
		s.accepts, s.accepted = false, quoted
	}
}

// cop is of the name before it, or after "by".
func (s *spoken) cop(named bool) {
	s.copped, s.nameLast = true, named
	switch {
	case s.begins([]string{"by"}):
		s.accepts = true
	case named:
		s.accepted = s.who[len(s.who)-1]
	}
}

// mishap is the one of the name before it, or of the name to come. The caller keeps the call where
// another name comes: "solo, Ann, revoked by Cat".
func (s *spoken) mishap(m string, named bool) {
	next := spoken{names: s.names, rest: s.rest}
	for len(next.rest) > 0 && slices.Contains(fillers, next.rest[0]) {
		next.skip(1)
	}
	_, comes := next.nameNext()
	if named && len(s.who) > 0 && (comes == 0 || len(s.who) > s.wanted()) {
		last := len(s.who) - 1
		s.mishaps, s.who = append(s.mishaps, m+" "+s.who[last]), s.who[:last]
		return
	}
	s.after = m
}

// count is a number: of revokes, tricks over or short of the target, an Irish bid, or tricks.
func (s *spoken) count(n int) {
	switch {
	case len(s.mishaps) > 0 && strings.HasPrefix(s.mishaps[len(s.mishaps)-1], "rev") && s.tricks != "":
		s.mishaps[len(s.mishaps)-1] += " " + strconv.Itoa(n)
	case s.offAfter(n):
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
	if s.after != "" || len(s.who) < max(1, s.wanted()) {
		s.name(w)
		return
	}
	s.unknown = append(s.unknown, w)
}

// wanted is how many called and accepted.
func (s *spoken) wanted() int {
	switch {
	case s.call == rules.Prop:
		return 2
	case s.call.Biddable():
		return 1
	}
	return 0
}

// reckon turns tricks counted from the target into tricks taken, and refuses contradictions.
func (s *spoken) reckon() {
	if s.call == rules.GeneralMisere && s.lost != "" && len(s.who) == 1 {
		s.mishaps, s.who = append(s.mishaps, "loser "+s.who[0]), nil
	}
	rank, _ := s.house.Rank(s.call)
	target := rank.Target
	if s.bid != "" {
		target, _ = strconv.Atoi(strings.TrimRight(s.bid, "cdhsnt"))
	}
	took, err := strconv.Atoi(s.tricks)
	if s.off == "by" && s.lost != "" {
		s.over = -s.over
	}
	switch sum := target + s.over; {
	case s.off == "" && s.lost != "" && err == nil && target > 0 && took >= target && len(s.mishaps) == 0:
		s.unknown = append(s.unknown, s.lost) // it was made
	case s.off == "" && s.made && s.lost == "" && s.tricks == "" &&
		(s.call.Losing() || target == rules.TricksInDeal):
		s.tricks = strconv.Itoa(target)
	case s.off == "":
	case target == 0, sum < 0, s.tricks != "" && took != sum, s.off == "by" && s.made == (s.lost != ""):
		s.unknown = append(s.unknown, s.off)
	default:
		s.tricks = strconv.Itoa(sum)
	}
}

// line is the same in the players' notation.
func (s *spoken) line() string {
	if s.copped && s.call == rules.NoCall && s.bid == "" { // "Dan copped May"
		s.call = rules.Prop
	}
	s.reckon()
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
	if s.call == rules.Prop && len(s.who) == 2 && s.accepted == s.who[0] {
		slices.Reverse(s.who)
	}
	called := len(s.who)
	if s.call.Biddable() {
		called = min(called, s.wanted())
	}
	parts = append(parts, s.who[:called]...)
	if len(s.who) < s.wanted() { // the line breaks off where the name is missing
		return strings.TrimSpace(strings.Join(append(parts, s.unknown...), " "))
	}
	parts = append(parts, s.tricks, strings.ToLower(s.trumps))
	parts = append(append(append(parts, s.mishaps...), s.unknown...), s.who[called:]...)
	if s.after != "" {
		parts = append(parts, s.after)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}
