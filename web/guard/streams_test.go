package guard

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// TestStreams enters and leaves at random, and compares with a count kept beside: a stream is let in exactly
// where all its shares have room, and nothing is left when all are gone.
func TestStreams(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	all := []Share{{"links", 20}, {"link 1", 5}, {"link 2", 9}, {"devices", 12}, {"device 1", 4},
		{"from here", 7}}
	var s Streams
	count := map[string]int{}
	type one struct {
		leave  func()
		shares []Share
	}
	var in []one
	refused := 0
	for range 20_000 {
		if len(in) > 0 && dice.IntN(100) < 45 {
			at := dice.IntN(len(in))
			gone := in[at]
			in = append(in[:at], in[at+1:]...)
			gone.leave()
			gone.leave() // again: it counts once
			for _, share := range gone.shares {
				count[share.Of]--
			}
			continue
		}
		dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		shares := append([]Share(nil), all[:1+dice.IntN(3)]...)
		room := true
		for _, share := range shares {
			room = room && count[share.Of] < share.Most
		}
		leave, ok := s.Enter(shares...)
		if ok != room {
			t.Fatalf("let in: %v, room for it: %v (%v of %v)", ok, room, shares, count)
		}
		if !ok {
			refused++
			continue
		}
		in = append(in, one{leave, shares})
		for _, share := range shares {
			count[share.Of]++
		}
	}
	for _, o := range in {
		o.leave()
	}
	if len(s.open) != 0 || refused < 100 {
		t.Errorf("%v is left, %d were refused", s.open, refused)
	}
}

// TestStreamsAtOnce: however many come at the same moment, no more than the share are let in.
func TestStreamsAtOnce(t *testing.T) {
	var s Streams
	var wait sync.WaitGroup
	in := make(chan struct{}, 100)
	for range 100 {
		wait.Go(func() {
			if _, ok := s.Enter(Share{"links", 7}); ok {
				in <- struct{}{}
			}
		})
	}
	wait.Wait()
	if len(in) != 7 {
		t.Errorf("%d of 7 are in", len(in))
	}
}
