package rules_test

import (
	"errors"
	"fmt"

	"ouverte/rules"
)

var names = []string{"Ann", "Bob", "Cat", "Dan"}

// The worked deal of the package guide.
func Example() {
	hoyle, _ := rules.Set("hoyle")
	deal := rules.Deal{Seats: 4, Dealer: 4, Call: rules.Solo, Caller: 1, Tricks: 4}
	deal.Revokes[3] = 1

	result, err := rules.Settle(hoyle, &deal)
	if err != nil {
		fmt.Println(err)
		return
	}
	account := rules.Explain(hoyle, &deal, &result, names, nil)
	fmt.Println(account.Sentence())
	for _, step := range account.Steps {
		fmt.Println(step.Rule, step.Text)
	}
	// Output:
	// Cat revokes, so Ann makes solo, two over: 2s from Cat
	// §2 Ann called solo and needs five tricks.
	// §4 Ann took four tricks.
	// §5 Cat revoked once: three tricks to Ann, who counts as seven.
	// §5 A side that revoked never wins: Ann wins, two over.
	// §4 The stake is 6d, and each trick over 1d: 8d.
	// §5 Cat pays for all the opponents: 2s.
}

// An impossible deal is refused with a sentence for the players.
func ExampleSettle_impossible() {
	hoyle, _ := rules.Set("hoyle")
	deal := rules.Deal{Seats: 5, Dealer: 5, Call: rules.Solo, Caller: 4, Tricks: 7}
	_, err := rules.Settle(hoyle, &deal)
	var problem *rules.Problem
	if errors.As(err, &problem) {
		fmt.Println(problem.Field)
		fmt.Println(problem.Sentence)
	}
	// Output:
	// caller
	// The caller sits this deal out: with five at the table the player on the dealer's right does not play.
}

// A circle may have its own words for the calls.
func ExampleExplain() {
	sporting, _ := rules.Set("sporting")
	deal := rules.Deal{Seats: 4, Dealer: 4, Call: rules.Abundance, Caller: 1, Tricks: 7}
	result, _ := rules.Settle(sporting, &deal)
	account := rules.Explain(sporting, &deal, &result, names, rules.Words{rules.Abundance: "Bundle"})
	fmt.Println(account.Headline)
	fmt.Println(account.Money)
	// Output:
	// Ann loses bundle, two short
	// 16 to each: Ann −48
}

// What a set leaves out has the value of §3.
func ExampleParseHouse() {
	house, err := rules.ParseHouse([]byte(`{"id": "ours", "name": "Ours", "money": "EUR",
		"calls": [{"call": "solo", "stake": 10, "over": 2}, {"call": "misere", "stake": 20}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	solo, _ := house.Rank(rules.Solo)
	fmt.Println(solo.Target, house.RevokeTricks, house.AllPass)

	_, err = rules.ParseHouse([]byte(`{"id": "ours", "name": "Ours", "calls": [{"call": "solo", "stake": 0}]}`))
	fmt.Println(err)
	// Output:
	// 5 3 throw-in
	// The stake of solo must be above zero.
}
