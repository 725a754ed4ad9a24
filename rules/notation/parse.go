package notation

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ouverte/rules"
	"ouverte/rules/english"
)

// Parse reads one deal in the players' notation. names are by seat.
func Parse(h *rules.House, names []string, dealer rules.Seat, line string) (rules.Deal, error) {
	r := reader{house: h, names: names}
	r.deal = rules.Deal{Seats: len(names), Dealer: dealer, Tricks: rules.NotSaid}
	r.split(line)
	r.call()
	if r.bad != nil {
		return rules.Deal{}, r.bad
	}
	return r.deal, nil
}

// reader reads one line, word by word. The first problem stays in bad; from there on the line has no more
// words.
type reader struct {
	house *rules.House
	names []string
	words []word
	deal  rules.Deal
	bad   *rules.Problem
}

type word struct {
	text   string
	quoted bool // certainly a name
}

// is the word as it counts where it cannot be a name; empty where it must be one.
func (w word) is() string {
	if w.quoted {
		return ""
	}
	return folded(w.text)
}

// refuse keeps the problem, if it is the first.
func (r *reader) refuse(field, format string, args ...any) {
	if r.bad == nil {
		r.bad, r.words = rules.Problemf(field, format, args...), nil
	}
}

// lookAlikes are letters typed for figures.
var lookAlikes = strings.NewReplacer("l", "1", "i", "1", "o", "0")

func (r *reader) notUnderstood(w word) {
	figures := lookAlikes.Replace(w.is())
	tricks, err := strconv.ParseUint(figures, 10, 8)
	if err == nil && figures != w.is() && tricks <= rules.TricksInDeal {
		r.refuse("line", "%s is written with a letter: for %s type %d.", rules.Quoted(w.text),
			english.Spelled(int(tricks), "trick"), tricks)
	}
	r.refuse("line", "%s makes no sense there.", rules.Quoted(w.text))
}

func (r *reader) split(line string) {
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimSpace(rest) {
		if rest[0] == '"' {
			quoted, err := strconv.QuotedPrefix(rest)
			if err != nil {
				r.refuse("line", "A quotation mark is not closed.")
				return
			}
			name, _ := strconv.Unquote(quoted)
			r.words = append(r.words, word{name, true})
			rest = rest[len(quoted):]
			continue
		}
		end := strings.IndexFunc(rest, func(c rune) bool { return unicode.IsSpace(c) || c == '"' })
		if end < 0 {
			end = len(rest)
		}
		r.words = append(r.words, word{text: rest[:end]})
		rest = rest[end:]
	}
	if len(r.words) == 0 {
		r.refuse("line", "The line is empty; write a deal like “solo ann 7”.")
	}
}

// next takes the next word, the zero word at the end of the line.
func (r *reader) next() word {
	w := r.peek()
	r.words = r.words[min(1, len(r.words)):]
	return w
}

func (r *reader) peek() word {
	if len(r.words) == 0 {
		return word{}
	}
	return r.words[0]
}

// ---- the call ----

func (r *reader) call() {
	d := &r.deal
	if r.bid() {
		d.Call = rules.Irish
	} else {
		d.Call = r.callWord()
	}
	switch {
	case r.bad != nil:
	case d.Call == rules.GeneralMisere:
		r.misery()
	case d.Call.Biddable():
		r.called()
	case len(r.words) > 0:
		r.refuse("line", "Nothing follows %s in a line.", rules.Quoted(Write(r.house, r.names, d)))
	}
}

func (r *reader) called() {
	d := &r.deal
	if d.Call == rules.Irish {
		r.bid()
	}
	d.Caller = r.name("who called")
	if d.Call == rules.Prop {
		d.Partner = r.name("who accepted")
	}
	if d.Call == rules.Irish && d.Bid == 0 && !r.bid() && r.bad == nil {
		r.refuse("bid", "Say what %s bid: tricks and trumps in one word, such as 6h.",
			rules.Quoted(r.names[d.Caller-1]))
	}
	r.details()
}

// bid takes an Irish bid, such as 6h, if one comes next and there was none yet.
func (r *reader) bid() bool {
	text := r.peek().is()
	figures := strings.TrimRight(text, "cdhsnt♣♦♥♠")
	suit, ok := suitWords[text[len(figures):]]
	tricks, err := strconv.ParseUint(figures, 10, 8)
	if !ok || err != nil || tricks < 1 || tricks > rules.TricksInDeal || r.deal.Bid != 0 {
		return false
	}
	r.next()
	r.deal.Bid, r.deal.Trumps = int(tricks), suit
	return true
}

// callWord reads the word or two of a call: first as it stands in the list, then as one of the list cut
// short.
func (r *reader) callWord() rules.Call {
	first := r.next()
	text := first.is()
	two := text + "-" + r.peek().is()
	if c := callsWith(func(w string) bool { return w == two }); len(c) == 1 {
		r.next()
		return c[0]
	}
	c := callsWith(func(w string) bool { return w == text })
	if len(c) == 0 && text != "" {
		c = callsWith(func(w string) bool { return strings.HasPrefix(w, text) && !strings.Contains(w, "-") })
	}
	if len(c) > 1 { // those these house rules have
		c = slices.DeleteFunc(c, func(c rules.Call) bool { return c.Biddable() && !r.house.Has(c) })
	}
	switch len(c) {
	case 0:
		r.refuse("contract", "%s isn’t a call we know. Begin the line with one, as in “solo ann 7”.",
			rules.Quoted(first.text))
		return rules.NoCall
	case 1:
		return c[0]
	}
	r.refuse("contract", "%s may be %s or %s.", rules.Quoted(first.text), c[0], c[1])
	return rules.NoCall
}

// ---- names and numbers ----

// name reads the name of a player.
func (r *reader) name(what string) rules.Seat {
	w := r.next()
	switch found := find(r.names, w); {
	case w == (word{}):
		r.refuse("line", "The line ends too soon: say %s.", what)
	case len(found) == 1:
		return found[0]
	case len(found) > 1:
		r.refuse("line", "%s may be %s or %s.", rules.Quoted(w.text), r.names[found[0]-1], r.names[found[1]-1])
	default:
		r.refuse("line", "Nobody at the table is called %s. Say %s.",
			rules.Quoted(w.text), what)
	}
	return 0
}

// find looks a name up: as it stands, then without regard to capitals and accents, then cut short. The first
// of these that finds somebody counts.
func find(names []string, w word) (found []rules.Seat) {
	own := folded(w.text)
	for _, same := range []func(name string) bool{
		func(name string) bool { return name == w.text },
		func(name string) bool { return folded(name) == own },
		func(name string) bool { return !w.quoted && strings.HasPrefix(folded(name), own) },
	} {
		for i, name := range names {
			if same(name) {
				found = append(found, rules.Seat(i+1))
			}
		}
		if len(found) > 0 {
			break
		}
	}
	return found
}

// number takes a whole number from least to 13, if a number comes next.
func (r *reader) number(least int, what string) (n int, there bool) {
	text := r.peek().is()
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	r.next()
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > rules.TricksInDeal {
		r.refuse("line", "%s is not a number of %s from %d to %d.",
			rules.Quoted(text), what, least, rules.TricksInDeal)
	}
	return n, true
}

// ---- what follows ----

// details reads what follows the names: tricks, trumps, mishaps, in any order.
func (r *reader) details() {
	d := &r.deal
	for len(r.words) > 0 {
		n, isNumber := r.number(0, "tricks")
		suit, isSuit := suitWords[r.peek().is()]
		switch {
		case isNumber && d.Tricks != rules.NotSaid:
			r.refuse("tricks", "The tricks are there twice: %d and %d.", d.Tricks, n)
		case isNumber:
			d.Tricks = n
		case isSuit && d.Trumps != rules.NoSuit:
			r.refuse("trumps", "The trumps are there twice.")
		case isSuit:
			r.next()
			d.Trumps = suit
		default:
			r.mishap(aRevoke, aWrongHand, aForfeit)
		}
	}
}

// misery reads a general misère: who lost it, or how many tricks each took.
func (r *reader) misery() {
	d := &r.deal
	var counted [rules.MaxSeats + 1]bool
	for len(r.words) > 0 {
		switch text := r.peek().is(); {
		case text == "nt" && d.Trumps == rules.NoSuit:
			r.next()
			d.Trumps = rules.NoTrumps
		case mishapWords[text] != noMishap:
			r.mishap(aRevoke, aWrongHand, aLoser)
		default:
			s := r.name("whose tricks come next")
			n, there := r.number(0, "tricks")
			switch {
			case r.bad != nil:
				return
			case !there:
				r.refuse("tricksBy", "Say after %s how many tricks that player took.", rules.Quoted(r.names[s-1]))
			case counted[s]:
				r.refuse("tricksBy", "The tricks of %s are there twice.", rules.Quoted(r.names[s-1]))
			}
			counted[s] = true
			d.TricksBy[s] = int8(n)
		}
	}
	if counted == [rules.MaxSeats + 1]bool{} {
		return
	}
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if d.Active(s) && !counted[s] {
			r.refuse("tricksBy", "Say how many tricks %s took.", rules.Quoted(r.names[s-1]))
		}
	}
}

// mishap reads one of these mishaps and whose it was.
func (r *reader) mishap(possible ...mishap) {
	w, d := r.next(), &r.deal
	m := mishapWords[w.is()]
	if m == noMishap || !slices.Contains(possible, m) {
		r.notUnderstood(w)
		return
	}
	s := r.name("whose it was after " + rules.Quoted(w.text))
	twice := false
	switch m {
	case aRevoke:
		n, there := r.number(1, "revokes")
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
	if twice && r.bad == nil {
		r.refuse("line", "%s is there twice.", rules.Quoted(w.text+" "+r.names[s-1]))
	}
}
