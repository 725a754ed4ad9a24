package ledger

// Numbers and names that are kept in a book without being in the text of an entry.

import (
	"encoding/json"
	"testing"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
)

func TestStoredNumbersAreWhatTheyWere(t *testing.T) {
	for _, c := range []struct {
		name string
		is   uint8
		was  uint8
	}{
		{"nobody", uint8(door.Nobody), 0}, {"watcher", uint8(door.Watcher), 1}, {"scorer", uint8(door.Scorer), 2},
		{"keeper", uint8(door.Keeper), 3},
		{"correct", uint8(Correct), 1}, {"remove", uint8(Remove), 2}, {"put back", uint8(PutBack), 3},
		{"insert", uint8(Insert), 4}, {"swap", uint8(Swap), 5},
		{"not agreed", uint8(show.NotAgreed), 0}, {"agreed", uint8(show.Agreed), 1},
		{"disputed", uint8(show.Disputed), 2},
	} {
		if c.is != c.was {
			t.Errorf("%s is %d in a kept book, not %d", c.name, c.was, c.is)
		}
	}
	for right, name := range map[door.Right]string{
		door.Nobody: "nobody", door.Watcher: "watcher", door.Scorer: "scorer", door.Keeper: "keeper",
	} {
		got, ok := door.ParseRight(name)
		if right.String() != name || right != door.Nobody && (!ok || got != right) {
			t.Errorf("%s is read as %v and written as %s", name, got, right)
		}
	}
}

// An entry keeps a hash of the request it came from, by which a form that is sent again is known. It is taken
// of this text: with another name of a field, a form sent before an upgrade and again after it would be
// refused.
func TestRequestsAreHashedAsEver(t *testing.T) {
	deal := rules.Deal{Seats: 4, Dealer: 1, Call: rules.Solo, Caller: 2, Tricks: 5}
	const dealText = `{"Seats":4,"Dealer":1,"Call":"solo","Caller":2,"Partner":0,"Bid":0,"Trumps":0,` +
		`"Tricks":5,` +
		`"Revokes":[0,0,0,0,0,0],"Forfeit":0,"WrongCards":[false,false,false,false,false,false],"Loser":0,` +
		`"TricksBy":[0,0,0,0,0,0]}`
	said := DealSaid{Deal: deal, Chairs: []chain.Chair{{Player: 1}, {Player: 2, Account: 9}}, Nth: 3,
		Auction: "pass"}
	const saidText = `{"Deal":` + dealText +
		`,"Chairs":[{"player":1},{"player":2,"account":9}],"Nth":3,"Auction":"pass"}`
	for _, c := range []struct {
		what    string
		content any
		text    string
	}{
		{"record", asked{1, said}, `{"Night":1,"Said":` + saidText + `}`},
		{"mend", Mend{Do: Swap, Deal: 1, Saw: 2, With: 3, SawWith: 4, Said: said, MoveDealers: true,
			Reason: "why"}, `{"Do":5,"Deal":1,"Saw":2,"With":3,"SawWith":4,"Said":` + saidText +
			`,"MoveDealers":true,"Reason":"why"}`},
		{"penalise", Penalty{By: 1, Kitty: true, To: []chain.PlayerID{2}, Amount: 3, Reason: "why"},
			`{"By":1,"Kitty":true,"To":[2],"Amount":3,"Reason":"why"}`},
		{"cost", Cost{By: 1, What: "beer", Amount: 3, For: []chain.PlayerID{2}, Shares: []chain.Share{{Player: 2,
			Amount: 3}}}, `{"By":1,"What":"beer","Amount":3,"For":[2],"Shares":[{"player":2,"amount":3}]}`},
		{"pay", settle.Payment{From: 1, To: 2, Amount: 3}, `{"From":1,"To":2,"Amount":3}`},
		{"share kitty", KittyShare{Amount: 3, Among: []chain.PlayerID{2},
			Shares: []chain.Share{{Player: 2, Amount: 3}}, Reason: "why"}, `{"Amount":3,"Among":[2],"Shares":[{"player":2,"amount":3}],"Reason":"why"}`},
		{"start night", NewNight{Name: "Friday", Date: "2026-11-21", Scale: 1, Seats: []chain.PlayerID{1, 2, 3},
			Dealer: 3, Auction: true, Agree: true, Words: rules.Words{rules.Solo: "alone"}},
			`{"Name":"Friday","Date":"2026-11-21","House":null,"Scale":1,"Seats":[1,2,3],"Dealer":3,` +
				`"Auction":true,` + `"Agree":true,"Words":{"solo":"alone"}}`},
		{"edit night", NightEdit{Name: new("x"), Date: new("y"), Auction: new(true), Agree: new(false)},
			`{"Name":"x","Date":"y","Auction":true,"Agree":false}`},
		{"change table", TableChange{Chairs: []chain.Chair{{Player: 1}}, Dealer: 1},
			`{"Chairs":[{"player":1}],"Dealer":1}`},
		{"bring", []chain.Debt{{From: 1, To: 2, Amount: 3}}, `[{"from":1,"to":2,"amount":3}]`},
		{"agree", chain.Agree{Deal: 1, Version: 2, By: 3, Agreed: true, Reason: "why"},
			`{"deal":1,"version":2,"by":3,"agreed":true,"reason":"why"}`},
		{"note", chain.Note{Deal: 1, Text: "x"}, `{"deal":1,"text":"x"}`},
	} {
		text, err := json.Marshal(c.content)
		if err != nil || string(text) != c.text {
			t.Errorf("%s: %v\n got %s\nwant %s", c.what, err, text, c.text)
		}
	}
}
