package years

// Figures as the pages of the book of years show them, each with how sure one can be of it.

import (
	"math"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/people"
	"ouverte/rules"
)

// Few is below how many times a figure is called one of few: its page says so.
const Few = 10

// spread95 is how many standard errors hold nineteen in twenty.
const spread95 = 1.959964

type Rate struct{ Won, Of int64 }

// Share is the part, 0 to 1; nothing where there is none.
func (r Rate) Share() float64 {
	if r.Of == 0 {
		return 0
	}
	return float64(r.Won) / float64(r.Of)
}

// Between gives the ends within which the true share lies nineteen times in twenty (Wilson's interval).
func (r Rate) Between() (low, high float64) {
	if r.Of == 0 {
		return 0, 1
	}
	n, p, z := float64(r.Of), r.Share(), spread95
	mid := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return max(0, mid-half), min(1, mid+half)
}

// Mean is an amount of money a time.
type Mean struct {
	N, Sum  int64
	squares int64 // the sum of the squares of the amounts in Sum
}

func (m Mean) plus(o Mean) Mean { return Mean{m.N + o.N, m.Sum + o.Sum, m.squares + o.squares} }

// half is what came to each of two who share it.
func (m Mean) half() Mean { return Mean{m.N, m.Sum / 2, m.squares / 4} }

// Each is the mean in the smallest unit.
func (m Mean) Each() float64 {
	if m.N == 0 {
		return 0
	}
	return float64(m.Sum) / float64(m.N)
}

func (m Mean) Rounded() int64 { return int64(math.Round(m.Each())) }

// Give is by how much the true mean may differ, nineteen times in twenty; ok is false where there are too few
// to tell.
func (m Mean) Give() (give float64, ok bool) {
	if m.N < 2 {
		return 0, false
	}
	n, mean := float64(m.N), m.Each()
	variance := max(0, (float64(m.squares)-n*mean*mean)/(n-1))
	return spread95 * math.Sqrt(variance/n), true
}

type CallFigures struct {
	Call      rules.Call
	N         int64 // how often
	Won, Lost int64 // the rest came out void
	Told      int64 // deals where the tricks are known …
	Tricks    int64 // … and those the caller's side took in them
	Over      int64 // tricks above the target, all together …
	Under     int64 // … and below
	Money     Mean
}

// Rate is how often it was won, of those won or lost.
func (f CallFigures) Rate() Rate { return Rate{f.Won, f.Won + f.Lost} }

// callsOf lists the calls of which there were any, in their usual order.
func callsOf(sums *[rules.CallNumbers]CallFigures) (out []CallFigures) {
	for call, f := range sums {
		if f.N > 0 {
			f.Call = rules.Call(call)
			out = append(out, f)
		}
	}
	return out
}

// Dealings is what two came to, seen from one of them.
type Dealings struct {
	Together  int64 // partners in a call
	Won, Lost int64
	Amount    int64 // of both, as partners
	Against   int64 // on opposite sides of a call
	Got, Paid int64
}

type PairFigures struct {
	A, B         chain.PlayerID
	NameA, NameB string
	FaceA, FaceB face.Face
	Dealings     // seen from A
}

// Rate is how often they won as partners.
func (d Dealings) Rate() Rate { return Rate{d.Won, d.Won + d.Lost} }

// Net is what one is the better by, from the other.
func (d Dealings) Net() int64 { return d.Got - d.Paid }

func (d Dealings) figures(one, other chain.PlayerID, names *people.Roster) PairFigures {
	return PairFigures{
		A: one, B: other, NameA: names.Name(one), NameB: names.Name(other), FaceA: names.Face(one),
		FaceB: names.Face(other), Dealings: d,
	}
}

func (f PairFigures) turned() PairFigures {
	f.A, f.B, f.NameA, f.NameB, f.FaceA, f.FaceB = f.B, f.A, f.NameB, f.NameA, f.FaceB, f.FaceA
	f.Got, f.Paid = f.Paid, f.Got
	return f
}
