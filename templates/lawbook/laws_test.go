package lawbook

import (
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/rules"
	"ouverte/rules/laws"
)

// shown is the page of laws for a set, at a table of so many.
func shown(t *testing.T, h *rules.House, seats int) *goquery.Document {
	t.Helper()
	var page strings.Builder
	if err := Page(View{Play: laws.Play{House: h, Seats: seats}}).Render(t.Context(), &page); err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page.String()))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// textOf is the text of a place on the page, in one line and without regard to capitals.
func textOf(doc *goquery.Document, css string) string {
	return strings.ToLower(strings.Join(strings.Fields(doc.Find(css).Text()), " "))
}

// everyHouse are the shipped sets, and what they don't have: each game after all have passed.
func everyHouse() []*rules.House {
	houses := rules.Sets()
	for _, all := range []rules.AllPass{rules.LastTrick, rules.Fewest, rules.FiveOrFour} {
		set, _ := rules.Set("hoyle")
		h := *set
		h.ID, h.AllPass = "hoyle-"+string(all), all
		houses = append(houses, &h)
	}
	set, _ := rules.Set("hoyle")
	h := *set
	h.ID, h.OffenderPays, h.Auction = "hoyle-each", false, rules.AuctionSingle
	dear := *set
	dear.ID, dear.AllPass, dear.Misery, dear.Calls = "dear", rules.LastTrick, 50, slices.Clone(set.Calls)
	for i := range dear.Calls {
		r := &dear.Calls[i]
		r.Lost = r.Stake + 5
		if r.Call.Losing() {
			r.Under, r.FreeUnder = 4, i%3
		} else if r.Call.Counted() {
			r.FreeUnder, r.Bonus = 1, 7
		}
	}
	over := *set
	over.ID, over.RoyalOver, over.Trumps, over.Lone = "over", true, rules.TrumpsCycleNT, rules.LoneSolo
	raise := over
	raise.ID, raise.RaiseLast, raise.Lone = "raise", true, rules.LoneRaise
	return append(houses, &h, &dear, &over, &raise)
}

// onlyRuled is what rulings say and the page of laws says in other words, or needs not say: what is done at
// once, and what is paid in this one case.
var onlyRuled = []string{"For every revoke {revoke tricks} {come} off what that side took.",
	"For every revoke {revoke tricks} {come} off what the caller took.",
	"Both partners pay {lost stake}, whoever did it, and for each trick they are short of the target with " +
		"what is left{, but free}.",
	"He pays every opponent {lost stake}, and for each trick he is short of the target with what is left" +
		"{, but free}.", "{lost without tricks}",
	"For every revoke {revoke tricks} of the opponents {go} to the caller. He gets the stake whatever he " +
		"took, and is paid for over-tricks if he now has them.{ really}",
	"For every revoke {revoke tricks} of the opponents {go} to the proposers. Both get the stake whatever " +
		"they took, and are paid for over-tricks if they now have them.{ really}",
	"The caller gets the stake for every opponent, whatever was taken.",
	"The player takes the card up again and plays on.", "The right player leads.",
	"The caller chooses one of two penalties before that lead, and cannot have both.",
	"The other side chooses one of two penalties before that lead, and cannot have both.",
	"The card goes back into the hand and the right player leads.",
	"The card is taken back and the right player goes on.",
	"may insist on a new deal until the first call has been made.",
	"The card goes to the hand it belongs to; its holder has done nothing wrong, so it is not treated as " +
		"exposed.",
	"If everybody has thirteen cards, what was dealt is played, and the next dealer is the player on the " +
		"left of the one who dealt.", "may agree to throw the cards in and deal again.",
	"At this table cards are shuffled only where the rules of the house say so.",
	"The cards are dealt as they now are.", "Only one player can propose.",
	"may still accept the first {prop}, each in his turn.", "{proposer may}", "{overcalled may}",
	"may hold the player to what he said.", "may let it pass and play on."}

// Every sentence of every ruling that can be given stands in the laws, word for word, by each set and at each
// table; and one of them at the place it sends people to.
func TestRulingsQuoteTheLaws(t *testing.T) {
	used := map[string]bool{}
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			doc, fill := shown(t, h, seats), laws.Play{House: h, Seats: seats}.Filling()
			whole := textOf(doc, ".laws")
			alone := map[string]string{}
			for _, s := range onlyRuled {
				alone[strings.ToLower(fill.Replace(s))] = s
			}
			for id := range reached(h, seats) {
				found, _ := laws.RulingOf(id)
				r := found.For(laws.Play{House: h, Seats: seats}, rules.NoCall)
				place := textOf(doc, ".law:has(#"+r.See+"), #"+r.See)
				if place == "" {
					t.Fatalf("%s, %d seats: no place #%s", h.ID, seats, r.See)
				}
				quoted := false
				for _, s := range append(choices(r), r.Says...) {
					s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
					quoted = quoted || strings.Contains(place, s)
					if own, ok := alone[s]; ok {
						used[own] = true
					} else if !strings.Contains(whole, s) {
						t.Errorf("%s, %d seats: %s says what the laws don't say: %q", h.ID, seats, id, s)
					}
				}
				if !quoted {
					t.Errorf("%s, %d seats: nothing of %s stands in the laws, under %s:\n%s\n%q\n%q",
						h.ID, seats, id, r.See, place, r.Says, choices(r))
				}
			}
		}
	}
	for _, s := range onlyRuled {
		if !used[s] {
			t.Errorf("no ruling says %q", s)
		}
	}
}

// wholeLaws are laws that several rulings speak of. A ruling speaks of one where it has a sentence of by;
// then it says all of it that applies to whom it is about.
var wholeLaws = []struct {
	name string
	by   []string
	says []clause
}{
	{"an exposed card", []string{laws.IsExposed, laws.BecomesOne, laws.AsExposed, laws.NotPassedOver,
		laws.AskForCard, laws.KeepFromLead, laws.HighOrLow, laws.NotTrumped, laws.AlwaysLead, laws.AlwaysThrow,
		laws.CallsNoSuit}, []clause{{laws.AskForCard, always}, {laws.HighOrLow, always}, {laws.NotTrumped, always},
		{laws.AlwaysThrow, always}, {laws.CallsNoSuit, notLed}, {laws.KeepFromLead, againstOne}, {laws.AlwaysLead,
			inPair}, {laws.AgreeWhoAsks, inPair}}},
	{"a card led out of turn", []string{laws.AsExposed, laws.CallSuit}, []clause{
		{laws.AsExposed, always}, {laws.CallSuit, always}, {laws.AgreeWhoAsks, inPair}}},
	{"one who led alone", []string{laws.CallSuitAlone}, []clause{{laws.AgreeWhoAsks, always}}},
	{"a card played too soon", []string{laws.SeenTooMany, laws.HighOrLowNext, laws.TrumpOrNot,
		laws.NotPassedOver}, []clause{{laws.SeenTooMany, always}, {laws.HighOrLowNext, always},
		{laws.TrumpOrNot, always}, {laws.NotPassedOver, always}, {laws.AgreeWhoAsks, inPair}}},
	{"a misère forfeited", []string{laws.ForfeitsShown, laws.ForfeitsTurn, laws.ClaimStakes}, []clause{
		{laws.ClaimStakes, always}, {"{who pays a misere}", always}}},
	{"a revoke put right", []string{laws.PutRight, laws.OthersFollow}, []clause{{laws.PutRight, always},
		{laws.OthersFollow, always}, {laws.BecomesOne, againstOne}, {laws.BecomesOne, inPair}}},
	{"a revoke that stands", []string{laws.CannotWin, laws.LookThrough, laws.MayConfer}, []clause{
		{laws.LookThrough, always}, {laws.CannotWin, ofASide}, {laws.MayConfer, exactedBySeveral},
		{"{who pays}", func(r *laws.Ruling) bool { return ofAnOpponent(r) && !inPair(r) }},
		{"{who pays in a prop}", func(r *laws.Ruling) bool { return ofAnOpponent(r) && inPair(r) }}}},
	{"a misère beaten", []string{laws.LastTrickMisere, laws.HandsShown}, []clause{{laws.HandsShown, always}}},
	{"which call is above which", []string{laws.CallAbove, "{the ladder}"}, []clause{{laws.CallAbove, always},
		{"{the ladder}", always}, {"{royal when}", always}, {"{overcalled may}", always}}},
	{"a pass", []string{laws.PassIsFinal, laws.EldestMay}, []clause{{laws.PassIsFinal, always}}},
}

// clause is a sentence of a law, and in which rulings it applies.
type clause struct {
	says    string
	applies func(*laws.Ruling) bool
}

func always(*laws.Ruling) bool         { return true }
func notLed(r *laws.Ruling) bool       { return !strings.HasPrefix(r.ID, "led-") }
func inPair(r *laws.Ruling) bool       { return slices.Equal(r.Calls, []rules.Call{rules.Prop}) }
func againstOne(r *laws.Ruling) bool   { return slices.Contains(r.Calls, rules.Solo) }
func ofAnOpponent(r *laws.Ruling) bool { return r.Posting == laws.PostOpponentRevoked }
func ofASide(r *laws.Ruling) bool      { return ofAnOpponent(r) || r.Posting == laws.PostCallerRevoked }
func exactedBySeveral(r *laws.Ruling) bool {
	return r.Posting == laws.PostCallerRevoked || ofAnOpponent(r) && inPair(r)
}

// Every ruling that speaks of a law says all that law says which applies there, and nothing of it that
// doesn't.
func TestRulingsSayTheWholeLaw(t *testing.T) {
	spoke := map[string]int{}
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			fill := laws.Play{House: h, Seats: seats}.Filling()
			for id := range reached(h, seats) {
				found, _ := laws.RulingOf(id)
				r := found.For(laws.Play{House: h, Seats: seats}, rules.NoCall)
				ruled := strings.Join(append(r.Says, choices(r)...), "\n")
				says := func(text string) bool {
					text = fill.Replace(text)
					return text != "" && strings.Contains(ruled, text)
				}
				for _, law := range wholeLaws {
					if !slices.ContainsFunc(law.by, says) {
						continue
					}
					spoke[law.name]++
					for _, c := range law.says {
						of := slices.ContainsFunc(law.says, func(o clause) bool { return o.says == c.says && o.applies(found) })
						if got := says(c.says); got != of && (got || fill.Replace(c.says) != "") {
							t.Errorf("%s, %d seats, %s, of %s: says %v, applies %v: %q", h.ID, seats, id, law.name, got, of,
								fill.Replace(c.says))
						}
					}
				}
			}
		}
	}
	for _, law := range wholeLaws {
		if spoke[law.name] == 0 {
			t.Errorf("no ruling speaks of %s", law.name)
		}
	}
}

func choices(r laws.Ruling) (out []string) {
	for _, c := range r.Choices {
		out = append(out, c.May)
	}
	return out
}

// reached are the rulings that can come up.
func reached(h *rules.House, seats int) map[string]bool {
	out := map[string]bool{}
	var walk func(id string)
	walk = func(id string) {
		q, ok := laws.QuestionOf(id)
		if !ok {
			out[id] = true
			return
		}
		for i := range q.Answers {
			if q.Answers[i].Open(laws.Play{House: h, Seats: seats}) {
				walk(q.Answers[i].To)
			}
		}
	}
	walk("trouble")
	return out
}

const (
	leadForbidden = "may forbid its holder to lead it"
	leadFree      = "may lead it whenever it is his turn to lead"
)

// booksLaws are laws that have been told wrongly somewhere: has stands in the ruling and in the laws, never
// in neither.
var booksLaws = []struct {
	ruling, place string
	has           string // a set without it has none of the calls it is for
	never         string
}{
	// An exposed card: only against one alone can its lead be forbidden.
	{"exposed-prop", "#exposed", leadFree, ""},
	{"exposed-opponent", "#exposed", leadForbidden, leadFree},
	{"mended-opponent", "#exposed", "may always throw it away on a suit he has none of", ""},
	{"mended-prop", "#exposed", "may always throw it away on a suit he has none of", leadForbidden},
	{"exposed-prop", "#exposed", "may always throw it away on a suit he has none of", leadForbidden},
	{"exposed-opponent", "#exposed", "may always throw it away on a suit he has none of", ""},
	{"exposed-prop", "#exposed", "the highest or the lowest of that suit", ""},
	{"exposed-opponent", "#exposed", "the highest or the lowest of that suit", ""},
	{"exposed-prop", "#exposed", "never gives the right to call a suit", ""},
	{"exposed-opponent", "#exposed", "never gives the right to call a suit", ""},
	{"exposed-prop", "#exposed", "to let the trick go untrumped", ""},
	{"exposed-opponent", "#exposed", "to let the trick go untrumped", ""},
	// Whose turn it is has the cards placed; anybody sees the last trick.
	{"placed", "#manners", "whose turn it is may ask that the cards on the table be placed", "anybody"},
	{"last-trick-other", "#manners", "anybody may ask at any time to see the last trick", ""},
	{"last-trick-misere", "#manners", "is not shown or spoken of again", ""},
	{"ask-trumps-other", "#manners", "may be asked at any time", ""},
	{"led-prop", "#turn", "a player who has that suit and leads another has revoked", ""},
	{"led-opponent", "#turn", "a player who has that suit and leads another has revoked", ""},
	{"all-played", "#turn", "there is no penalty", ""},
	{"misdeal", "#deal", "the player whose deal it was deals again", ""},
	{"cards-caller", "#wrong-cards", ", no more and no less, whatever else happened", ""},
	{"cards-misery", "#all-passed", "a player with a wrong number of cards is its loser", ""},
	{"cards-opponent", "#wrong-cards", "wins the stake, no more and no less", ""},
	{"next-deals", "#deal", "the next player deals after every deal that was called", ""},
	{"second-proposal", "#auction", "cannot be turned into an acceptance", ""},
	{"passed-call", "#auction", "a pass is final", ""},
	{"slip", "#auction", "let go by courtesy", ""},
	{"ask-suit-misere", "#revoke", "nobody may ask", ""},
	{"revoke-both", "#revoke", "the deal is void", ""},
	{"revoke-opponent-stake", "#revoke", "it goes on as if there had been none", "played out"},
	{"exposed-misere", "#forfeit", "if the caller lets it pass, a wrong card is taken back", ""},
	{"exposed-opponent", "#exposed", "its holder can do so without a revoke", ""},
	{"last-trick-misere", "#manners", "in no other call are they shown", ""},
	{"cards-opponent", "#wrong-cards", "all opponents pay as usual, whoever had the wrong hand", ""},
	{"low-call", "#auction", "may call properly in his turn, or pass", "the caller may"},
	{"call-turn", "#auction", "may call properly in his turn, or pass", "out of turn"}, // that links to cards
	{"led-prop", "#turn", "may not confer on what it is to be, unless it is for a revoke", ""},
}

// What a chapter says of a set has the conditions and the exceptions of that set beside it.
func TestChaptersHaveTheirConditions(t *testing.T) {
	const custom = "this is a custom, not a law."
	for _, c := range []struct {
		set, place string
		seats      int
		change     func(*rules.House)
		says       string
	}{
		{"sporting", "#auction", 4, nil, "if no higher call is left, the calling is over at once. the two of an " +
			"accepted proposal have no last word, nor has the proposer of one that nobody accepted."},
		{"units", "#auction", 4, func(h *rules.House) { h.RaiseLast = true },
			"nor has a proposer whose proposal came back to him."},
		{"units", "#auction", 4, nil,
			"until all but the caller have passed, or in an accepted proposal all but the two partners."},
		{"straight", "#auction", 4, nil, "until all but the caller have passed."},
		{"units", "#auction", 4, nil,
			"no further call in this deal, except that eldest may still accept a proposal."},
		{"straight", "#auction", 4, nil, "no further call in this deal."},
		{"units", "#auction", 3, nil, "no further call in this deal."},
		{"hoyle", "#auction", 4, nil, "and is not treated as exposed. " + custom},
		{"hoyle", "#deal", 4, nil, "noted it. " + custom},
		{"grand-slam", "#trumps", 4, nil, "nothing is turned up."},
		{"hoyle", "#trumps", 4, func(h *rules.House) { h.Trumps = rules.TrumpsCycleNT },
			"in the deal without trumps there are none, unless the caller names them."},
		{"grand-slam", "#packets", 3, nil, "the last round is of threes only."},
		{"units", "#all-passed", 4, func(h *rules.House) { h.AllPass = rules.Goulash }, "nothing is paid."},
		{"irish", "#irish + dd", 3, nil, "at least so many tricks, one to thirteen,"},
		{"irish", "#irish + dd", 3, nil, "tricks above the bid bring nothing."},
		{"units", "#stakes", 4, nil,
			"the first partner settles with the first opponent, the second with the second."},
		{"units", "#revoke", 4, nil, "or all it took where those are fewer."},
		{"units", "#revoke", 4, nil, "an odd coin falls on the first of them from the dealer’s left."},
		{"units", "#revoke", 4, nil, "in a proposal proposer and acceptor both pay, whichever of them revoked."},
		{"units", "#revoke", 4, func(h *rules.House) { h.Calls[2].Under = 1 },
			"if the caller of a misère revoked, he pays every opponent the stake, and besides 1 for each trick"},
		{"units", "#exposed", 4, nil, "the caller of a misère cannot forfeit it"},
		{"units", "#turn", 4, nil, "the caller of a misère cannot forfeit it"},
		{"units", "#royal + dd", 4, nil, "a royal abundance is an abundance with the suit turned up as trumps, " +
			"and ranks just above it."},
		{"units", "#solo + dd", 4, nil, "if the call is made, each opponent pays the caller 1; if not, he pays " +
			"each of them 1."},
	} {
		set, _ := rules.Set(c.set)
		h := *set
		h.Calls = slices.Clone(set.Calls)
		if c.change != nil {
			c.change(&h)
		}
		if said := textOf(shown(t, &h, c.seats), c.place); !strings.Contains(said, c.says) {
			t.Errorf("%s, %d seats: the laws don't say %q under %s:\n%s", c.set, c.seats, c.says, c.place, said)
		}
	}
}

// What the old books hold is what the ruling and the laws both say.
func TestTheLawsAsTheBooksHaveThem(t *testing.T) {
	type table struct {
		house *rules.House
		seats int
	}
	type page struct {
		doc     *goquery.Document
		reached map[string]bool
	}
	pages := map[table]page{}
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			pages[table{h, seats}] = page{shown(t, h, seats), reached(h, seats)}
		}
	}
	for _, law := range booksLaws {
		came := 0
		for at, page := range pages {
			h, seats := at.house, at.seats
			if !page.reached[law.ruling] {
				continue
			}
			came++
			found, _ := laws.RulingOf(law.ruling)
			r := found.For(laws.Play{House: h, Seats: seats}, rules.NoCall)
			ruled := strings.ToLower(strings.Join(append(r.Says, choices(r)...), " "))
			if !strings.Contains(ruled, law.has) {
				t.Errorf("%s, %d seats: %s says nothing of %q", h.ID, seats, law.ruling, law.has)
			}
			if law.never != "" && strings.Contains(ruled, law.never) {
				t.Errorf("%s, %d seats: %s says %q", h.ID, seats, law.ruling, law.never)
			}
			if said := textOf(page.doc, law.place); !strings.Contains(said, law.has) {
				t.Errorf("%s, %d seats: the laws say nothing of %q under %s:\n%s", h.ID, seats, law.has, law.place, said)
			}
		}
		if came == 0 {
			t.Errorf("%s never came up", law.ruling)
		}
	}
	for at, page := range pages {
		if said := textOf(page.doc, ".laws, .folded"); strings.Contains(said, "..") || strings.Contains(said, "{") {
			t.Errorf("%s, %d seats: a sentence ends twice, or something stands in braces: %s", at.house.ID, at.seats,
				said)
		}
		said := textOf(page.doc, "#exposed")
		if prop := at.house.Has(rules.Prop) && at.seats != 3; prop != strings.Contains(said, leadFree) {
			t.Errorf("%s, %d seats: of leading an exposed card: %s", at.house.ID, at.seats, said)
		}
	}
}

// What one switch says of itself holds whatever the others say: it doesn't speak for what another one
// decides.
func TestSwitchesSpeakForThemselves(t *testing.T) {
	for _, c := range []struct{ field, never, decides string }{
		{"allPass", "{a solo}", "the stake of the game has a switch of its own"},
		{"allPass", "four play", "three may play it"},
		{"auction", "alone", "what becomes of a lone proposal has a switch of its own"},
		{"auction", "proposal", "not every set has proposals"},
		{"slam", "five over-tricks", "the target of a proposal may be another"},
		{"slam", "nothing special", "there may be a bonus for all thirteen"},
		{"trumps", "dealer’s last", "of three hands the fortieth card is turned, and is nobody's"},
		{"packets", "dealer last", "of three hands the dealer has his four in the third round"},
		{"packets", "the last four fall", "of three hands the last round is of threes"},
	} {
		all := laws.Switches(nil)
		s := all[slices.IndexFunc(all, func(s laws.Switch) bool { return s.Field == c.field })]
		texts := s.For + s.Against
		for _, o := range s.Options {
			texts += o.Name + " " + o.What + " " + o.Why + " "
		}
		if strings.Contains(strings.ToLower(texts), c.never) {
			t.Errorf("%s says %q, but %s", c.field, c.never, c.decides)
		}
	}
	for _, words := range []rules.Words{nil, {rules.Misere: "Null", rules.Prop: "Offer"}} {
		for _, s := range append(laws.Switches(words), laws.Numbers(words)...) {
			texts := s.Name + s.For + s.Against
			for _, o := range s.Options {
				texts += o.Name + o.What + o.Why
			}
			if strings.ContainsAny(texts, "{}") || words != nil && strings.Contains(strings.ToLower(texts), "misère") {
				t.Errorf("%s in the circle's words: %s", s.Field, texts)
			}
			if (s.For == "") != (s.Against == "") {
				t.Errorf("%s is argued one way only", s.Field)
			}
		}
	}
}

// What the laws say of a slam holds in sets with a bonus for all thirteen too, and the card names the bonus
// and the tricks that are free.
func TestLawsSayTheBonus(t *testing.T) {
	for _, c := range []struct {
		prop, bonus bool
		slam        rules.Slam
		says        string
	}{
		{false, false, rules.SlamPlain,
			"a slam is all thirteen tricks; to take them without having called for them earns nothing special."},
		{false, true, rules.SlamPlain, "a slam is all thirteen tricks. " +
			"all thirteen, really taken, bring besides from " +
			"each opponent 5 in a solo, 7 in an abundance."},
		{true, false, rules.SlamPlain,
			"a slam, all thirteen tricks in a proposal, earns nothing extra in these rules."},
		{true, true, rules.SlamPlain, "a slam is all thirteen tricks. " +
			"all thirteen, really taken, bring besides from " +
			"each opponent 5 in a proposal and a solo, 7 in an abundance."},
		{true, false, rules.SlamDoublesOver, "a proposal that really takes all thirteen tricks, a slam, is " +
			"paid twice for each over-trick."},
		{true, true, rules.SlamDoublesOver, "a proposal that really takes all thirteen tricks, a slam, is " +
			"paid twice for each over-trick. all thirteen, really taken, bring besides from " +
			"each opponent 5 in a proposal and a solo, 7 in an abundance."},
	} {
		set, _ := rules.Set("units")
		h := *set
		h.Slam, h.Calls = c.slam, slices.Clone(set.Calls)
		if !c.prop {
			h.Calls = slices.DeleteFunc(h.Calls, func(r rules.Rank) bool { return r.Call == rules.Prop })
		}
		free := ""
		for i := range h.Calls {
			r := &h.Calls[i]
			switch {
			case !c.bonus:
			case r.Call == rules.Prop || r.Call == rules.Solo:
				r.Bonus = 5
			case r.Call == rules.Abundance:
				r.Bonus, r.Under, r.FreeUnder = 7, 1, 2
				free = "nothing is paid for the first two tricks short in an abundance."
			}
		}
		doc := shown(t, &h, 4)
		if got := textOf(doc, "#slam"); got != c.says {
			t.Errorf("%+v: %q", c, got)
		}
		card := textOf(doc, ".folded .inside")
		if c.bonus != strings.Contains(card, "each opponent 5 in") || !strings.Contains(card, free) ||
			c.bonus != strings.Contains(card, "nothing is paid for") {
			t.Errorf("%+v: the card says %q", c, card)
		}
	}
}

// Royal abundance may not be called straight away where the turn of the suits has a deal without trumps.
func TestRoyalStraightAway(t *testing.T) {
	for trumps, says := range map[rules.TrumpRule]string{
		rules.TrumpsCycle:   "it may be called straight away.",
		rules.TrumpsCycleNT: "it may be called straight away in any deal that has trumps.",
	} {
		set, _ := rules.Set("units")
		h := *set
		h.Trumps = trumps
		if got := textOf(shown(t, &h, 4), "#royal + dd"); !strings.Contains(got, says) {
			t.Errorf("%s: %q", trumps, got)
		}
	}
}

// The laws say of each set what RULES.md §3 and §8 say of the first deal, the lead and the naming of trumps.
func TestLawsOfTheDuties(t *testing.T) {
	const sooner = "the caller names the trumps when the others have passed, " +
		"just before the first lead and not sooner: any suit"
	for id, want := range map[string][]string{
		"grand-slam": {"whoever called; in a grand slam the caller leads.",
			"In an abundance, a petit slam and a grand slam " + sooner + "."},
		"hoyle": {"whoever called; in an abundance declared the caller leads.",
			"In an abundance and an abundance declared " + sooner + ", that of the turned card too.",
			"The cards are shuffled before the first deal, by the player on the dealer’s left"},
	} {
		set, _ := rules.Set(id)
		h := *set
		if id == "hoyle" {
			h.Shuffle = rules.ShuffleNever
		}
		said := strings.Join(strings.Fields(textOf(shown(t, &h, 4), ".laws")), " ")
		for _, part := range want {
			if !strings.Contains(said, strings.ToLower(part)) {
				t.Errorf("%s: the laws don't say %q", id, part)
			}
		}
	}
}

// Sentences that somebody holding thirteen cards had to read twice.
func TestLawsAreWholeSentences(t *testing.T) {
	for _, h := range everyHouse() {
		text := shown(t, h, 4).Text()
		for id := range reached(h, 4) {
			r, _ := laws.RulingOf(id)
			text += "\n" + strings.Join(append(slices.Clone(r.Says), choices(*r)...), "\n")
		}
		for _, id := range []string{"revoke-open", "exposed", "led", "played"} {
			q, _ := laws.QuestionOf(id)
			for _, a := range q.Answers {
				text += "\n" + a.Say + "\n" + a.Hint
			}
		}
		for _, phrase := range []string{"Of a card ", "trick call", "Whose turn it is to play may", "Who shuffles",
			"; of as many tricks", "the only one where those", "Of anybody else", "So the caller chooses",
			"So the other side chooses", "One who ", "All pass: ", "same dealer, again", "; who ", "again and again"} {
			if strings.Contains(text, phrase) {
				t.Errorf("%s: %q is said", h.ID, phrase)
			}
		}
		if h.Trumps != rules.TrumpsTurnUp && strings.Contains(text, "suit turned up") {
			t.Errorf("%s: nothing is turned up here", h.ID)
		}
	}
}
