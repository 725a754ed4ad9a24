package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"unicode/utf8"

	"ouverte/rules"
)

// hand is a line with these fields besides rules, seats and dealer; Ann is eldest.
func hand(rules, fields string) string {
	return fmt.Sprintf(`{"rules":"%s","seats":["Ann","Bob","Cat","Dan"],"dealer":"Dan",%s}`, rules, fields)
}

func TestAppendRefusal(t *testing.T) {
	got := string(AppendRefusal(nil, 12, rules.Problemf("", "Say \"who\"\x01\\.")))
	if want := `{"line":12,"error":"Say \"who\"\u0001\\."}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// checkAnswer looks at the answer to any line at all.
func checkAnswer(t *testing.T, line, answer []byte, err error) {
	t.Helper()
	var p *rules.Problem
	switch {
	case err == nil:
		if !json.Valid(line) {
			t.Fatalf("no JSON, and yet answered: %q", line)
		}
	case !errors.As(err, &p) || p.Sentence == "":
		t.Fatalf("%q: %#v", line, err)
	default:
		answer = AppendRefusal(answer, 1, err)
	}
	if !json.Valid(answer) || !utf8.Valid(answer) || bytes.ContainsRune(answer, '\n') {
		t.Fatalf("%q is answered by %q", line, answer)
	}
}

func FuzzScoreLine(f *testing.F) {
	for _, line := range wireLines(f) {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var w Wire
		answer, err := w.Score(nil, line, true)
		checkAnswer(t, line, answer, err)
		if err != nil {
			return
		}
		var got struct {
			Outcome string
			Net     map[string]int64
			Pays    []struct {
				From, To string
				Amount   int64
			}
			Sentence string
		}
		if err := json.Unmarshal(answer, &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Net) != w.deal.Seats || got.Sentence == "" {
			t.Fatalf("%s for %s", answer, line)
		}
		for _, p := range got.Pays {
			if p.Amount <= 0 {
				t.Fatalf("%s pays nothing", answer)
			}
			got.Net[p.From] += p.Amount
			got.Net[p.To] -= p.Amount
		}
		for name, rest := range got.Net {
			if rest != 0 {
				t.Fatalf("%s: the pays are %d out for %s", answer, rest, name)
			}
		}
	})
}

func FuzzAuctionLine(f *testing.F) {
	for _, line := range wireLines(f) {
		f.Add([]byte(line))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var w Wire
		answer, err := w.Auction(nil, line)
		checkAnswer(t, line, answer, err)
	})
}
