package lawbook

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/google/go-cmp/cmp"

	"ouverte/ledger/testenv"
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

// everyHouse are the shipped sets, and what they don't have: each game after all have passed, and the other
// answers to switches that change sentences.
func everyHouse() []*rules.House {
	houses := rules.Sets()
	for _, all := range []rules.AllPass{rules.LastTrick, rules.Fewest, rules.FiveOrFour, rules.Goulash} {
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
	plain := dear
	plain.ID, plain.Slam, plain.Shuffle = "plain", rules.SlamPlain, rules.ShuffleNever
	alone, _ := rules.Set("straight")
	bonus := *alone
	bonus.ID, bonus.Calls = "bonus", slices.Clone(alone.Calls)
	bonus.Calls[0].Bonus, bonus.RevokeTricks = 5, 1
	over := *set
	over.ID, over.RoyalOver, over.Trumps, over.Lone = "over", true, rules.TrumpsCycleNT, rules.LoneSolo
	raise := over
	raise.ID, raise.RaiseLast, raise.RoyalOver, raise.Lone = "raise", true, false, rules.LoneRaise
	return append(houses, &h, &dear, &plain, &bonus, &over, &raise)
}

// onlyRuled is what rulings say and the page of laws says in other words, or needs not say: what is done at
// once, and what is paid in this one case.
var onlyRuled = []string{"For every revoke {revoke tricks} {come} off what that side took.",
	"For every revoke {revoke tricks} {come} off what the caller took.",
	"Both partners pay {lost stake}, whoever did it, and for each trick they are now short of the " +
		"target{, but free}.",
	"The caller pays every opponent {lost stake}, and for each trick now short of the target{, but free}.",
	"{lost without tricks}",
	"For every revoke {revoke tricks} of the opponents {go} to the caller. The caller gets the stake " +
		"whatever was taken, and is paid for over-tricks if there now are any.{ really}",
	"For every revoke {revoke tricks} of the opponents {go} to the proposers. Both get the stake whatever " +
		"they took, and are paid for over-tricks if they now have them.{ really}",
	"The caller gets the stake for every opponent, whatever was taken.",
	"The player takes the card up again and plays on.", "The player whose turn it is leads.",
	"Before that lead the caller chooses one of two penalties.",
	"Before that lead the other side chooses one of two penalties.",
	"The card goes back into the hand. The player whose turn it is leads.",
	"The card is taken back. The player whose turn it is goes on.",
	"may insist on a new deal until the first call has been made.",
	"The card goes to the hand it belongs to; its holder has done nothing wrong, so it is not treated as " +
		"exposed.",
	"If everybody has thirteen cards, the cards are played as dealt, and the next dealer is the player on " +
		"the left of the one who dealt.", "may agree to throw the cards in and deal again.",
	"At this table cards are shuffled only where the rules of the house say so.",
	"The cards are dealt as they now are.", "Only one player can propose.",
	"may still accept the first {prop}, each in turn.", "{proposer may}", "{overcalled may}",
	"may hold the player to what was said.", "may let it pass and play on."}

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
			if q.Answers[i].Possible(laws.Play{House: h, Seats: seats}) {
				walk(q.Answers[i].To)
			}
		}
	}
	walk("trouble")
	return out
}

// The switches speak in the circle's words, and are argued both ways or not at all.
func TestSwitchesSpeakForThemselves(t *testing.T) {
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

var golden = flag.Bool("golden", false, "write what the laws and rulings say anew, into testdata")

// TestLawsRead holds each sentence of the laws and of the rulings, in its place, against testdata/laws.txt.
// Behind it stands which sets and tables have it, where not all do. -golden writes it anew.
func TestLawsRead(t *testing.T) {
	type passage struct{ place, says string }
	var order []passage
	var all []string
	who := map[passage][]string{}
	for _, h := range everyHouse() {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			at, last := fmt.Sprintf("%s/%d", h.ID, seats), -1
			all = append(all, at)
			says := func(place, text string) {
				p := passage{place, strings.Join(strings.Fields(text), " ")}
				if p.says == "" || slices.Contains(who[p], at) {
					return
				}
				if strings.Contains(p.says, "..") || strings.ContainsAny(p.says, "{}") {
					t.Errorf("%s: a sentence ends twice, or something stands in braces: %s", at, p.says)
				}
				if who[p] == nil { // below the earlier answers
					order = slices.Insert(order, last+1, p)
				}
				who[p], last = append(who[p], at), slices.Index(order, p)
			}
			shown(t, h, seats).Find("p, li, dt, dd, tr").Each(func(_ int, part *goquery.Selection) {
				for sentence := range strings.SplitAfterSeq(part.Text(), ". ") {
					says(part.Closest("[id]").AttrOr("id", "card"), sentence)
				}
			})
			for _, id := range slices.Sorted(maps.Keys(reached(h, seats))) {
				found, _ := laws.RulingOf(id)
				r := found.For(laws.Play{House: h, Seats: seats}, rules.NoCall)
				for _, sentence := range append(r.Says, choices(r)...) {
					says("ruling "+id, sentence)
				}
			}
		}
	}
	var text strings.Builder
	for _, p := range order {
		of := who[p]
		if lacks := slices.DeleteFunc(slices.Clone(all), func(at string) bool {
			return slices.Contains(of, at)
		}); len(lacks) == 0 {
			of = nil
		} else if len(lacks) < len(of) {
			of = append([]string{"not"}, lacks...)
		}
		have := strings.Join(of, " ")
		for _, h := range everyHouse() { // at every table
			have = strings.ReplaceAll(have, fmt.Sprintf("%[1]s/3 %[1]s/4 %[1]s/5", h.ID), h.ID)
		}
		fmt.Fprintln(&text, strings.TrimSpace(p.place+": "+p.says+" "+have))
	}
	if *golden {
		testenv.Fine(t, os.WriteFile("testdata/laws.txt", []byte(text.String()), 0o644))
	}
	was := string(testenv.Must(os.ReadFile("testdata/laws.txt"))(t))
	if d := cmp.Diff(strings.Split(was, "\n"), strings.Split(text.String(), "\n")); d != "" {
		t.Errorf("the laws read otherwise now (-golden writes it anew):\n%s", d)
	}
}
