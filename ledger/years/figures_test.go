package years

import (
	"math"
	"testing"
)

// TestBetween holds the interval of a share against worked figures. With z² = 3.841459, of 8 in 10: the
// middle is (0.8 + 3.841459/20) / (1 + 3.841459/10) = 0.992073/1.384146 = 0.716740, and half the width
// 1.959964/1.384146 · √(0.8·0.2/10 + 3.841459/400) = 1.416010 · √0.025604 = 0.226578. Of 1 in 1 the lower end
// is 1/(1 + z²) = 1/4.841459. The four larger ones are printed, to four places, in Newcombe's comparison of
// such intervals (Statistics in Medicine 17, 1998, table I).
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		rate      Rate
		low, high float64
		within    float64
	}{
		{Rate{8, 10}, 0.490162, 0.943318, 1e-6},
		{Rate{5, 10}, 0.236593, 0.763407, 1e-6},
		{Rate{1, 1}, 0.206549, 1, 1e-6},
		{Rate{0, 1}, 0, 0.793451, 1e-6},
		{Rate{0, 0}, 0, 1, 0},
		{Rate{81, 263}, 0.2553, 0.3662, 5e-5},
		{Rate{15, 148}, 0.0624, 0.1605, 5e-5},
		{Rate{0, 20}, 0, 0.1611, 5e-5},
		{Rate{1, 29}, 0.0061, 0.1718, 5e-5},
	} {
		low, high := c.rate.Between()
		if math.Abs(low-c.low) > c.within || math.Abs(high-c.high) > c.within {
			t.Errorf("%d of %d: %.6f to %.6f, want %v to %v", c.rate.Won, c.rate.Of, low, high, c.low, c.high)
		}
	}
}

// TestGive holds the ± of a mean against worked figures. Of −2, 4, 4, 6 and 13: the mean is 25/5 = 5, the
// squares of what they differ by are 49 + 1 + 1 + 1 + 64 = 116, the variance 116/4 = 29, and the give
// 1.959964 · √(29/5) = 4.720218. The amounts are put in as a deal puts them in.
func TestGive(t *testing.T) {
	for _, c := range []struct {
		amounts []int64
		each    float64
		rounded int64
		give    float64
		ok      bool
	}{
		{[]int64{-2, 4, 4, 6, 13}, 5, 5, 4.720218, true},
		{[]int64{6, -6}, 0, 0, 11.759784, true}, // variance 72, √(72/2) = 6
		{[]int64{7, 7, 7}, 7, 7, 0, true},
		{[]int64{-3, -4}, -3.5, -4, 0.979982, true}, // variance 1/2, √(1/4) = 1/2
		{[]int64{18}, 18, 18, 0, false},
		{nil, 0, 0, 0, false},
	} {
		var sum CallFigures
		for _, a := range c.amounts {
			sum.add(new(end), a)
		}
		m := sum.Money
		give, ok := m.Give()
		if m.Each() != c.each || m.Rounded() != c.rounded || math.Abs(give-c.give) > 1e-6 || ok != c.ok {
			t.Errorf("%v: %v, rounded %d, ± %v %v; want %v, %d, ± %v %v", c.amounts, m.Each(), m.Rounded(), give, ok,
				c.each, c.rounded, c.give, c.ok)
		}
	}
}

// What is void counts as played and as neither won nor lost.
func TestRateOfACall(t *testing.T) {
	f := CallFigures{N: 4, Won: 2, Lost: 1}
	if rate := f.Rate(); rate != (Rate{2, 3}) || math.Abs(rate.Share()-0.666667) > 1e-6 {
		t.Errorf("won %v", rate)
	}
}
