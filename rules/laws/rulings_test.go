package laws

import (
	"slices"
	"strings"
	"testing"

	"ouverte/rules"
)

// Every ruling is reached from the table in four taps or fewer, the one that opens the questions among them;
// every question leads somewhere, and every ruling is reached.
func TestEveryRulingInFourTaps(t *testing.T) {
	taps := map[string]int{}
	var walk func(id string, n int)
	walk = func(id string, n int) {
		if n > 4 {
			t.Fatalf("%s is more than four taps from the table", id)
		}
		if had, ok := taps[id]; !ok || n < had {
			taps[id] = n
		}
		q, isQuestion := QuestionOf(id)
		_, isRuling := RulingOf(id)
		if isQuestion == isRuling {
			t.Fatalf("%q is a question: %v, a ruling: %v; it must be one of them", id, isQuestion, isRuling)
		}
		if isRuling {
			return
		}
		if len(q.Answers) < 2 && !q.Answers[0].Each {
			t.Errorf("%s: a question with less than two answers is no question", id)
		}
		for _, a := range q.Answers {
			if a.Each != (a.Say == "") {
				t.Errorf("%s → %s: says %q", id, a.To, a.Say)
			}
			walk(a.To, n+1)
		}
	}
	walk("trouble", 1)
	for _, q := range inquiry {
		if _, ok := taps[q.ID]; !ok {
			t.Errorf("no way leads to the question %q", q.ID)
		}
	}
	for _, r := range rulings {
		if _, ok := taps[r.ID]; !ok {
			t.Errorf("no way leads to the ruling %q", r.ID)
		}
		if r.Title == "" || len(r.Says) == 0 || r.See == "" || (r.Standing != Law && r.Standing != Custom) {
			t.Errorf("%s: something is left out", r.ID)
		}
	}
	if len(taps) != len(inquiry)+len(rulings) {
		t.Errorf("%d ids reached, %d written", len(taps), len(inquiry)+len(rulings))
	}
}

// Under the rules of any house, at any table, no tap ends at a question without an answer, and a call that
// was tapped on the way is one the ruling is for.
func TestInquiryFitsTheHouse(t *testing.T) {
	for _, h := range housesOfAllKinds(t) {
		for seats := range rules.MaxSeats + 1 {
			if seats == 1 || seats == 2 {
				continue
			}
			reached := map[string]bool{}
			var walk func(id string, call rules.Call)
			walk = func(id string, call rules.Call) {
				reached[id] = true
				if r, ok := RulingOf(id); ok {
					if call != rules.NoCall && r.Calls != nil && !slices.Contains(r.Calls, call) {
						t.Errorf("%s, %d seats: %s is not for %s", h.ID, seats, id, call)
					}
					if r.Posting.movesMoney() && r.Posting != PostPenalty &&
						len(Play{House: h, Seats: seats}.Offered(r.Calls)) == 0 {
						t.Errorf("%s, %d seats: %s can never come up", h.ID, seats, id)
					}
					return
				}
				q, _ := QuestionOf(id)
				open := 0
				asked := map[rules.Call]bool{}
				for _, a := range q.Answers {
					if !a.Possible(Play{House: h, Seats: seats}) {
						continue
					}
					open++
					if !a.Each {
						walk(a.To, call)
						continue
					}
					for _, c := range (Play{House: h, Seats: seats}.Offered(a.For)) {
						if asked[c] {
							t.Errorf("%s, %d seats: %s is offered twice under %q", h.ID, seats, c, id)
						}
						asked[c] = true
						walk(a.To, c)
					}
				}
				if open == 0 {
					t.Errorf("%s, %d seats: nothing to tap under %q", h.ID, seats, q.Ask)
				}
			}
			walk("trouble", rules.NoCall)
			_, prop := h.Rank(rules.Prop)
			if got := reached["second-proposal"]; got != (prop && seats != 3) {
				t.Errorf("%s, %d seats: asks about a second proposal: %v", h.ID, seats, got)
			}
			if got := reached["revoke-misery"]; got != h.AllPass.Played() {
				t.Errorf("%s, %d seats: asks about a general misère: %v", h.ID, seats, got)
			}
			if got := reached["shuffled"]; got != (h.ShufflePenalty > 0) {
				t.Errorf("%s, %d seats: asks about shuffling: %v", h.ID, seats, got)
			}
		}
	}
}

// What a ruling says of the money is what Settle makes of it: for every house, table, call, number of tricks
// and offender.
func TestRulingsThatMoveMoney(t *testing.T) {
	checked := map[string]int{}
	for _, h := range housesOfAllKinds(t) {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			for i := range rulings {
				r := &rulings[i]
				if r.Posting == PostVoid || r.Posting.movesMoney() && r.Posting != PostPenalty {
					checked[r.ID] += checkRuling(t, h, seats, r)
				}
			}
		}
	}
	for _, r := range rulings {
		switch {
		case r.Posting == PostVoid || r.Posting.movesMoney() && r.Posting != PostPenalty:
			if checked[r.ID] == 0 {
				t.Errorf("%s was never checked", r.ID)
			}
		case r.Calls != nil && r.Posting != PostNothing:
			t.Errorf("%s names calls and is not checked", r.ID)
		}
	}
}

func checkRuling(t *testing.T, h *rules.House, seats int, r *Ruling) (checked int) {
	t.Helper()
	calls := Play{House: h, Seats: seats}.Offered(r.Calls)
	if r.Posting == PostVoid {
		calls = []rules.Call{rules.Void}
	}
	for _, call := range calls {
		for tricks := range 14 {
			base := rules.Deal{Seats: seats, Dealer: rules.Seat(seats), Call: call, Tricks: tricks}
			switch call {
			case rules.Prop:
				base.Caller, base.Partner = 1, 3
			case rules.GeneralMisere:
				base.Tricks = rules.NotSaid
				spread(h, &base, tricks)
			case rules.Void:
				base.Tricks = rules.NotSaid
			case rules.Irish:
				base.Caller, base.Bid, base.Trumps = 1, 1+tricks%13, rules.Hearts
			default:
				base.Caller = 1
			}
			for who := rules.Seat(1); int(who) <= seats; who++ {
				mine := who == base.Caller || who == base.Partner
				if call != rules.GeneralMisere && call != rules.Void && mine != r.Posting.ofCaller() {
					continue
				}
				if !base.Active(who) {
					continue
				}
				d := base
				r.Posting.mark(&d, who)
				got, err := rules.Settle(h, &d)
				if err != nil {
					t.Fatalf("%s: %s, %d seats, %s with %d: %v", r.ID, h.ID, seats, call, tricks, err)
				}
				checked++
				want := claimed(h, r, &base, who)
				if got.Net != want {
					t.Fatalf("%s: %s, %d seats, %s with %d, seat %d did it:\n the ruling says %v\n Settle says     %v",
						r.ID, h.ID, seats, call, tricks, who, want, got.Net)
				}
			}
		}
	}
	return checked
}

// claimed works out the money from the sentences of the ruling, not from the code that settles.
func claimed(h *rules.House, r *Ruling, d *rules.Deal, who rules.Seat) (net [rules.MaxSeats + 1]int64) {
	if r.Posting == PostVoid {
		return net
	}
	var opponents []rules.Seat
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if d.Active(s) && s != d.Caller && s != d.Partner {
			opponents = append(opponents, s)
		}
	}
	if r.Posting == PostMiseryRevoked || r.Posting == PostMiseryWrongCards {
		solo, _ := h.Rank(rules.Solo)
		stake := solo.Stake
		if h.Misery > 0 {
			stake = h.Misery
		}
		for _, s := range opponents {
			if s != who {
				net[s] += stake
				net[who] -= stake
			}
		}
		return net
	}
	each := claimedEach(h, r, d)
	for i, s := range opponents {
		payer, payee := s, d.Caller
		if d.Partner != 0 && i == 1 {
			payee = d.Partner
		}
		if h.OffenderPays && (r.Posting == PostOpponentRevoked || r.Posting == PostForfeit) {
			payer = who
		}
		net[payee] += each
		net[payer] -= each
	}
	return net
}

// claimedEach is what each opponent pays, by the sentences of the ruling.
func claimedEach(h *rules.House, r *Ruling, d *rules.Deal) int64 {
	rank, _ := h.Rank(d.Call)
	each, lost := rank.Stake, rank.Lost
	if lost == 0 {
		lost = rank.Stake
	}
	if d.Call == rules.Irish {
		each, lost = each*int64(d.Bid), lost*int64(d.Bid)
	}
	less := h.RevokeTricks
	switch r.ID {
	case "revoke-caller-target", "revoke-caller-prop":
		// "for each trick it is short of the target with what is left"
		left := max(0, d.Tricks-less)
		each = -lost - rank.Under*int64(max(0, rank.Target-left-rank.FreeUnder)) // "beyond those that are free"
	case "cards-caller":
		each = -lost
	case "revoke-caller-stake":
		each = -lost
		if d.Call.Losing() { // "a revoke gives none of them away"
			each -= rank.Under * int64(max(0, d.Tricks-rank.FreeUnder))
		}
	case "revoke-opponent-target", "revoke-opponent-prop": // "and over-tricks if there now are any"
		has := min(13, d.Tricks+less)
		over := int64(max(0, has-rank.Target)) * rank.Over
		if h.Slam == rules.SlamDoublesOver && d.Call == rules.Prop && d.Tricks == 13 {
			over *= 2
		}
		if d.Tricks == 13 && rank.Target < 13 { // "only where they were really taken"
			over += rank.Bonus
		}
		each += over
	}
	return each
}

// The ruling on a caller's revoke names what each misère of the house costs for the tricks taken, and how
// many of them are free.
func TestRulingsNameWhatMiseresCost(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	r, _ := RulingOf("revoke-caller-stake")
	for under := range int64(4) {
		for free := range 5 {
			h := *hoyle
			h.Calls = slices.Clone(hoyle.Calls)
			for i := range h.Calls {
				if c := &h.Calls[i]; c.Call == rules.Misere {
					c.Under, c.FreeUnder = under, free
				} else if c.Call == rules.MisereOuverte {
					c.Under, c.FreeUnder = under*2, 4-free
				}
			}
			says := strings.Join(r.For(Play{House: &h, Seats: 4}, rules.NoCall).Says, " ")
			for _, c := range misereCalls {
				rank, _ := h.Rank(c)
				want := h.Money.Words(rank.Under) + " for each trick taken in " + rules.Words(nil).One(c)
				if rank.FreeUnder > 0 {
					want += " after the first" + []string{"", "", " two", " three", " four"}[rank.FreeUnder]
				}
				if rank.Under == 0 && strings.Contains(says, "for each trick") {
					t.Errorf("nothing for a trick taken: %q", says)
				}
				if rank.Under > 0 && !strings.Contains(says+",", want+",") && !strings.Contains(says, want+".") &&
					!strings.Contains(says, want+" and") {
					t.Errorf("says %q, not %q", says, want)
				}
			}
		}
	}
}

// spread fills in what a general misère of this house wants to know.
func spread(h *rules.House, d *rules.Deal, tricks int) {
	if h.AllPass != rules.Fewest {
		d.Loser = rules.Seat(1 + tricks%3)
		return
	}
	left := 13
	for s := rules.Seat(1); int(s) <= d.Seats; s++ {
		if !d.Active(s) {
			continue
		}
		take := min(left, tricks)
		d.TricksBy[s] = int8(take)
		left -= take
	}
	d.TricksBy[1] += int8(left)
}

// housesOfAllKinds is every shipped set, and what no shipped set has: the games after all have passed, a
// table where nobody pays for the others, and sets of few calls.
func housesOfAllKinds(t *testing.T) []*rules.House {
	t.Helper()
	houses := slices.Clone(rules.Sets())
	hoyle, ok := rules.Set("hoyle")
	if !ok {
		t.Fatal("no hoyle")
	}
	for _, all := range []rules.AllPass{rules.LastTrick, rules.Fewest, rules.FiveOrFour} {
		h := *hoyle
		h.ID, h.AllPass = "hoyle-"+string(all), all
		houses = append(houses, &h)
	}
	h := *hoyle
	h.ID, h.OffenderPays, h.RevokeTricks = "hoyle-each", false, 2
	houses = append(houses, &h)
	dear := *hoyle
	dear.ID, dear.AllPass, dear.Misery, dear.Calls = "dear", rules.FiveOrFour, 50, slices.Clone(hoyle.Calls)
	for i := range dear.Calls {
		r := &dear.Calls[i]
		r.Lost = r.Stake + 5
		if r.Call.Losing() {
			r.Under, r.FreeUnder = 4, i%4
		} else if r.Call.Counted() {
			r.FreeUnder, r.Bonus = 1, 7
		}
	}
	if err := dear.Check(); err != nil {
		t.Fatal(err)
	}
	houses = append(houses, &dear)
	for id, calls := range map[string][]rules.Call{
		"no-misère": {rules.Prop, rules.Solo, rules.Abundance},
		"open-only": {rules.Prop, rules.Solo, rules.MisereOuverte},
		"one-call":  {rules.Solo}, "two-misères": {rules.Misere, rules.MisereOuverte},
		"solo-lowest": {rules.Solo, rules.Prop, rules.Abundance}, "pair-and-slam": {rules.Prop, rules.GrandSlam},
	} {
		h := *hoyle
		h.ID, h.Slam, h.Trumps = id, rules.SlamPlain, rules.TrumpsCycle
		h.Calls = nil
		for _, c := range calls {
			rank := rules.Rank{Call: c, Target: c.UsualTarget(), Stake: 6}
			h.Calls = append(h.Calls, rank)
		}
		if err := h.Check(); err != nil {
			t.Fatal(id, err)
		}
		houses = append(houses, &h)
	}
	return houses
}

// A revoke against a call that isn't a misère says nothing of a beaten one.
func TestRulingsSpeakOfTheCallAskedFor(t *testing.T) {
	in := Play{House: rules.Sets()[0], Seats: 4}
	r, _ := RulingOf("revoke-opponent-stake")
	for _, call := range in.Offered(stakeCalls) {
		got := r.For(in, call)
		says := in.Filling().Replace(HandsShown)
		shown := slices.ContainsFunc(got.Choices, func(c Choice) bool { return c.May == says })
		if shown != call.Losing() {
			t.Errorf("%s: the opponents’ hands are shown: %v", call, shown)
		}
	}
}

// The amounts under a ruling hold for the tricks beside them, and are there whenever money moves.
func TestWorths(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	for _, tc := range []struct {
		ruling string
		call   rules.Call
		want   []Worth
	}{
		// §10: nine with a revoke loses the stake, six with one loses two more
		{"revoke-caller-target", rules.Solo, []Worth{
			{rules.Solo, 0, 3, -33}, {rules.Solo, 4, 4, -30}, {rules.Solo, 5, 5, -27}, {rules.Solo, 6, 6,
				-24}, {rules.Solo, 7, 7, -21}, {rules.Solo, 8, 13, -18}}},
		{"revoke-opponent-stake", rules.Misere, []Worth{{rules.Misere, rules.NotSaid, rules.NotSaid, 36}}},
		{"exposed-misere", rules.NoCall,
			[]Worth{{rules.Misere, rules.NotSaid, rules.NotSaid, 36},
				{rules.MisereOuverte, rules.NotSaid, rules.NotSaid, 72}}},
		{"cards-caller", rules.Prop, []Worth{{rules.Prop, rules.NotSaid, rules.NotSaid, -6}}},
		{"revoke-both", rules.NoCall, nil},
		{"revoke-caller-stake", rules.Solo, nil},
	} {
		r, _ := RulingOf(tc.ruling)
		if got := r.Worths(Play{House: hoyle, Seats: 4}, tc.call); !slices.Equal(got, tc.want) {
			t.Errorf("%s, %s: %v, want %v", tc.ruling, tc.call, got, tc.want)
		}
	}
	for _, h := range housesOfAllKinds(t) {
		for seats := 3; seats <= rules.MaxSeats; seats++ {
			for i := range rulings {
				r := &rulings[i]
				if !r.Posting.movesMoney() || r.Posting == PostPenalty {
					continue
				}
				for _, call := range (Play{House: h, Seats: seats}.Offered(r.Calls)) {
					worths := r.Worths(Play{House: h, Seats: seats}, call)
					if len(worths) == 0 {
						t.Errorf("%s, %d seats, %s in %s: what does it come to?", h.ID, seats, r.ID, call)
					}
					for _, w := range worths {
						if lost := w.Net < 0; call != rules.GeneralMisere && lost != r.Posting.ofCaller() {
							t.Errorf("%s, %d seats, %s in %s: %+v", h.ID, seats, r.ID, call, w)
						}
					}
				}
			}
		}
	}
}
