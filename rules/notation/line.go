package notation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ouverte/rules"
)

// The players' notation: a deal in a few words, read and written. Parse has the table of it.

var callWords = []struct {
	call  rules.Call
	words []string // what may be cut short; those with a hyphen may not, and may be written as two words
}{
	{rules.Prop, []string{"prop", "proposal"}},
	{rules.Solo, []string{"solo"}},
	{rules.Misere, []string{"mis", "misere"}},
	{rules.Abundance, []string{"abundance", "abondance", "bundle"}},
	{rules.Royal, []string{"royal", "royal-abundance"}},
	{rules.PetitSlam, []string{"petit", "petit-slam"}},
	{rules.MisereOuverte, []string{"open", "ouverte", "misere-ouverte", "open-misere", "spread-misere"}},
	{rules.Declared, []string{"declared", "abundance-declared", "abondance-declaree"}},
	{rules.GrandSlam, []string{"grand", "grand-slam"}},
	{rules.Irish, []string{"irish"}},
	{rules.GeneralMisere, []string{"misery", "general-misere"}},
	{rules.Passed, []string{"pass", "passed", "all-passed"}},
	{rules.Void, []string{"void"}},
}

// suitWords are the suits by what may be written for them: "h", "hearts", "♥", "no-trumps".
var suitWords = func() map[string]rules.Suit {
	words := map[string]rules.Suit{}
	for _, s := range rules.Suits() {
		for _, word := range []string{s.String(), s.Sign(), strings.ReplaceAll(s.Name(), " ", "-")} {
			words[strings.ToLower(word)] = s
		}
	}
	return words
}()

// mishap is a word that is followed by a name.
type mishap uint8

const (
	noMishap mishap = iota
	aRevoke
	aWrongHand
	aForfeit
	aLoser
)

var mishapWords = map[string]mishap{
	"rev": aRevoke, "revoke": aRevoke, "revokes": aRevoke, "revoked": aRevoke, "wrong": aWrongHand,
	"exposed": aForfeit, "exposes": aForfeit, "forfeit": aForfeit, "forfeits": aForfeit, "loser": aLoser,
}

// Write writes a deal in that notation; Parse reads it back as the same deal. The deal must be one Settle takes.
func Write(h *rules.House, names []string, d *rules.Deal) string {
	words := make([]string, 0, 8)
	add := func(w ...string) { words = append(words, w...) }
	name := func(s rules.Seat) string { return nameWord(names[s-1]) }
	trumps := strings.ToLower(d.Trumps.String())
	switch d.Call {
	case rules.Passed:
		return "pass"
	case rules.Irish:
		add(strconv.Itoa(d.Bid) + trumps)
		trumps = ""
	case rules.GeneralMisere:
		add("misery")
	default:
		add(d.Call.String())
	}
	for _, s := range []rules.Seat{d.Caller, d.Partner} {
		if s != 0 {
			add(name(s))
		}
	}
	if d.Tricks != rules.NotSaid {
		add(strconv.Itoa(d.Tricks))
	}
	if d.Loser != 0 {
		add("loser", name(d.Loser))
	}
	if d.TricksBy != [rules.MaxSeats + 1]int8{} {
		for s := rules.Seat(1); int(s) <= d.Seats; s++ {
			if d.Active(s) {
				add(name(s), strconv.Itoa(int(d.TricksBy[s])))
			}
		}
	}
	if trumps != "" {
		add(trumps)
	}
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if n := d.Revokes[s]; n > 0 {
			add("rev", name(s))
			if n > 1 {
				add(strconv.Itoa(int(n)))
			}
		}
		if d.WrongCards[s] {
			add("wrong", name(s))
		}
	}
	if d.Forfeit != 0 {
		add("exposed", name(d.Forfeit))
	}
	return strings.Join(words, " ")
}

// nameWord puts a name between quotation marks where it would not be read as one word, or as another.
func nameWord(name string) string {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r)) {
			return strconv.Quote(name)
		}
	}
	if name == "" || reserved(folded(name)) {
		return strconv.Quote(name)
	}
	return name
}

func reserved(word string) bool {
	if _, ok := suitWords[word]; ok || mishapWords[word] != noMishap {
		return true
	}
	for _, c := range callWords {
		for _, w := range c.words {
			for part := range strings.SplitSeq(w, "-") {
				if part == word {
					return true
				}
			}
		}
	}
	return false
}

// folded makes capitals and accents of no account.
func folded(s string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(s))
	return strings.ToLower(bare)
}

// Parse reads one deal in the players' notation: a few words, as one would say them across the table, for catching up
// from a paper sheet. A line is the call, who called, the tricks, and what went wrong:
//
//	solo ann 7                        Ann called solo, and took seven tricks
//	solo ann 7 h                      the same, with hearts for trumps
//	prop ann bob 8                    Ann proposed, Bob accepted, they took eight
//	mis dan 1 rev cat                 misère by Dan, one trick, Cat revoked
//	abundance ann 9 rev cat 2         Cat revoked twice
//	solo ann wrong bob                Bob had a wrong number of cards
//	mis ann exposed cat               Cat exposed a card, or led or played out of turn
//	6h ann 7                          an Irish bid of six in hearts by Ann, who took seven
//	misery loser ann                  a general misère, and Ann is who pays
//	misery ann 3 bob 4 cat 2 dan 4    one where the tricks of each are counted
//	pass                              all passed, and nothing was played
//	void                              the deal is void
//
// Calls are prop, solo, mis, abundance, royal, petit, open (or ouverte), declared, grand, irish and misery, in full or cut
// short as long as they stay unambiguous, as names do. Capitals and accents make no difference. A name with a space in it, or one
// that looks like a word of the notation, stands between "quotation marks". Trumps are c d h s nt or ♣ ♦ ♥ ♠.
//
// names are by seat. Errors are *Problem. Whether the deal is possible under the rules is for Settle to say.
func Parse(h *rules.House, names []string, dealer rules.Seat, line string) (rules.Deal, error) {
	r := lineReader{house: h, names: names}
	r.deal = rules.Deal{Seats: len(names), Dealer: dealer, Tricks: rules.NotSaid}
	p := r.split(line)
	if p == nil {
		p = r.call()
	}
	if p != nil {
		return rules.Deal{}, p
	}
	return r.deal, nil
}

// lineReader reads one line, word by word.
type lineReader struct {
	house *rules.House
	names []string
	words []lineWord
	deal  rules.Deal
}

type lineWord struct {
	text   string
	quoted bool // certainly a name
}

// is tells the word as it counts where it cannot be a name; empty where it must be one.
func (w lineWord) is() string {
	if w.quoted {
		return ""
	}
	return folded(w.text)
}

func (r *lineReader) split(line string) *rules.Problem {
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] == '"' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				return rules.Problemf("line", "A quotation mark is not closed.")
			}
			name, _ := strconv.Unquote(quoted)
			r.words = append(r.words, lineWord{name, true})
			rest = rest[len(quoted):]
			continue
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || c == '"' })
		if end < 0 {
			end = len(rest)
		}
		r.words = append(r.words, lineWord{text: rest[:end]})
		rest = rest[end:]
	}
	if len(r.words) == 0 {
		return rules.Problemf("line", "The line is empty; write a deal like “solo ann 7”.")
	}
	return nil
}

// next takes the next word, the zero word at the end of the line.
func (r *lineReader) next() lineWord {
	if len(r.words) == 0 {
		return lineWord{}
	}
	w := r.words[0]
	r.words = r.words[1:]
	return w
}

func (r *lineReader) peek() lineWord {
	if len(r.words) == 0 {
		return lineWord{}
	}
	return r.words[0]
}

// ---- the call ----

func (r *lineReader) call() *rules.Problem {
	d := &r.deal
	if r.bid() {
		d.Call = rules.Irish
	} else if p := r.callWord(); p != nil {
		return p
	}
	switch d.Call {
	case rules.Passed, rules.Void:
		if len(r.words) > 0 {
			return rules.Problemf("line", "Nothing follows %s in a line.", rules.Quoted(Write(r.house, r.names, d)))
		}
		return nil
	case rules.GeneralMisere:
		return r.misery()
	case rules.Irish:
		return r.irish()
	}
	var p *rules.Problem
	if d.Caller, p = r.name("who called"); p != nil {
		return p
	}
	if d.Call == rules.Prop {
		if d.Partner, p = r.name("who accepted"); p != nil {
			return p
		}
	}
	return r.details()
}

func (r *lineReader) irish() (p *rules.Problem) {
	d := &r.deal
	r.bid()
	if d.Caller, p = r.name("who called"); p != nil {
		return p
	}
	if d.Bid == 0 && !r.bid() {
		return rules.Problemf("bid", "Say what %s bid: tricks and trumps in one word, such as 6h.", rules.Quoted(r.names[d.Caller-1]))
	}
	return r.details()
}

// bid takes an Irish bid, such as 6h, if one comes next and there was none yet.
func (r *lineReader) bid() bool {
	word := r.peek().is()
	figures := strings.TrimRight(word, "cdhsnt♣♦♥♠")
	suit, ok := suitWords[word[len(figures):]]
	tricks, err := strconv.ParseUint(figures, 10, 8)
	if !ok || err != nil || tricks < 1 || tricks > rules.TricksInDeal || r.deal.Bid != 0 {
		return false
	}
	r.next()
	r.deal.Bid, r.deal.Trumps = int(tricks), suit
	return true
}

// callWord reads the word or two of a call: first as it stands in the list, then as one of the list cut short.
func (r *lineReader) callWord() *rules.Problem {
	first := r.next()
	word := first.is()
	two := word + "-" + r.peek().is()
	if c := callIn(func(w string) bool { return w == two }); len(c) == 1 {
		r.next()
		r.deal.Call = c[0]
		return nil
	}
	c := callIn(func(w string) bool { return w == word })
	if len(c) == 0 && word != "" {
		c = callIn(func(w string) bool { return strings.HasPrefix(w, word) && !strings.Contains(w, "-") })
	}
	if len(c) > 1 { // those these house rules have
		var own []rules.Call
		for _, c := range c {
			if _, biddable := r.house.Rank(c); biddable || !c.Biddable() {
				own = append(own, c)
			}
		}
		c = own
	}
	switch len(c) {
	case 0:
		return rules.Problemf("contract", "There is no call %s; a line begins with one, as in “solo ann 7”.", rules.Quoted(first.text))
	case 1:
		r.deal.Call = c[0]
		return nil
	}
	return rules.Problemf("contract", "%s may be %s or %s.", rules.Quoted(first.text), c[0], c[1])
}

func callIn(match func(word string) bool) (found []rules.Call) {
	for _, c := range callWords {
		for _, w := range c.words {
			if match(w) {
				found = append(found, c.call)
				break
			}
		}
	}
	return found
}

// ---- names and numbers ----

// name reads the name of a player: as it stands, then without regard to capitals and accents, then cut short.
func (r *lineReader) name(what string) (rules.Seat, *rules.Problem) {
	word := r.next()
	if word == (lineWord{}) {
		return 0, rules.Problemf("line", "The line ends where it should say %s.", what)
	}
	own := folded(word.text)
	for _, same := range []func(name string) bool{
		func(name string) bool { return name == word.text },
		func(name string) bool { return folded(name) == own },
		func(name string) bool { return !word.quoted && strings.HasPrefix(folded(name), own) },
	} {
		var found []rules.Seat
		for i, name := range r.names {
			if same(name) {
				found = append(found, rules.Seat(i+1))
			}
		}
		switch len(found) {
		case 0:
			continue
		case 1:
			return found[0], nil
		}
		return 0, rules.Problemf("line", "%s may be %s or %s.", rules.Quoted(word.text), r.names[found[0]-1], r.names[found[1]-1])
	}
	return 0, rules.Problemf("line", "Nobody at the table is called %s; the line should say %s there.", rules.Quoted(word.text), what)
}

// number takes a whole number from least to 13, if a number comes next.
func (r *lineReader) number(least int, what string) (n int, there bool, p *rules.Problem) {
	word := r.peek().is()
	if word == "" || strings.Trim(word, "0123456789") != "" {
		return 0, false, nil
	}
	r.next()
	n, err := strconv.Atoi(word)
	if err != nil || n < least || n > rules.TricksInDeal {
		return 0, true, rules.Problemf("line", "%s is not a number of %s from %d to %d.", rules.Quoted(word), what, least, rules.TricksInDeal)
	}
	return n, true, nil
}

// ---- what follows ----

// details reads what follows the names: tricks, trumps, mishaps, in any order.
func (r *lineReader) details() *rules.Problem {
	d := &r.deal
	for len(r.words) > 0 {
		n, isNumber, p := r.number(0, "tricks")
		suit, isSuit := suitWords[r.peek().is()]
		switch {
		case p != nil:
			return p
		case isNumber && d.Tricks != rules.NotSaid:
			return rules.Problemf("tricks", "The tricks are there twice: %d and %d.", d.Tricks, n)
		case isNumber:
			d.Tricks = n
		case isSuit && d.Trumps != rules.NoSuit:
			return rules.Problemf("trumps", "The trumps are there twice.")
		case isSuit:
			r.next()
			d.Trumps = suit
		default:
			if p := r.mishap(aRevoke, aWrongHand, aForfeit); p != nil {
				return p
			}
		}
	}
	return nil
}

// misery reads a general misère: who lost it, or how many tricks each took.
func (r *lineReader) misery() *rules.Problem {
	d := &r.deal
	var counted [rules.MaxSeats + 1]bool
	for len(r.words) > 0 {
		word := r.peek().is()
		if word == "nt" && d.Trumps == rules.NoSuit {
			r.next()
			d.Trumps = rules.NoTrumps
			continue
		}
		if mishapWords[word] != noMishap {
			if p := r.mishap(aRevoke, aLoser); p != nil {
				return p
			}
			continue
		}
		s, p := r.name("whose tricks come next")
		if p != nil {
			return p
		}
		n, there, p := r.number(0, "tricks")
		switch {
		case p != nil:
			return p
		case !there:
			return rules.Problemf("tricksBy", "Say after %s how many tricks that player took.", rules.Quoted(r.names[s-1]))
		case counted[s]:
			return rules.Problemf("tricksBy", "The tricks of %s are there twice.", rules.Quoted(r.names[s-1]))
		}
		counted[s] = true
		d.TricksBy[s] = int8(n)
	}
	if counted == [rules.MaxSeats + 1]bool{} {
		return nil
	}
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if d.Active(s) && !counted[s] {
			return rules.Problemf("tricksBy", "Say how many tricks %s took.", rules.Quoted(r.names[s-1]))
		}
	}
	return nil
}

// mishap reads one of these mishaps and whose it was.
func (r *lineReader) mishap(possible ...mishap) *rules.Problem {
	word, d := r.next(), &r.deal
	m := mishapWords[word.is()]
	if m == noMishap || !slices.Contains(possible, m) {
		return rules.Problemf("line", "%s is not understood there.", rules.Quoted(word.text))
	}
	s, p := r.name("whose it was after " + rules.Quoted(word.text))
	if p != nil {
		return p
	}
	twice := false
	switch m {
	case aRevoke:
		n, there, p := r.number(1, "revokes")
		if p != nil {
			return p
		}
		if !there {
			n = 1
		}
		twice = d.Revokes[s] > 0
		d.Revokes[s] = uint8(n)
	case aWrongHand:
		twice = d.WrongCards[s]
		d.WrongCards[s] = true
	case aForfeit:
		twice = d.Forfeit != 0
		d.Forfeit = s
	case aLoser:
		twice = d.Loser != 0
		d.Loser = s
	}
	if twice {
		return rules.Problemf("line", "%s is there twice.", rules.Quoted(word.text+" "+r.names[s-1]))
	}
	return nil
}
