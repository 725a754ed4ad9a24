package web

// What a night is played for: a money and the stake of a solo lead to a set of house rules. Where no set has
// both, one is offered that takes its other amounts in proportion; it is kept when a night starts by it.

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/currency"
	"golang.org/x/text/language"

	"ouverte/ledger"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/lineup"
	"ouverte/web/forms"
)

// offer is a set nobody has kept yet: another one at its own stake, perhaps in another money.
type offer struct {
	base  string
	money rules.Money
	solo  int64
}

// String is the offer as the form carries it in the place of a set's id.
func (o offer) String() string { return fmt.Sprintf("at:%s:%d:%s", o.money, o.solo, o.base) }

func parseOffer(id string) (o offer, ok bool) {
	parts := strings.SplitN(id, ":", 4)
	if len(parts) != 4 || parts[0] != "at" {
		return offer{}, false
	}
	solo, err := strconv.ParseInt(parts[2], 10, 64)
	return offer{base: parts[3], money: rules.Money(parts[1]), solo: solo}, err == nil
}

// offered makes the set of an offer; nil where there can be none.
func (facts *formFacts) offered(o offer) *rules.House {
	base := facts.kept(o.base)
	if base == nil {
		base, _ = rules.Set(o.base)
	}
	if base == nil {
		return nil
	}
	h, err := base.Priced(o.money, o.solo)
	if err != nil {
		return nil
	}
	h.ID = o.String()
	h.Name = facts.last.Words.Name(rules.Solo) + " at " + o.money.Words(o.solo)
	if o == usualSet(rules.Points) {
		h.Name = "Points"
	}
	if full := base.Name + ", " + english.Small(h.Name); o.base != usualSet(o.money).base &&
		utf8.RuneCountInString(full) <= mostSetName {
		h.Name = full
	}
	return h
}

// usualSet is what a money is played by where nothing was said: a set that comes with the product, or one in
// proportion to it.
func usualSet(m rules.Money) offer {
	switch m {
	case rules.Units, rules.Points:
		return offer{base: "units", money: m, solo: 1}
	case rules.LSD:
		return offer{base: "hoyle", money: m, solo: 6}
	}
	o := offer{base: "ten-pence", money: m, solo: 10}
	if m.Decimals() > 2 {
		o.solo = 100
	}
	return o
}

// setFor finds the set to play by for a money: the one last used for it, else the usual one.
func (facts *formFacts) setFor(m rules.Money) string {
	for _, h := range facts.houses {
		if h.Last != "" && h.House.Money == m {
			return h.House.ID
		}
	}
	usual := usualSet(m)
	if h := facts.kept(usual.base); h != nil && h.Money == usual.money {
		return usual.base
	}
	return usual.String()
}

// localMoney is the money of the country a browser says it is from; ok is false where it says none.
func localMoney(r *http.Request) (m rules.Money, ok bool) {
	tags, _, err := language.ParseAcceptLanguage(r.Header.Get("Accept-Language"))
	if err != nil {
		return "", false
	}
	for _, tag := range tags {
		region, sure := tag.Region()
		if sure == language.No {
			continue
		}
		if unit, ok := currency.FromRegion(region); ok {
			m = rules.Money(unit.String())
			return m, m.Check() == nil
		}
	}
	return "", false
}

// playFor takes the answer to "What do you play for?".
func (f *startForm) playFor(facts *formFacts, m rules.Money) error {
	if m.Check() != nil {
		return forms.Bad("The form asks for a money that doesn’t exist. Load the page again.")
	}
	if h := facts.house(f.House); h == nil || h.Money != m {
		f.House, f.Scale = facts.setFor(m), 1
	}
	return nil
}

// stake takes the stake of a solo: the set at so many times its amounts, or one in proportion.
func (f *startForm) stake(facts *formFacts, solo int64) error {
	h := facts.house(f.House)
	if h == nil {
		return forms.Wrong{"house": "Choose the house rules to play by."}
	}
	asks := english.Capital(facts.last.Words.One(rules.Solo)) + " is"
	if solo < 1 {
		return forms.Wrong{"solo": fmt.Sprintf("%s %s or more.", asks, h.Money.Words(1))}
	}
	if solo > mostSolo {
		return forms.Wrong{"solo": fmt.Sprintf("%s %s at most.", asks, h.Money.Words(mostSolo))}
	}
	o := offer{base: f.House, money: h.Money, solo: solo}
	if was, ok := parseOffer(f.House); ok {
		o.base = was.base
	}
	base := facts.kept(o.base)
	if base == nil {
		base, _ = rules.Set(o.base)
	}
	if base == nil {
		return forms.Wrong{"house": "Choose the house rules to play by."}
	}
	if one := base.UsualStake(); base.Money == o.money && solo%one == 0 && solo/one <= 1000 {
		f.House, f.Scale = base.ID, int(solo/one)
	} else {
		f.House, f.Scale = o.String(), 1
	}
	return nil
}

// mostSolo is the dearest solo that can be asked for, in the smallest coin; rules of one's own go higher.
const mostSolo = 1_000_000

// mostSetName is the longest name of a set.
const mostSetName = 80

// typedStake takes the stake of a solo as it was typed.
func (f *startForm) typedStake(facts *formFacts) error {
	h := facts.house(f.House)
	if h == nil || strings.TrimSpace(f.Solo) == "" {
		return nil
	}
	solo, err := h.ParseAmount(f.Solo)
	if err != nil {
		return forms.Wrong{"solo": err.Error()}
	}
	if err := f.stake(facts, solo); err != nil {
		return err
	}
	f.Solo = ""
	return nil
}

// keepOffer keeps a set that was only offered, and returns it with its id. One of the circle's own that is
// the same in all but its name is taken instead.
func (s *server) keepOffer(
	ctx context.Context, facts *formFacts, slip ledger.Slip, h *rules.House,
) (*rules.House, error) {
	if _, is := parseOffer(h.ID); !is {
		return h, nil
	}
	same := func(all []show.HouseLine) *rules.House {
		for _, l := range all {
			if l.Own && sameGame(l.House, h) {
				return l.House
			}
		}
		return nil
	}
	if kept := same(facts.houses); kept != nil {
		return kept, nil
	}
	own := *h
	own.Name = freeName(s.book.Now().Houses(), h.Name)
	if _, err := s.keepHouse(ctx, slip, &own); err != nil {
		return nil, err
	}
	if kept := same(s.book.Now().Houses()); kept != nil {
		return kept, nil
	}
	return nil, forms.Wrong{"house": "Choose the house rules to play by."}
}

// playForView is the question and its answers as the page shows them.
func (facts *formFacts) playForView(f *startForm, local rules.Money) lineup.PlayFor {
	v := lineup.PlayFor{Solo: f.Solo, Asks: english.Capital(facts.last.Words.One(rules.Solo)) + " is"}
	now := facts.house(f.House)
	foreign := rules.Money("EUR")
	switch {
	case now != nil && isForeign(now.Money):
		foreign = now.Money
	case isForeign(local):
		foreign = local
	}
	for _, m := range []rules.Money{rules.Points, rules.Units, "GBP", foreign, rules.LSD} {
		v.Moneys = append(v.Moneys, lineup.MoneyChoice{Money: m, On: now != nil && now.Money == m})
	}
	if now == nil {
		return v
	}
	if isForeign(now.Money) {
		v.Foreign = now.Money
	}
	scaled, err := now.Scaled(max(1, min(f.Scale, 1000)))
	if err != nil {
		return v
	}
	if !now.Has(rules.Solo) {
		v.Asks = "A stake is"
	}
	stake := scaled.UsualStake()
	offered := usualStakes(now.Money)
	if !slices.Contains(offered, stake) {
		offered = append(offered, stake)
		slices.Sort(offered)
	}
	for _, n := range offered {
		v.Stakes = append(v.Stakes, lineup.Stake{Amount: n, Words: now.Money.Words(n), On: n == stake})
	}
	v.Rules, v.Pays, v.Tricks = now, paysOf(scaled, facts.last.Words), tricksOf(scaled)
	return v
}

// isForeign tells whether a money is a currency other than the pound.
func isForeign(m rules.Money) bool {
	return m != "" && m != rules.Units && m != rules.Points && m != rules.LSD && m != "GBP"
}

// usualStakes are the stakes of a solo that stand ready to tap.
func usualStakes(m rules.Money) []int64 {
	switch {
	case m == rules.Units || m == rules.Points:
		return []int64{1, 2, 5, 10}
	case m == rules.LSD:
		return []int64{1, 3, 6, 12}
	case m.Decimals() > 2:
		return []int64{50, 100, 200, 500}
	}
	return []int64{5, 10, 20, 50}
}

// paysOf is what up to four of the calls pay: those people know best, the dearest last.
func paysOf(h *rules.House, words rules.Words) []lineup.Pay {
	var out []lineup.Pay
	top := h.Calls[len(h.Calls)-1].Call
	for _, call := range []rules.Call{rules.Prop, rules.Irish, rules.Misere, rules.Abundance, top} {
		r, ok := h.Rank(call)
		one := lineup.Pay{Name: words.Name(call), Amount: h.Money.Words(r.Stake)}
		if call == rules.Irish {
			one.Amount += " a trick"
		}
		if ok && !slices.Contains(out, one) {
			out = append(out, one)
		}
	}
	return out
}

// tricksOf says what tricks over and under count.
func tricksOf(h *rules.House) string {
	least, most := int64(0), int64(0)
	for _, r := range h.Calls {
		if !r.Call.Counted() { // what a trick taken in a misère costs is neither
			continue
		}
		for _, n := range [...]int64{r.Over, r.Under} {
			if n > 0 && (least == 0 || n < least) {
				least = n
			}
			most = max(most, n)
		}
	}
	switch {
	case h.Has(rules.Irish):
		return ""
	case most == 0:
		return "Tricks over and under don’t count."
	case least == most:
		return english.Stop("Tricks over and under count " + h.Money.Words(least))
	}
	return english.Stop("Tricks over and under count " + h.Money.Words(least) + " to " + h.Money.Words(most))
}
