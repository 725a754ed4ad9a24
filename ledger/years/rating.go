package years

// The rating: how strong somebody plays, as far as evenings tell. The method is that of Ruby C. Weng and
// Chih-Jen Lin, "A Bayesian Approximation Method for Online Ranking", Journal of Machine Learning Research 12
// (2011), algorithm 1 (Bradley–Terry, full pair), with each person as a side and an evening as a match: in
// one evening everybody plays with and against everybody, so its standing is fair to changing partners.
// People are ranked by what they won in their own chair. How much doesn't matter, so evenings for pence and
// for pounds count alike, in any money. Before each evening the uncertainty grows a little (the dynamics
// factor of Herbrich, Minka and Graepel's TrueSkill, 2006), so that no rating is ever final.
//
// Ratings are not stored: each page that shows them plays all evenings again.

import (
	"cmp"
	"math"
	"slices"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/ledger/state"
	"ouverte/rules"
)

// The constants of the paper, and TrueSkill's for the dynamics.
const (
	ratingMean  = 25.0
	ratingSigma = ratingMean / 3
	ratingBeta  = ratingSigma / 2
	ratingKappa = 0.0001
	ratingTau   = ratingSigma / 100
)

type Rating struct{ Mean, Sigma float64 }

// perStrength is how many points a unit of the paper's scale is shown as: a newcomer begins at a thousand.
const perStrength = 1000 / ratingMean

// Strength is the rating as it is shown: a thousand is a newcomer's.
func (r Rating) Strength() int { return int(math.Round(r.Mean * perStrength)) }

// Within is between which strengths the true one lies, nineteen times in twenty.
func (r Rating) Within() (low, high int) {
	give := spread95 * r.Sigma
	return int(math.Round((r.Mean - give) * perStrength)), int(math.Round((r.Mean + give) * perStrength))
}

// sure is the strength surely reached, the lower end of what is shown. The ladder is ordered by it, so that a
// few evenings don't put anybody on top.
func (r Rating) sure() float64 { return r.Mean - spread95*r.Sigma }

func rateEvening(before []Rating, won []int64) []Rating {
	after := make([]Rating, len(before))
	for i, a := range before {
		var omega, delta float64
		for q, b := range before {
			if q == i {
				continue
			}
			c := math.Sqrt(a.Sigma*a.Sigma + b.Sigma*b.Sigma + 2*ratingBeta*ratingBeta)
			p := 1 / (1 + math.Exp((b.Mean-a.Mean)/c)) // that i does better than q
			s := 0.5
			switch cmp.Compare(won[i], won[q]) {
			case 1:
				s = 1
			case -1:
				s = 0
			}
			omega += a.Sigma * a.Sigma / c * (s - p)
			gamma := a.Sigma / c
			delta += gamma * a.Sigma * a.Sigma / (c * c) * p * (1 - p)
		}
		after[i] = Rating{Mean: a.Mean + omega, Sigma: a.Sigma * math.Sqrt(max(1-delta, ratingKappa))}
	}
	return after
}

// RatingPoint is somebody's rating after an evening.
type RatingPoint struct {
	Night chain.NightID
	Date  string
	Rating
}

// Ladder is everybody's rating after the evenings so far, the way there, and their score in each money.
type Ladder struct {
	names  *people.Roster
	now    []Rating      // by person
	last   []string      // the date of the last evening rated, by person
	rated  []int         // evenings, by person
	steps  []ratingStep  // all that were made, in their order
	scores []moneyScores // the money with most evenings first
}

type ratingStep struct {
	player chain.PlayerID
	night  *state.Night
	Rating
}

// moneyScores are by account, also with a substitute; sat says who played themselves.
type moneyScores struct {
	money rules.Money
	score []int64
	sat   []bool
}

func newLadder(names *people.Roster, all int) *Ladder {
	l := &Ladder{names: names, now: make([]Rating, all), last: make([]string, all), rated: make([]int, all)}
	for p := range l.now {
		l.now[p] = Rating{ratingMean, ratingSigma}
	}
	return l
}

// play adds an evening, later than all before it, with what each won.
func (l *Ladder) play(n *state.Night, who []chain.PlayerID, won []int64) {
	if len(who) < 2 {
		return
	}
	before := make([]Rating, len(who))
	for i, p := range who {
		before[i] = l.now[p]
		before[i].Sigma = min(ratingSigma, math.Sqrt(before[i].Sigma*before[i].Sigma+ratingTau*ratingTau))
	}
	for i, r := range rateEvening(before, won) {
		p := who[i]
		l.now[p], l.last[p] = r, n.Date
		l.rated[p]++
		l.steps = append(l.steps, ratingStep{p, n, r})
	}
}

// LadderOf plays all evenings, and adds up what they came to.
func LadderOf(s *state.State) *Ladder {
	r := read(s)
	all, nights := len(r.who), r.nights("", Span{})
	l := newLadder(s.Names(), all)
	l.steps = make([]ratingStep, 0, 4*len(nights))
	for _, p := range r.playedFor(Span{}) {
		l.scores = append(l.scores, moneyScores{p.Money, make([]int64, all), make([]bool, all)})
	}
	// the night each was at last, and what they had
	met, scores := make([]*state.Night, all), make([]int64, all)
	var who []chain.PlayerID
	var won []int64
	for _, n := range nights {
		who, won = who[:0], won[:0]
		at := slices.IndexFunc(l.scores, func(m moneyScores) bool { return m.money == n.Money() })
		in := &l.scores[at]
		for _, v := range r.deals(n) {
			for i := range v.Seats {
				p := r.player(v, i)
				if met[p] != n {
					met[p], scores[p], in.sat[p] = n, 0, true
					who = append(who, p)
				}
				scores[p] += counted(v.Net[i])
				in.score[r.account(v, i)] += counted(v.Net[i])
			}
		}
		for _, f := range r.penalties(n) {
			for _, net := range f.nets {
				in.score[net.Player] += counted(net.Amount)
			}
		}
		for _, p := range who {
			won = append(won, scores[p])
		}
		l.play(n, who, won)
	}
	return l
}

type Rung struct {
	Player chain.PlayerID
	Name   string
	Face   face.Face
	Rating
	Nights int
	Last   string // date of the last evening rated
}

func (l *Ladder) Rungs() (out []Rung) {
	for i, nights := range l.rated {
		if p := chain.PlayerID(i); nights > 0 {
			out = append(out, Rung{p, l.names.Name(p), l.names.Face(p), l.now[p], nights, l.last[p]})
		}
	}
	slices.SortFunc(out, func(a, b Rung) int {
		return cmp.Or(cmp.Compare(b.sure(), a.sure()), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Line is somebody's rating after each of their evenings.
func (l *Ladder) Line(p chain.PlayerID) []RatingPoint {
	out := make([]RatingPoint, 0, l.rated[p])
	for _, s := range l.steps {
		if s.player == p {
			out = append(out, RatingPoint{s.night.ID, s.night.Date, s.Rating})
		}
	}
	return out
}

// Scores are somebody's in each money they ever sat down for, or have anything in.
func (l *Ladder) Scores(p chain.PlayerID) (out []MoneyScore) {
	for _, m := range l.scores {
		if m.sat[p] || m.score[p] != 0 {
			out = append(out, MoneyScore{m.money, m.score[p]})
		}
	}
	return out
}
