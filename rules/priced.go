package rules

import "math/bits"

// Priced returns the set counted in another money, with a solo (or, where none is played, the lowest call) at
// this stake and every other amount in proportion. What doesn't come out is rounded to the nearest coin: a
// stake to one at least, while what tricks count may become nothing. Id and name stay those of the set.
func (h *House) Priced(money Money, solo int64) (*House, error) {
	if err := money.Check(); err != nil {
		return nil, err
	}
	was := h.UsualStake()
	if solo < 1 || was < 1 {
		return nil, Problemf("stake", "The stake must be above zero.")
	}
	fits := true
	priced := func(amount int64, least int64) int64 {
		if amount == 0 {
			return 0
		}
		high, low := bits.Mul64(uint64(amount), uint64(solo))
		low, carry := bits.Add64(low, uint64(was/2), 0)
		if high += carry; high >= uint64(was) {
			fits = false
			return amount
		}
		coins, _ := bits.Div64(high, low, uint64(was))
		fits = fits && coins <= mostAmount
		return max(int64(coins&mostAmount), least)
	}
	out := *h
	out.Money = money
	out.Calls = make([]Rank, len(h.Calls))
	for i, r := range h.Calls {
		r.Stake, r.Lost, r.Bonus = priced(r.Stake, 1), priced(r.Lost, 1), priced(r.Bonus, 1)
		r.Over, r.Under = priced(r.Over, 0), priced(r.Under, 0)
		out.Calls[i] = r
	}
	out.Misery, out.ShufflePenalty = priced(h.Misery, 1), priced(h.ShufflePenalty, 1)
	if !fits {
		return nil, Problemf("stake", "At a stake of %s other calls would cost more than can be counted.",
			money.Words(solo))
	}
	return &out, nil
}

// mostAmount is the largest amount there is.
const mostAmount = 1<<63 - 1
