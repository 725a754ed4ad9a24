package rules

// Amounts as people type them at a table, where a number alone means what the table counts in.

import (
	"math"
	"strconv"
	"strings"
)

// ParseAmount reads an amount as somebody at a table with these rules types it. It takes what Money.Parse
// takes, and a number alone: pence where the table counts in pence, pounds where all its stakes are whole
// pounds.
func (h *House) ParseAmount(s string) (int64, error) {
	n, err := h.Money.Parse(s)
	if err == nil {
		return n, nil
	}
	coins, bad := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
	if unit := h.countsIn(); bad == nil && coins >= 0 && coins <= math.MaxInt64/unit {
		return coins * unit, nil
	}
	return 0, err
}

// ParseTotal reads a sum, which may be below nothing, as ParseAmount reads an amount.
func (h *House) ParseTotal(s string) (int64, error) {
	n, err := h.Money.Parse(s)
	if err == nil {
		return n, nil
	}
	text, negative := cutSign(strings.TrimSpace(s))
	n, bad := h.ParseAmount(text)
	switch {
	case bad != nil || n < 0:
		return 0, err
	case negative:
		return -n, nil
	}
	return n, nil
}

// countsIn is the coin the table counts in: one that all stakes are whole numbers of, the larger one of two.
func (h *House) countsIn() int64 {
	unit := int64(1)
	switch {
	case h.Money == LSD:
		unit = 12
	case h.Money != Units && h.Money != Points:
		for range h.Money.Decimals() {
			unit *= 10
		}
	}
	for _, rank := range h.Calls {
		for _, amount := range [...]int64{rank.Stake, rank.Over, rank.Under, rank.Lost, rank.Bonus} {
			if amount%unit != 0 {
				return 1
			}
		}
	}
	return unit
}

// UsualStake is what somebody at the table means by a stake: that of a solo, or of the lowest call where no
// solo is played.
func (h *House) UsualStake() int64 {
	for _, rank := range h.Calls {
		if rank.Call == Solo {
			return rank.Stake
		}
	}
	if len(h.Calls) > 0 {
		return h.Calls[0].Stake
	}
	return 0
}
