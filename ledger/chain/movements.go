package chain

// Movement is how people move from round to round, as books keep it for ever.
type Movement string

const (
	MeetAll    Movement = "all" // the usual one: an evening that says none has it
	WinnersUp  Movement = "winners"
	ByStanding Movement = "standing"
	FixedFours Movement = "fours"
	ByHand     Movement = "hand"
)

// MovementKind is a movement: what pages say of it and what else depends on it. How it seats is in seating.
type MovementKind struct {
	By   Movement
	Name string // what the button says
	Says string // what happens after a round
	More string // its smaller rules, in sentences
	Won  bool   // the seats follow from what is won in the round
}

const lastRests = "Of those who rested least, the last in the standing rests."

// Movements are all there are, the usual one first, in the order pages offer them.
var Movements = []MovementKind{
	{By: MeetAll, Name: "Everybody meets everybody", Says: "everybody meets everybody as evenly as can be"},
	{By: WinnersUp, Name: "Winners move up", Won: true,
		Says: "the two best move up a table, with new partners; the last two of the first go to the last",
		More: "If a table has three, only one moves from each. Newcomers start at the last table. " + lastRests},
	{By: ByStanding, Name: "By standing", Won: true,
		Says: "neighbours in the standing meet, and nobody meets twice while it can be helped", More: lastRests},
	{By: FixedFours, Name: "Fixed fours",
		Says: "everybody stays, and a newcomer takes the place of somebody who goes out", More: lastRests},
	{By: ByHand, Name: "By hand",
		Says: "you seat each round, from the last one’s seats, and the room sees them once you have",
		More: lastRests},
}

// Kind is the usual one's for a movement there isn't.
func (m Movement) Kind() MovementKind {
	for _, k := range Movements {
		if k.By == m {
			return k
		}
	}
	return Movements[0]
}

// Known tells whether there is such a movement, or none is said.
func (m Movement) Known() bool { return m == "" || m.Kind().By == m }
