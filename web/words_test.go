package web_test

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/testenv"
	"ouverte/rules"
	"ouverte/web"
)

// ownWords are names no page has by itself.
var ownWords = rules.Words{rules.Prop: "Asking", rules.Solo: "Lonely", rules.Misere: "Null",
	rules.Abundance: "Heap", rules.Royal: "Kingly", rules.PetitSlam: "Smallest",
	rules.MisereOuverte: "Bare null", rules.Declared: "Told heap", rules.GrandSlam: "Greatest",
	rules.Irish: "Dublin bid", rules.GeneralMisere: "Ramsch", rules.Passed: "Nobody dared"}

// usualWords are the names all pages would use otherwise. misstopped is a full stop after the full stop of an
// amount (three are dots), or two sentences without a blank between.
var misstopped = regexp.MustCompile(`[^.]\.\.([^.]|$)|[a-z]{2}\.[A-Z][a-z]`)

var usualWords = regexp.MustCompile(`(?i)\b(props?|proposals?|cop|solos?|mis(è|e)res?|abundances?|royals?|petit slam|grand ` +
	`slam|irish|misery|all passed)\b`)

// TestOwnWordsEverywhere: once the circle has chosen its words, no page uses others, but for those that say
// what a call is called elsewhere: the laws, and the page where the words are chosen.
func TestOwnWordsEverywhere(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	s := openStreet(t, func(o *web.Options) {
		o.Who = func(r *http.Request) web.Visitor { return web.Visitor{Right: web.Keeper, Device: "the tablet"} }
	})
	must(s.Book.SaveWords(context.Background(), s.Slip(), ownWords))(t)
	hoyle, _ := rules.Set("hoyle")
	with := *hoyle
	with.ID, with.Name, with.AllPass = "ours", "Ours", rules.LastTrick
	must(s.Book.SaveHouse(context.Background(), s.Slip(), &with))(t)
	seats := s.NightNow(s.one).Table
	var who []chain.PlayerID
	for _, c := range seats {
		who = append(who, c.Player)
	}
	third := must(s.Book.StartNight(context.Background(), s.Slip(),
		ledger.NewNight{House: &with, Seats: who, Dealer: who[0], Auction: true}))(t)
	deals := []string{"prop xan quirin 9", "prop xan quirin 8", "solo ott 7", "solo wolf 3", "mis ott 1",
		"mis ott 0", "mis wolf 2", "abundance xan 9 h", "open xan 0", "declared quirin 13", "royal wolf 9 rev xan"}
	s.Plays(s.one, append(deals, "pass")...)
	for i, into := range []chain.NightID{s.one, third.Night} { // the second finds something in the kitty
		must(s.Book.Penalise(context.Background(), s.Slip(), into,
			ledger.Penalty{By: who[i], Amount: 9, Kitty: true, Reason: "shuffled"}))(t)
	}
	last := s.Plays(third.Night, append(deals, "misery loser xan")...)
	s.put["deal"] = fmt.Sprint(s.NightNow(s.one).Deals[0].ID)
	names := map[string]bool{"Solo Whist": true,
		"Colombian pesos (COP)": true} // of the game, of a money, and of sets that have one of a call's: these stay
	for _, set := range rules.Sets() {
		names[set.Name] = true
	}
	look := func(path string) {
		t.Helper()
		a := s.Get(path)
		if a.Doc == nil || a.StatusCode >= 500 {
			return
		}
		body := a.Doc.Find("body").Clone()
		body.Find("code, pre, .file, #handon").Remove() // a path is not a sentence
		var said []string
		body.Find("*").Contents().Each(func(_ int, x *goquery.Selection) {
			if goquery.NodeName(x) == "#text" {
				said = append(said, x.Text())
			}
		})
		body.Find("[aria-label], [title], [placeholder]").Each(func(_ int, x *goquery.Selection) {
			said = append(said, x.AttrOr("aria-label", ""), x.AttrOr("title", ""), x.AttrOr("placeholder", ""))
		})
		for _, text := range said {
			if misstopped.MatchString(text) {
				t.Errorf("%s: between two sentences is a full stop too many, or a blank too few: %s", path,
					strings.Join(strings.Fields(text), " "))
			}
			if found := usualWords.FindString(text); found != "" && !names[strings.TrimSpace(text)] {
				t.Errorf("%s says %q: %s", path, found, strings.Join(strings.Fields(text), " "))
			}
		}
	}
	for _, open := range []bool{true, false} {
		for _, r := range web.RoutesForTest() {
			if r.Method == "GET" && !r.Stream && !r.Long && !strings.HasPrefix(r.Path, "/laws") {
				look(s.at(r))
			}
		}
		for _, path := range []string{"/deals?find=1", "/stats?money=lsd", "/players/1?money=lsd", "/nights/%d",
			"/nights/%d/paper", "/nights/%d/sheet", "/nights/%d/settle/why/1", "/houses", "/houses/ours",
			"/houses/ours/edit", fmt.Sprintf("/nights/%%d/deals/%d", last[len(last)-1])} {
			if strings.Contains(path, "%d") {
				path = fmt.Sprintf(path, third.Night)
			}
			look(path)
		}
		if !open {
			s.Get("/stats/calls?money=lsd").Tells("section[aria-label='Tricks taken'] .fine.line",
				"A ramsch was played in 1; nobody dared in 1 of ", "there were 2 revokes.")
			for title, figure := range map[string]string{"Best pair": "won an asking together twice",
				"The spoilsport": "helped to break a null"} {
				s.Get(fmt.Sprintf("/nights/%d", s.one)).Tells(".awards", title, figure)
			}
			s.Get("/players/1?money=lsd").Tells("section[aria-label='Records']", "Helped to break a null")
		}
		if open {
			legend := s.Get(fmt.Sprintf("/nights/%d/paper", third.Night)).
				Text("details[aria-label='How a deal is written']")
			for _, says := range []string{"null by Wolfram", "a ramsch, and Xanthippe pays", "prop Asking",
				"declared Told heap", "misery Ramsch"} {
				if !strings.Contains(legend, says) {
					t.Errorf("from paper nobody is told %q: %s", says, legend)
				}
			}
			s.Closes(s.one)
			s.Closes(third.Night)
		}
	}
}
