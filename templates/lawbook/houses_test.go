package lawbook

import (
	"slices"
	"testing"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates/say"
)

// What a trick over or short is worth is said in words, each way of it once: 2d for one over and 1d for one
// short are never told apart by their place alone. What the shipped sets say is on the screen houses.
func TestTricksInWords(t *testing.T) {
	hoyle, _ := rules.Set("hoyle")
	for _, c := range []struct {
		change               func(*rules.Rank)
		list, stake, besides string
	}{
		{func(r *rules.Rank) {}, "2d over, 1d short", "1s\u00a06d · 2d over, 1d short", "2d over, 1d short"},
		{func(r *rules.Rank) { r.Over = 1 }, "1d over or short", "1s\u00a06d · 1d a trick", "1d a trick"},
		{func(r *rules.Rank) { r.Over = 0 }, "1d short", "1s\u00a06d · 1d short", "1d short"},
		{func(r *rules.Rank) { r.Under = 0 }, "2d over", "1s\u00a06d · 2d over", "2d over"},
		{func(r *rules.Rank) { r.Over, r.Under = 0, 0 }, "–", "1s\u00a06d", ""},
		{func(r *rules.Rank) { r.Lost, r.FreeUnder, r.Bonus = 24, 2, 12 }, "2d over, 1d short",
			"1s\u00a06d · 2d over, 1d short · 2s when lost · the first two tricks short free · 1s for all thirteen",
			"2d over, 1d short"},
	} {
		h := *hoyle
		h.Calls = slices.Clone(hoyle.Calls)
		i := slices.IndexFunc(h.Calls, func(r rules.Rank) bool { return r.Call == rules.Abundance })
		h.Calls = h.Calls[i : i+1]
		c.change(&h.Calls[0])
		if list, stake := perTrick(&h, nil), stakeText(h.Money, h.Calls[0]); list != c.list || stake != c.stake {
			t.Errorf("%+v: %q and %q, not %q and %q", h.Calls[0], list, stake, c.list, c.stake)
		}
		if got := say.TricksText(h.Money, h.Calls[0]); got != c.besides {
			t.Errorf("%+v: %q, not %q", h.Calls[0], got, c.besides)
		}
	}
}

// The text of a misère's picture names its ends where each trick taken costs.
func TestMiserePictureInWords(t *testing.T) {
	for _, c := range []struct {
		under int64
		free  int
		want  string
	}{
		{0, 0, "Misère: +2 at no trick, −2 otherwise."},
		{1, 0, "Misère: +2 at no trick, −3 at 1, −15 at 13."},
		{1, 2, "Misère: +2 at no trick, −2 at 1, −13 at 13."},
		{1, 13, "Misère: +2 at no trick, −2 otherwise."},
	} {
		set, _ := rules.Set("units")
		h := *set
		h.Calls = slices.Clone(set.Calls)
		i := slices.IndexFunc(h.Calls, func(r rules.Rank) bool { return r.Call == rules.Misere })
		h.Calls[i].Under, h.Calls[i].FreeUnder = c.under, c.free
		p := payoffOf(&h, nil)
		if got := p.inWords(p.Columns[i]); got != c.want {
			t.Errorf("%d a trick, %d free: %q, not %q", c.under, c.free, got, c.want)
		}
	}
}

// The form of a set argues for an open fourth hand only where one is offered.
func TestReasonsAreForWhatIsOffered(t *testing.T) {
	for _, h := range rules.Sets() {
		asked, _ := HouseDraftOf(h, nil).asked()
		for _, s := range asked {
			offered := slices.ContainsFunc(s.Options,
				func(o laws.SwitchOption) bool { return o.Value == string(rules.ShortDummy) })
			if s.Field == "short" && (s.For != "") != offered {
				t.Errorf("%s: an open hand is offered: %v; said for it: %q", h.ID, offered, s.For)
			}
		}
	}
}
