package web

// Who sits where in the rounds to come of an evening, planned from what was played (ledger/seating). A plan
// takes up to a third of a second, so each is made once and kept.

import (
	"fmt"
	"slices"
	"sync"

	"ouverte/ledger"
	"ouverte/ledger/seating"
)

// seatPlans keeps what was planned, by what it was planned from.
type seatPlans struct {
	mu   sync.Mutex
	made map[string][]seating.Round
	last map[ledger.NightID][]seating.Round // the newest plan of an evening
}

const mostPlans = 200

// wish is what the table asks of the next round.
type wish struct {
	tables int
	rest   bool
}

// planned are the rounds to come of an evening.
func (p *seatPlans) planned(e *ledger.Meeting, w wish) ([]seating.Round, error) {
	plan := planOf(e, w)
	key := fmt.Sprint(plan)
	p.mu.Lock()
	defer p.mu.Unlock()
	if rounds, ok := p.made[key]; ok {
		return rounds, nil
	}
	plan.Like = p.like(e.Night.ID, plan)
	rounds, err := plan.Propose()
	if err != nil {
		return nil, err
	}
	if p.made == nil || len(p.made) >= mostPlans {
		p.made, p.last = map[string][]seating.Round{}, map[ledger.NightID][]seating.Round{}
	}
	p.made[key] = rounds
	p.last[e.Night.ID] = rounds
	return rounds, nil
}

// like is what was planned for these rounds when there was one more: people who looked on expect that. After
// a restart of the program it is planned once more, from the first round.
func (p *seatPlans) like(id ledger.NightID, plan seating.Plan) []seating.Round {
	last, ok := p.last[id]
	now := len(plan.Played) - 1
	if ok && now >= 0 && len(last) > plan.Rounds && sameRound(last[0], plan.Played[now]) {
		return last[1:]
	}
	if ok || len(plan.Played) < 2 {
		return last
	}
	first := plan
	first.Played = plan.Played[:1]
	first.Rounds = min(plan.Rounds+len(plan.Played)-1, seating.MostRounds)
	rounds, err := first.Propose()
	if err != nil {
		return nil
	}
	for _, was := range plan.Played[1:] {
		if len(rounds) < 2 || !sameRound(rounds[0], was) {
			return nil
		}
		rounds = rounds[1:]
	}
	return rounds
}

func sameRound(a, b seating.Round) bool {
	empty := func(table []ledger.PlayerID) bool { return len(table) == 0 }
	return slices.EqualFunc(slices.DeleteFunc(slices.Clone(a.Tables), empty),
		slices.DeleteFunc(slices.Clone(b.Tables), empty), slices.Equal)
}

// planOf is what the rounds to come are planned from: all rounds so far, the one being played too.
func planOf(e *ledger.Meeting, w wish) seating.Plan {
	p := seating.Plan{Tables: w.tables, Rest: w.rest, Rounds: toCome(e), Seed: uint64(e.Night.ID)}
	for _, one := range e.People {
		if one.Here {
			p.Here = append(p.Here, one.ID)
		}
	}
	for i, s := range e.Sittings {
		round := seating.Round{Rests: s.Rest}
		now := i == len(e.Sittings)-1
		for _, at := range s.Tables {
			seats := at.Seats
			if t := tableOf(e, at.Night); now && t != nil { // as it is by now
				seats = seatsAt(t.Night)
			}
			round.Tables = append(round.Tables, seats)
		}
		p.Played = append(p.Played, round)
	}
	return p
}

// toCome is how many rounds are planned: those that were agreed, or as many as usual.
func toCome(e *ledger.Meeting) int {
	if e.Rounds == 0 {
		return usualRounds
	}
	return min(max(e.Rounds-e.Round, 1), seating.MostRounds)
}

// playing are the tables of this round that go on, in the order of the seating.
func playing(e *ledger.Meeting) (open []*ledger.MeetingTable) {
	for _, at := range e.Sittings[len(e.Sittings)-1].Tables {
		if t := tableOf(e, at.Night); t != nil && t.Open {
			open = append(open, t)
		}
	}
	return open
}

func tableOf(e *ledger.Meeting, id ledger.NightID) *ledger.MeetingTable {
	for i := range e.Tables {
		if e.Tables[i].ID == id {
			return &e.Tables[i]
		}
	}
	return nil
}

func seatsAt(n *ledger.Night) []ledger.PlayerID {
	seats := make([]ledger.PlayerID, len(n.Table))
	for i, chair := range n.Table {
		seats[i] = chair.Player
	}
	return seats
}

// usualWish is what nobody has to say: as many tables as there are, where so many people can sit at them, and
// resting where that is how the evening began.
func usualWish(e *ledger.Meeting) (w wish) {
	n := len(planOf(e, w).Here)
	w.rest = len(e.Sittings[0].Rest) > 0 && n >= 8 && n%4 > 0
	if w.rest {
		w.tables = n / 4
	} else if w.tables = len(playing(e)); n < 3*w.tables || n > 5*w.tables || w.tables == 0 {
		w.tables = max(1, len(seating.Tables(n)))
	}
	return w
}

// promise says what the plan comes to: how often everybody meets everybody by its end.
func promise(e *ledger.Meeting, w wish, rounds []seating.Round) string {
	plan := planOf(e, w)
	all := append(slices.Clone(plan.Played), rounds...)
	least := -1
	for _, met := range seating.Met(plan.Here, all) {
		if times := int(met.Partners + met.Opponents); least < 0 || times < least {
			least = times
		}
	}
	return metWords(least/5, len(all), len(rounds))
}
