package ledger

// Starting a night: what it takes, what is checked of it, and the line-up it is offered with, which is that
// of a former one.

import (
	"context"
	"time"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

type NewNight struct {
	Name    string           // may be empty
	Date    string           // 2026-11-21; empty is today by the book's clock
	House   *rules.House     // frozen by content
	Scale   int              // 1 to 1000; 0 is 1
	Seats   []chain.PlayerID // three to five, clockwise
	Dealer  chain.PlayerID   // the first dealer, one of the seats
	Auction bool             // tap the calls as they fall
	Agree   bool             // an opponent agrees each result
	Goes    bool             `json:",omitempty"` // paid as it goes, unless it is played for points
	Words   rules.Words      // the circle's names for the calls; nil is the usual ones
}

// StartNight opens a night, which Receipt.Night names.
func (b *Book) StartNight(ctx context.Context, s Slip, n NewNight) (Receipt, error) {
	return b.post(ctx, s, "start night", n, func(d *desk) error {
		body, err := d.newNightBody(n)
		if err == nil {
			err = d.meant(body.Date)
		}
		if err != nil {
			return err
		}
		body.Night = d.draft.LastNight() + 1
		if err := d.post(body.Night, chain.KindNight, body); err != nil {
			return err
		}
		return d.payAsItGoes(body.Night, n.Goes && n.House.Money.Handed())
	})
}

// payAsItGoes says of a night that has just begun that it is paid as it goes, if it is.
func (d *desk) payAsItGoes(n chain.NightID, goes bool) error {
	if !goes {
		return nil
	}
	return d.post(n, chain.KindEdit, &chain.Edit{Pay: &chain.Way{By: chain.ByGo}})
}

func (d *desk) newNightBody(n NewNight) (*chain.Night, error) {
	if n.House == nil {
		return nil, refuse("house", "Choose the house rules to play by.")
	}
	if n.Scale == 0 {
		n.Scale = 1
	}
	if err := n.House.Check(); err != nil {
		return nil, err
	}
	stakes, err := n.House.Scaled(n.Scale)
	if err != nil {
		return nil, err
	}
	if saneStakes(n.House) != nil {
		return nil, refuse("house", "By these rules one call may cost more than %s, and the book takes no "+
			"more at once.", stakes.Money.Words(mostAtOnce))
	}
	if saneStakes(stakes) != nil {
		return nil, refuse("scale", "At %d times the stakes one call may cost more than %s, and the book "+
			"takes no more at once.", n.Scale, stakes.Money.Words(mostAtOnce))
	}
	name, err := chain.CleanText("name", n.Name, false)
	if err != nil {
		return nil, err
	}
	if n.Date == "" {
		n.Date = d.b.clock().Format(time.DateOnly)
	}
	if err := chain.CheckDate("date", n.Date); err != nil {
		return nil, err
	}
	chairs, err := seatable(d.names(), chain.ChairsOf(n.Seats))
	if err != nil {
		return nil, err
	}
	body := &chain.Night{
		Name: name, Date: n.Date, House: n.House, Scale: n.Scale, Dealer: d.who(n.Dealer), Auction: n.Auction,
		Agree: n.Agree, Seats: chain.PlayersIn(chairs),
	}
	if chain.SeatOf(chairs, body.Dealer) == 0 {
		return nil, refuse("dealer", "Choose one of those at the table to deal first.")
	}
	said := map[string]string{}
	for call, word := range n.Words {
		said[call.String()] = word
	}
	if body.Words, err = chain.CleanNightWords(said); err != nil {
		return nil, err
	}
	return body, nil
}

// meant refuses a date nobody can mean for an evening. Kept books may have one.
func (d *desk) meant(date string) error {
	if d.b.Now().CanMean(date) {
		return nil
	}
	return refuse("date", "The year %s can’t be right: choose a day from 1900 to the end of %d.",
		date[:4], d.b.clock().Year()+1)
}
