package notation

// Tables in testdata of what people type and pipes send: a line, and what is answered below it.
//
//	go test ./rules/notation -golden    writes the answers anew

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
	"ouverte/rules"
)

var golden = flag.Bool("golden", false, "write the answers of the tables in testdata anew")

// refused is a refusal as the tables have it.
func refused(t *testing.T, err error) string {
	t.Helper()
	var p *rules.Problem
	if !errors.As(err, &p) || !strings.HasSuffix(p.Sentence, ".") {
		t.Errorf("refused by %v", err)
	}
	return fmt.Sprint("✗ ", err)
}

// TestTyped: several ways to write a deal read as the same, which is written in one way; what is none is
// refused. The head names the house and who sits there.
func TestTyped(t *testing.T) {
	testenv.Golden(t, "testdata/typed.txt", *golden, func(head, line string) string {
		id, sit, _ := strings.Cut(head, ": ")
		h := house(t, strings.Split(id, ",")[0], func(h *rules.House) {
			if _, all, ok := strings.Cut(id, ", "); ok {
				h.AllPass = rules.AllPass(strings.ReplaceAll(all, " ", "-"))
			}
		})
		names := strings.Fields(sit)
		for i := range names {
			names[i] = strings.ReplaceAll(names[i], "_", " ")
		}
		d, err := Parse(h, names, 4, line)
		if err != nil {
			testenv.Same(t, d, rules.Deal{}, "refused, it is %+v")
			return refused(t, err)
		}
		if _, err := rules.Settle(h, &d); err != nil {
			t.Errorf("%s cannot be reckoned: %v", line, err)
		}
		return Write(h, names, &d)
	})
	for _, line := range []string{"", "   "} {
		if _, err := Parse(house(t, "hoyle"), table[:4], 4, line); !strings.Contains(fmt.Sprint(err), "is empty") {
			t.Errorf("a blank line is refused by %v", err)
		}
	}
}

// TestWire reads what is answered to a line of the wire, the second time with what all left behind.
func TestWire(t *testing.T) {
	var w Wire
	answer := func(head, line string) string {
		var got []byte
		var err error
		if head == "auction" {
			got, err = w.Auction([]byte("before "), []byte(line))
		} else {
			got, err = w.Score([]byte("before "), []byte(line), head == "explained")
		}
		rest, ok := strings.CutPrefix(string(got), "before ")
		if !ok || err != nil && rest != "" {
			t.Errorf("%s\nwrote %q: %v", line, got, err)
		}
		if err != nil {
			return refused(t, err)
		}
		return rest
	}
	testenv.Golden(t, "testdata/wire.txt", *golden, answer)
	testenv.Golden(t, "testdata/wire.txt", false, answer)
	for line, says := range map[string]string{ // what no file of lines can have
		"": "blank", "   \r": "blank", "\x00": "NUL byte", "{\x00}": "NUL byte, at character 2",
		"\xff{}": "UTF-8", `{"rules":"` + "\xc3" + `"}`: "UTF-8", "\ufeff{}": "not a JSON object",
		"{\"rules\":\"a\tb\"}": "control character", `{"rules":"a` + "\x00" + `b"}`: "NUL byte",
		`{"rules":` + strings.Repeat("[", 100_000): "too deep",
	} {
		if got := answer("score", line); !strings.Contains(got, says) {
			t.Errorf("%.200q says %q, want %q in it", line, got, says)
		}
	}
	// Fields in any order, white space anywhere, CRLF, escapes.
	const odd = " { \"tricks\" : 5 ,\t\"caller\":\"\\u0041nn\",\"contract\":\"so\\u006co\"," +
		"\"dealer\":\"C\\\"\\\\\",\"seats\":[\"Ann\" , \"B\\/\\ud83d\\ude00\",\"C\\\"\\\\\"]," +
		"\"rules\":\"units\"} \r"
	testenv.Same(t, answer("score", odd), `{"outcome":"won","over":0,"under":0,`+
		`"net":{"Ann":2,"B/😀":-1,"C\"\\":-1},"pays":[{"from":"B/😀","to":"Ann","amount":1},`+
		`{"from":"C\"\\","to":"Ann","amount":1}]}`, "it scores %s")
}

// TestAsides reads what else is typed beside the deals.
func TestAsides(t *testing.T) {
	hoyle, asked := house(t, "hoyle"), 0
	others := func() []string {
		asked++
		return []string{"Eve", "Bobby", "Étienne du Bois"}
	}
	testenv.Golden(t, "testdata/asides.txt", *golden, func(_, line string) string {
		asked = 0
		a, ok, err := ParseAside(hoyle, table[:4], others, line)
		switch {
		case !ok && err == nil:
			return "no aside"
		case err != nil:
			return refused(t, err)
		}
		if joins := a.Kind == Joins; joins != (asked == 1) || asked > 1 {
			t.Errorf("%s: who else may sit down was asked %d times", line, asked)
		}
		return fmt.Sprintf("%+v", a)
	})
	kitty, ok, err := ParseAside(hoyle, []string{"Ann", "Bob", "Kitty"}, nil, "bet ann 6d kitty")
	if err != nil || !ok || kitty.To != 3 || kitty.Kitty {
		t.Errorf("a bet to a player called Kitty: %+v, %v", kitty, err)
	}
	for _, m := range []rules.Money{rules.LSD, rules.Units, "GBP", "EUR"} {
		h := *hoyle
		h.Money = m
		for _, n := range AsidesIn(m) {
			a, ok, err := ParseAside(&h, table[:4], others, n.Line)
			if !ok || err != nil || a.Amount != 0 && a.Amount != 6 {
				t.Errorf("in %s the page shows %q: %v", m, n.Line, err)
			}
		}
	}
}

// wireLines are the lines of testdata/wire.txt.
func wireLines(t testing.TB) (lines []string) {
	t.Helper()
	text := testenv.Must(os.ReadFile("testdata/wire.txt"))(t)
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "{") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

// A sound line costs no allocation, but for a set that comes whole for the first time.
func TestScoreAllocatesNothing(t *testing.T) {
	var w Wire
	out, tried := make([]byte, 0, 1<<12), 0
	for _, text := range wireLines(t) {
		line := []byte(text)
		if _, err := w.Score(out, line, false); err != nil {
			continue
		}
		tried++
		if n := testing.AllocsPerRun(100, func() { w.Score(out, line, false) }); n != 0 {
			t.Errorf("%v allocations for %s", n, line)
		}
	}
	if tried < 15 {
		t.Errorf("only %d lines are sound", tried)
	}
}
