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
	"ouverte/ledger/state"
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

// Ladder is everybody's rating after the evenings played so far, and the line of one of them.
type Ladder struct {
	now    []Rating // by person
	nights []int    // rated, by person
	last   []string // the date of the last of them, by person
	one    chain.PlayerID
	line   []RatingPoint // of one
}

func newLadder(people int, one chain.PlayerID) *Ladder {
	l := &Ladder{make([]Rating, people), make([]int, people), make([]string, people), one, nil}
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
		l.nights[p]++
		if p == l.one {
			l.line = append(l.line, RatingPoint{n.ID, n.Date, r})
		}
	}
}

// ladder plays all evenings, and draws the line of one person; of nobody with zero.
func (r *reader) ladder(one chain.PlayerID) *Ladder {
	l, met := newLadder(len(r.who), one), make([]*state.Night, len(r.who)) // the night they were at last
	scores := make([]int64, len(r.who))                                    // of that night
	var who []chain.PlayerID
	var won []int64
	for _, n := range r.nights("", Span{}) {
		who, won = who[:0], won[:0]
		for _, v := range r.deals(n) {
			for i := range v.Seats {
				p := r.player(v, i)
				if met[p] != n {
					met[p], scores[p] = n, 0
					who = append(who, p)
				}
				scores[p] += counted(v.Net[i])
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

func Rungs(s *state.State) (out []Rung) {
	l, names := read(s).ladder(0), s.Names()
	for i, nights := range l.nights {
		if p := chain.PlayerID(i); nights > 0 {
			out = append(out, Rung{p, names.Name(p), names.Face(p), l.now[p], nights, l.last[p]})
		}
	}
	slices.SortFunc(out, func(a, b Rung) int {
		return cmp.Or(cmp.Compare(b.sure(), a.sure()), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func RatingLine(s *state.State, p chain.PlayerID) []RatingPoint { return read(s).ladder(p).line }
