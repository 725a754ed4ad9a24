package ledger_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

// An evening of one deal: four players sit down to Hoyle's rules for old money, Ann calls solo and takes
// seven tricks.
func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "ouverte-*")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	book, err := ledger.Open(ctx, filepath.Join(dir, "circle.ouverte"), ledger.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer book.Close()

	// Each form has a key of its own. Were it sent twice, it would be answered twice and recorded once.
	forms := 0
	slip := func() ledger.Slip {
		forms++
		return ledger.Slip{Key: fmt.Sprintf("form-%d", forms), Device: "tablet"}
	}
	var seats []chain.PlayerID // in clockwise order
	for _, name := range []string{"Ann", "Bob", "Cat", "Dan"} {
		added, err := book.AddPlayer(ctx, slip(), name)
		if err != nil {
			log.Fatal(err)
		}
		seats = append(seats, chain.PlayerID(added.ID))
	}
	house, _ := rules.Set("hoyle")
	started, err := book.StartNight(ctx, slip(), ledger.NewNight{House: house, Seats: seats, Dealer: seats[3]})
	if err != nil {
		log.Fatal(err)
	}
	night := started.Night

	solo := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 7}}
	key := slip()
	deal, err := book.Record(ctx, key, night, solo)
	if err != nil {
		log.Fatal(err)
	}
	again, err := book.Record(ctx, key, night, solo)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the same deal:", again.Repeated && again.Deal == deal.Deal)

	moneys := book.Now().Balances()
	for _, m := range moneys {
		for _, p := range m.Players {
			fmt.Println(p.Name, m.Money.Signed(p.Total))
		}
	}
	n, err := book.Now().Night(night)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("next to deal: seat", n.Dealer)
	// Output:
	// the same deal: true
	// Ann +2s
	// Bob −8d
	// Cat −8d
	// Dan −8d
	// next to deal: seat 1
}
