package chain

// What is in every kept book. If a line here has to change, books kept before can't be read any more.

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// bodies has, for each kind, a body with every field set and the text it is written as.
var bodies = []struct {
	kind Kind
	body Body
	text string
}{
	{"player", &Player{Player: 7, Name: "Zoë & <Ann>"}, `{"player":7,"name":"Zoë & <Ann>"}`},
	{"rename", &Player{Player: 7, Name: "Bob"}, `{"player":7,"name":"Bob"}`},
	{"away", &Away{Player: 7, Away: true}, `{"player":7,"away":true}`},
	{"face", &Face{Player: 7, Colour: "rust", Emblem: "kettle"},
		`{"player":7,"colour":"rust","emblem":"kettle"}`},
	{"join", &Join{Gone: 7, Stays: 3}, `{"gone":7,"stays":3}`},
	{"house", &House{House: house()}, `{"house":` + houseText + `}`},
	{"words", &Words{Words: map[string]string{"solo": "alone", "prop": "cop"}},
		`{"words":{"prop":"cop","solo":"alone"}}`},
	{"season", &Season{Season: 7, Name: "Autumn", From: "2026-09-24", Until: "2026-11-26", Money: "lsd",
		Evenings: "Thursday", By: ByPlaces, Best: 8, Points: []int{10, 8}, Least: 20,
		Without: []NightID{3, 9}},
		`{"season":7,"name":"Autumn","from":"2026-09-24","until":"2026-11-26","money":"lsd",` +
			`"evenings":"Thursday","by":"places","best":8,"points":[10,8],"least":20,"without":[3,9]}`},
	{"hide", &Hide{House: "hoyle", Hidden: true}, `{"house":"hoyle","hidden":true}`},
	{"night", &Night{
		Night: 3, Name: "Friday", Date: "2026-11-21", House: house(), Scale: 2, Seats: []PlayerID{1, 2, 3, 4},
		Dealer: 4, Auction: true, Agree: true, Words: map[string]string{"prop": "cop"}, Evening: 2,
		Origin: &Origin{Book: "holiday.db", Night: 2, Seal: "AAAA CCCC DDDD EEEE", At: 1795219200000},
	}, `{"night":3,"name":"Friday","date":"2026-11-21","house":` + houseText +
		`,"scale":2,"seats":[1,2,3,4],` +
		`"dealer":4,"auction":true,"agree":true,"words":{"prop":"cop"},"evening":2,` +
		`"origin":{"book":"holiday.db","night":2,"seal":"AAAA CCCC DDDD EEEE","at":1795219200000}}`},
	{"edit", &Edit{Name: new("x"), Date: new("2026-11-22"), Auction: new(false), Agree: new(true),
		Phones: new(true), Pay: &Way{By: ByBanker, Banker: 3}, Head: new(int64(12))},
		`{"name":"x","date":"2026-11-22","auction":false,"agree":true,"phones":true,` +
			`"pay":{"by":"banker","banker":3},"head":12}`},
	{"table", &Table{Chairs: []Chair{{Player: 1}, {Player: 2, Account: 9}, {Player: 3}}, Dealer: 3},
		`{"chairs":[{"player":1},{"player":2,"account":9},{"player":3}],"dealer":3}`},
	{"last", &Last{More: -1}, `{"more":-1}`},
	{"deal", &Deal{
		Deal: 12, As: AsCorrected, Before: 11, Round: 2, Reason: "why", Seats: []PlayerID{1, 2, 3, 4},
		Accounts: []PlayerID{0, 9, 0, 0}, Dealer: 4, Call: rules.Irish, Caller: 1, Partner: 2, Bid: 6, Trumps: "NT",
		Tricks: new(0), Revokes: []int{0, 1, 0, 2}, Forfeit: 3, Wrong: []rules.Seat{1, 4}, Loser: 2,
		TricksBy: []int{1, 2, 3, 7}, Auction: "pass prop",
	}, `{"deal":12,"as":"corrected","before":11,"round":2,"reason":"why",` +
		`"seats":[1,2,3,4],"accounts":[0,9,0,0],"dealer":4,` +
		`"call":"irish","caller":1,"partner":2,"bid":6,"trumps":"NT","tricks":0,"revokes":[0,1,0,2],"forfeit":3,` +
		`"wrong":"AQQ=","loser":2,"tricksBy":[1,2,3,7],"auction":"pass prop"}`},
	{"order", &Order{Swap: [2]DealID{4, 9}, Reason: "why"}, `{"swap":[4,9],"reason":"why"}`},
	{"agree", &Agree{Deal: 4, Version: 5, By: 2, Agreed: true, Reason: "why"},
		`{"deal":4,"version":5,"by":2,"agreed":true,"reason":"why"}`},
	{"note", &Note{Deal: 4, Text: "nine singletons"}, `{"deal":4,"text":"nine singletons"}`},
	{"penalty", &Penalty{By: 1, To: []PlayerID{3}, Amount: 6, Reason: "why", As: AsBet},
		`{"by":1,"to":[3],"amount":6,"reason":"why","as":"bet"}`},
	{"cost", &Cost{By: 1, What: "beer", Shares: []Share{{Player: 2, Amount: 5}}},
		`{"by":1,"what":"beer","shares":[{"player":2,"amount":5}]}`},
	{"payment", &Payment{Money: "lsd", From: 1, To: -1, Amount: 5},
		`{"money":"lsd","from":1,"to":-1,"amount":5}`},
	{"share", &Sharing{Shares: []Share{{Player: 2, Amount: 5}}, Reason: "why"},
		`{"shares":[{"player":2,"amount":5}],"reason":"why"}`},
	{"rounding", &Rounding{Coin: 6, Shares: []Share{{Player: 2, Amount: -5}}},
		`{"coin":6,"shares":[{"player":2,"amount":-5}]}`},
	{"opening", &Opening{Money: "GBP", From: 1, To: 2, Amount: 5, Reason: "why"},
		`{"money":"GBP","from":1,"to":2,"amount":5,"reason":"why"}`},
	{"carry", &Debts{Debts: []Debt{{From: 1, To: 2, Amount: 5}}}, `{"debts":[{"from":1,"to":2,"amount":5}]}`},
	{"bring", &Debts{Debts: []Debt{{From: 1, To: 2, Amount: 5}}}, `{"debts":[{"from":1,"to":2,"amount":5}]}`},
	{"close", &Close{}, `{}`},
	{"reopen", &Reason{Reason: "why"}, `{"reason":"why"}`},
	{"reversal", &Reason{Reason: "why"}, `{"reason":"why"}`},
	{"evening", &Meeting{
		Night: 3, Name: "Club", Date: "2026-11-21", House: house(), Scale: 2, People: []PlayerID{1, 2}, Deals: 4,
		Rounds: 7, Moves: WinnersUp, Minutes: 40, Auction: true, Agree: true,
		Words:  map[string]string{"prop": "cop"},
		Origin: &Origin{Book: "holiday.db", Night: 2, Seal: "AAAA CCCC DDDD EEEE", At: 1795219200000},
	}, `{"night":3,"name":"Club","date":"2026-11-21","house":` + houseText +
		`,"scale":2,"people":[1,2],"deals":4,"rounds":7,"moves":"winners","minutes":40,"auction":true,"agree":true,` +
		`"words":{"prop":"cop"},` +
		`"origin":{"book":"holiday.db","night":2,"seal":"AAAA CCCC DDDD EEEE","at":1795219200000}}`},
	{"round", &Round{Round: 2, Tables: []Placed{{Night: 4, Seats: []PlayerID{1, 2, 3}, Dealer: 2}},
		Rest: []PlayerID{7}, Plan: true, Moves: ByStanding, Clock: ClockSet, Deals: 4, Minutes: 30},
		`{"round":2,"tables":[{"night":4,"seats":[1,2,3],"dealer":2}],"rest":[7],"plan":true,"moves":"standing",` +
			`"clock":"set","deals":4,"minutes":30}`},
	{"present", &Present{Player: 7, Gone: true, Round: 2, Called: true},
		`{"player":7,"gone":true,"round":2,"called":true}`},
	{"hand", &Handed{Night: 3, Debts: []Debt{{From: 1, To: 2, Amount: 5}}},
		`{"night":3,"debts":[{"from":1,"to":2,"amount":5}]}`},
	{"take", &Handed{Night: 4, Debts: []Debt{{From: 1, To: 2, Amount: 5}}},
		`{"night":4,"debts":[{"from":1,"to":2,"amount":5}]}`},
}

// houseText is what house rules are kept as.
const houseText = `{"id":"own","name":"Our own","money":"units","calls":[` +
	`{"call":"solo","target":5,"stake":1,"over":2,"under":3},` +
	`{"call":"misere","target":0,"stake":2,"over":0,"under":0}],` +
	`"slam":"plain","allPass":"fewest","auction":"open","trumps":"cycle","declaredTrumps":"chosen",` +
	`"shuffle":"never","shufflePenalty":4,"revokeTricks":2,"offenderPays":true}`

func house() *rules.House {
	return &rules.House{ID: "own", Name: "Our own", Money: rules.Units, Calls: []rules.Rank{{Call: rules.Solo,
		Target: 5, Stake: 1, Over: 2, Under: 3}, {Call: rules.Misere, Stake: 2}}, Slam: rules.SlamPlain,
		AllPass: rules.Fewest, Auction: rules.AuctionOpen, Trumps: rules.TrumpsCycle,
		DeclaredTrumps: rules.DeclaredChosen, Shuffle: rules.ShuffleNever, ShufflePenalty: 4, RevokeTricks: 2,
		OffenderPays: true, Lone: rules.LoneRaise, Packets: rules.PacketsThrees,
		Shuffler: rules.ShufflerDealer, Short: rules.ShortStrip}
}

func TestBodiesAreWrittenAsEver(t *testing.T) {
	for _, c := range bodies {
		text, err := Encode(c.body)
		if err != nil || string(text) != c.text {
			t.Errorf("%s: %v\n got %s\nwant %s", c.kind, err, text, c.text)
		}
		got, err := Decode(c.kind, []byte(c.text))
		if err != nil || !reflect.DeepEqual(got, c.body) {
			t.Errorf("%s: %+v, %v; want %+v", c.kind, got, err, c.body)
		}
		v := reflect.ValueOf(c.body).Elem()
		for i := range v.NumField() {
			if v.Field(i).IsZero() && v.Type().Field(i).Name != "plain" {
				t.Errorf("%s: the field %s isn't tried here", c.kind, v.Type().Field(i).Name)
			}
		}
	}
}

// A penalty that is a bet or a correction goes to one other player.
func TestABetIsAPenaltyByAnotherName(t *testing.T) {
	for _, b := range []*Penalty{
		{By: 1, To: []PlayerID{2}, Amount: 6, As: "gift"}, {By: 1, To: []PlayerID{Kitty}, Amount: 6, As: AsBet},
		{By: 1, To: []PlayerID{2, 3}, Amount: 6, As: AsCorrection},
		{By: 1, To: []PlayerID{1}, Amount: 6, As: AsBet},
		{By: 1, Amount: 6, As: AsBet},
	} {
		if err := b.Check(At{KindPenalty, 1, rules.LSD}); err == nil {
			t.Errorf("%+v is taken", b)
		}
	}
}

func TestKindsAreWhatTheyWere(t *testing.T) {
	var all []Kind
	for _, c := range bodies {
		all = append(all, c.kind)
	}
	slices.Sort(all)
	want := strings.Fields("agree away bring carry close cost deal edit evening face hand hide house join " +
		"last night note opening order payment penalty player present rename reopen reversal round rounding " +
		"season share table take words")
	if fmt.Sprint(all) != fmt.Sprint(want) {
		t.Errorf("the kinds are %v, want %v", all, want)
	}
	if fmt.Sprint(Kinds()) != fmt.Sprint(want) {
		t.Errorf("the kinds there are: %v, want %v", Kinds(), want)
	}
}

func TestValuesAreWhatTheyWere(t *testing.T) {
	var words []string
	for _, w := range Ways {
		words = append(words, w.By)
	}
	for _, m := range Movements {
		words = append(words, string(m.By))
	}
	if slices.Sort(words); strings.Join(words, " ") != "all banker fell fewest fours go hand standing winners" {
		t.Errorf("books have other words: %v", words)
	}
	for _, c := range []struct{ is, was any }{
		{Kitty, PlayerID(-1)}, {AsBet, "bet"}, {AsCorrection, "correction"},
		{ByAll, Count("all")}, {ByBest, Count("best")}, {ByPlaces, Count("places")}, {ByDeals, Count("deals")},
		{ByRounds, Count("rounds")},
		{ByFewest, "fewest"}, {ByBanker, "banker"}, {ByFell, "fell"},
		{AsCorrected, "corrected"}, {AsPutBack, "put back"}, {AsMoved, "dealer moved"},
		{Alphabet, "ACDEFHJKMNPQRTUVWXY34679"},
		{SuitName(rules.NoSuit), ""}, {SuitName(rules.Clubs), "C"}, {SuitName(rules.Diamonds), "D"},
		{SuitName(rules.Hearts), "H"}, {SuitName(rules.Spades), "S"}, {SuitName(rules.NoTrumps), "NT"},
		{Hash{1, 2, 3, 254, 15: 7}.Seal(), "VHUW MWKR AXN6 VY3P"},
	} {
		if c.is != c.was {
			t.Errorf("%v is in a kept book as %v", c.is, c.was)
		}
	}
}
