package chain

// What is said of people.

import (
	"errors"

	"ouverte/ledger/face"
)

const (
	KindPlayer Kind = "player"
	KindRename Kind = "rename"
	KindAway   Kind = "away"
	KindFace   Kind = "face"
	KindJoin   Kind = "join"
)

var ofPeople = kinds{
	KindPlayer: blank[Player], KindRename: blank[Player], KindAway: blank[Away], KindFace: blank[Face],
	KindJoin: blank[Join],
}

// Player is a new player's name, or another name.
type Player struct {
	plain
	Player PlayerID `json:"player"`
	Name   string   `json:"name"`
}

func (b *Player) About(EntryID) (id int64, deal DealID) { return int64(b.Player), 0 }
func (b *Player) Tell(At, Names) (text, reason string)  { return b.Name, "" }

func (b *Player) Texts() error {
	if clean, err := CleanName(b.Name); err != nil || clean != b.Name {
		return errors.New("the name in it is none that a player can have")
	}
	return nil
}

// Away puts a player away or brings them back.
type Away struct {
	plain
	Player PlayerID `json:"player"`
	Away   bool     `json:"away"`
}

func (b *Away) Named() []PlayerID                     { return []PlayerID{b.Player} }
func (b *Away) About(EntryID) (id int64, deal DealID) { return int64(b.Player), 0 }

// Face is a colour and an emblem a player has from here on, in the words of ledger/face. Who has no entry
// has what face.Of says.
type Face struct {
	plain
	Player PlayerID    `json:"player"`
	Colour face.Colour `json:"colour"`
	Emblem face.Emblem `json:"emblem"`
}

func (b *Face) Check(At) error {
	if !(face.Face{Colour: b.Colour, Emblem: b.Emblem}).Known() {
		return errors.New("it gives a colour or an emblem that there is not")
	}
	return nil
}

func (b *Face) Named() []PlayerID                     { return []PlayerID{b.Player} }
func (b *Face) About(EntryID) (id int64, deal DealID) { return int64(b.Player), 0 }

// Join says that two players are one person.
type Join struct {
	plain
	Gone  PlayerID `json:"gone"`
	Stays PlayerID `json:"stays"`
}

func (b *Join) Named() []PlayerID                     { return []PlayerID{b.Gone, b.Stays} }
func (b *Join) About(EntryID) (id int64, deal DealID) { return int64(b.Stays), 0 }
