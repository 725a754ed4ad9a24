package notation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"ouverte/rules"
)

// hand is a line with these fields besides rules, seats and dealer; Ann is eldest.
func hand(rules, fields string) string {
	return fmt.Sprintf(`{"rules":"%s","seats":["Ann","Bob","Cat","Dan"],"dealer":"Dan",%s}`, rules, fields)
}

var goodLines = []struct{ line, answer string }{
	{hand("hoyle", `"contract":"solo","caller":"Ann","tricks":7`),
		`{"outcome":"won","over":2,"under":0,"net":{"Ann":24,"Bob":-8,"Cat":-8,"Dan":-8},"pays":[{"from":"Bob","to":"Ann","amount":8},{"from":"Cat","to":"Ann","amount":8},{"from":"Dan","to":"Ann","amount":8}]}`},
	{hand("hoyle", `"contract":"prop","caller":"Ann","partner":"Bob","tricks":7,"trumps":"H"`),
		`{"outcome":"lost","over":0,"under":1,"net":{"Ann":-7,"Bob":-7,"Cat":7,"Dan":7},"pays":[{"from":"Ann","to":"Cat","amount":7},{"from":"Bob","to":"Dan","amount":7}]}`},
	{hand("hoyle", `"contract":"misere","caller":"Ann","forfeit":"Cat"`),
		`{"outcome":"won","over":0,"under":0,"net":{"Ann":36,"Bob":0,"Cat":-36,"Dan":0},"pays":[{"from":"Cat","to":"Ann","amount":36}]}`},
	{hand("hoyle", `"contract":"solo","caller":"Ann","tricks":4,"revokes":{"Cat":1}`),
		`{"outcome":"won","over":2,"under":0,"net":{"Ann":24,"Bob":0,"Cat":-24,"Dan":0},"pays":[{"from":"Cat","to":"Ann","amount":24}]}`},
	{hand("hoyle", `"contract":"solo","caller":"Ann","wrongCards":["Bob","Cat"]`),
		`{"outcome":"won","over":0,"under":0,"net":{"Ann":18,"Bob":-6,"Cat":-6,"Dan":-6},"pays":[{"from":"Bob","to":"Ann","amount":6},{"from":"Cat","to":"Ann","amount":6},{"from":"Dan","to":"Ann","amount":6}]}`},
	{hand("irish", `"contract":"irish","caller":"Ann","bid":6,"trumps":"S","tricks":6`),
		`{"outcome":"won","over":0,"under":0,"net":{"Ann":18,"Bob":-6,"Cat":-6,"Dan":-6},"pays":[{"from":"Bob","to":"Ann","amount":6},{"from":"Cat","to":"Ann","amount":6},{"from":"Dan","to":"Ann","amount":6}]}`},
	{hand("units", `"contract":"passed"`),
		`{"outcome":"passed","over":0,"under":0,"net":{"Ann":0,"Bob":0,"Cat":0,"Dan":0},"pays":[]}`},
	{hand("units", `"contract":"void"`),
		`{"outcome":"void","over":0,"under":0,"net":{"Ann":0,"Bob":0,"Cat":0,"Dan":0},"pays":[]}`},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":0,"revokes":{},"wrongCards":[]`),
		`{"outcome":"lost","over":0,"under":5,"net":{"Ann":-3,"Bob":1,"Cat":1,"Dan":1},"pays":[{"from":"Ann","to":"Bob","amount":1},{"from":"Ann","to":"Cat","amount":1},{"from":"Ann","to":"Dan","amount":1}]}`},
	// Fields in any order, white space anywhere, CRLF, escapes.
	{
		" { \"tricks\" : 5 ,\t\"caller\":\"\\u0041nn\",\"contract\":\"so\\u006co\",\"dealer\":\"C\\\"\\\\\",\"seats\":[\"Ann\" , \"B\\/\\ud83d\\ude00\",\"C\\\"\\\\\"],\"rules\":\"units\"} \r",
		`{"outcome":"won","over":0,"under":0,"net":{"Ann":2,"B/😀":-1,"C\"\\":-1},"pays":[{"from":"B/😀","to":"Ann","amount":1},{"from":"C\"\\","to":"Ann","amount":1}]}`,
	},
	// Five seats: Dan sits out.
	{
		`{"rules":"hoyle","seats":["Ann","Bob","Cat","Dan","Eve"],"dealer":"Eve","contract":"solo","caller":"Ann","tricks":5}`,
		`{"outcome":"won","over":0,"under":0,"net":{"Ann":18,"Bob":-6,"Cat":-6,"Dan":0,"Eve":-6},"pays":[{"from":"Bob","to":"Ann","amount":6},{"from":"Cat","to":"Ann","amount":6},{"from":"Eve","to":"Ann","amount":6}]}`,
	},
	// A whole set, with a scale.
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"solo","stake":2}],"allPass":"fewest","scale":10},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"general-misere","tricksBy":{"Ann":2,"Bob":2,"Cat":9}}`,
		`{"outcome":"played","over":0,"under":0,"net":{"Ann":20,"Bob":20,"Cat":-40},"pays":[{"from":"Cat","to":"Ann","amount":20},{"from":"Cat","to":"Bob","amount":20}]}`,
	},
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"solo","stake":2}],"allPass":"last-trick"},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"general-misere","loser":"Bob","trumps":"NT"}`,
		`{"outcome":"played","over":0,"under":0,"net":{"Ann":2,"Bob":-4,"Cat":2},"pays":[{"from":"Bob","to":"Ann","amount":2},{"from":"Bob","to":"Cat","amount":2}]}`,
	},
	// What a set may say of a call besides; over and under are counted whole, whatever they are worth.
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"solo","stake":2,"lost":3,"bonus":5}],"scale":10},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":13}`,
		`{"outcome":"won","over":8,"under":0,"net":{"Ann":140,"Bob":-70,"Cat":-70},"pays":[{"from":"Bob","to":"Ann","amount":70},{"from":"Cat","to":"Ann","amount":70}]}`,
	},
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"solo","stake":2,"lost":3,"under":1,"freeUnder":2}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":2}`,
		`{"outcome":"lost","over":0,"under":3,"net":{"Ann":-8,"Bob":4,"Cat":4},"pays":[{"from":"Ann","to":"Bob","amount":4},{"from":"Ann","to":"Cat","amount":4}]}`,
	},
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"misere","stake":2,"under":1}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"misere","caller":"Ann","tricks":3,"revokes":{"Ann":1}}`,
		`{"outcome":"lost","over":0,"under":0,"net":{"Ann":-10,"Bob":5,"Cat":5},"pays":[{"from":"Ann","to":"Bob","amount":5},{"from":"Ann","to":"Cat","amount":5}]}`,
	},
	{
		`{"rules":{"id":"own","name":"Our own","calls":[{"call":"misere","stake":2}],"allPass":"fewest","misery":4},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"general-misere","wrongCards":["Bob"]}`,
		`{"outcome":"played","over":0,"under":0,"net":{"Ann":4,"Bob":-8,"Cat":4},"pays":[{"from":"Bob","to":"Ann","amount":4},{"from":"Bob","to":"Cat","amount":4}]}`,
	},
}

func TestScoreLine(t *testing.T) {
	var w Wire
	for range 2 { // the second time with what the first has left behind
		for _, c := range goodLines {
			got, err := w.Score([]byte("before "), []byte(c.line), false)
			if err != nil || string(got) != "before "+c.answer {
				t.Errorf("%s\n got %s, %v\nwant %s", c.line, got, err, c.answer)
			}
		}
	}
}

func TestScoreLineExplained(t *testing.T) {
	var w Wire
	got, err := w.Score(nil, []byte(hand("hoyle", `"contract":"solo","caller":"Ann","tricks":7`)), true)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Outcome, Sentence string
		Pays              []any
		Steps             []struct{ Text, Rule string }
	}
	dec := json.NewDecoder(bytes.NewReader(got))
	if err := dec.Decode(&answer); err != nil || answer.Outcome != "won" || len(answer.Pays) != 3 {
		t.Errorf("%s: %v", got, err)
	}
	if answer.Sentence != "Ann makes solo, two over: 8d from each" || len(answer.Steps) == 0 {
		t.Errorf("%s", got)
	}
	for _, s := range answer.Steps {
		if s.Text == "" || !strings.HasPrefix(s.Rule, "§") {
			t.Errorf("step %+v", s)
		}
	}
}

var badLines = []struct{ line, says string }{
	// No line of ours at all.
	{"", "blank"}, {"   \r", "blank"}, {"[]", "a list"}, {`[{"rules":"units"}]`, "a list"},
	{"null", "not a JSON object"}, {"7", "not a JSON object"},
	{`"solo"`, "not a JSON object"}, {"solo ann 7", "not a JSON object"}, {"\x00", "NUL byte"},
	{"{\x00}", "NUL byte in this line, at character 2"},
	{"\xff{}", "UTF-8"}, {`{"rules":"` + "\xc3" + `"}`, "UTF-8"}, {"\ufeff{}", "not a JSON object"},
	{`{`, "breaks off"}, {`{"rules"`, "breaks off"}, {`{"rules":`, "breaks off"},
	{`{"rules":"units`, "breaks off"}, {`{"rules":"units"`, "breaks off"},
	{`{"rules":"units",`, "breaks off"},
	{`{"rules":"\`, "breaks off"}, {`{"rules":"\u00`, "breaks off"}, {`{"seats":["Ann"`, "breaks off"},
	{`{"tricks":-`, "breaks off"},
	{`{"rules":"units",}`, "well-formed JSON at character 18"}, {`{,}`, "well-formed"},
	{`{"rules" "units"}`, "well-formed"}, {`{rules:"units"}`, "well-formed"},
	{`{'rules':'units'}`, "well-formed"}, {`{"rules":"un\x69ts"}`, "well-formed"},
	{`{"rules":"\ud800"}`, "well-formed"}, {`{"rules":"\udc00\ud800"}`, "well-formed"},
	{`{"rules":"\ud800\u0041"}`, "well-formed"}, {`{"rules":tru}`, "well-formed"},
	{`{"rules":NaN}`, "well-formed"}, {"{\"rules\":\"a\tb\"}", "control character"},
	{`{"rules":"a` + "\x00" + `b"}`, "NUL byte"}, {`{"tricks":07}`, "well-formed"},
	{`{"tricks":7.}`, "well-formed"}, {`{"tricks":1e}`, "well-formed"}, {`{"tricks":+7}`, "well-formed"},
	{`{"tricks":.5}`, "well-formed"},
	{`{"seats":["Ann",]}`, "well-formed"}, {`{"seats":["Ann" "Bob"]}`, "well-formed"},
	{`{"seats":["Ann"}`, "well-formed"},
	{`{"rules":` + strings.Repeat("[", 100_000), "too deep"},
	{hand("units", `"contract":"passed"`) + "{}", "after the object"},
	{hand("units", `"contract":"passed"`) + " x", "after the object"},
	// Fields.
	{hand("units", `"contract":"passed","cards":52`), "no field “cards”"},
	{hand("units", `"contract":"passed","Rules":"units"`), "no field “Rules”"},
	{hand("units", `"contract":"passed","calls":[]`), "no field “calls”"},
	{hand("units", `"contract":"passed","":1`), "no field “”"},
	{hand("units", `"contract":"passed","contract":"passed"`), "contract is there twice"},
	{hand("units", `"contract":"passed","rule\u0073":"hoyle"`), "rules is there twice"},
	{`{"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`, "house rules"},
	{hand("whist", `"contract":"passed"`), "no set of house rules “whist”"},
	{`{"rules":7,"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`, "rules must be text"},
	{`{"rules":{"id":"own"},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"not sound. A set must have a name"},
	{
		`{"rules":{"id":"own","name":"Own","calls":[{"call":"solo","stake":0}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"not sound.",
	},
	{
		`{"rules":{"id":"own","name":"Own","calls":[{"call":"solo","stake":1}],"scale":1001},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"not sound.",
	},
	{
		`{"rules":{"id":"own","name":"Own","calls":[{"call":"solo","stake":1}],"scale":0},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"not sound.",
	},
	{
		`{"rules":{"id":"own","name":"Own","calls":[{"call":"solo","stake":1}],"scale":2,"scale":2},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"twice",
	},
	{
		`{"rules":{"id":"own","name":"Own","id":"own","calls":[{"call":"solo","stake":1}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"passed"}`,
		"twice",
	},
	{`{"rules":"units","dealer":"Cat","contract":"passed"}`, "who sits"},
	{`{"rules":"units","seats":"Ann","dealer":"Cat","contract":"passed"}`, "list of names"},
	{`{"rules":"units","seats":["Ann","Bob"],"dealer":"Ann","contract":"passed"}`, "three, four or five"},
	{`{"rules":"units","seats":[],"dealer":"Ann","contract":"passed"}`, "three, four or five"},
	{`{"rules":"units","seats":["A","B","C","D","E","F"],"dealer":"A","contract":"passed"}`, "At most five"},
	{`{"rules":"units","seats":["Ann","Bob","Ann"],"dealer":"Ann","contract":"passed"}`,
		"Two players are called “Ann”"},
	{`{"rules":"units","seats":["Ann","Bob","\u0041nn"],"dealer":"Ann","contract":"passed"}`, "Two players"},
	{`{"rules":"units","seats":["Ann","","Cat"],"dealer":"Ann","contract":"passed"}`, "must have a name"},
	{`{"rules":"units","seats":["Ann"," ","Cat"],"dealer":"Ann","contract":"passed"}`, "must have a name"},
	{`{"rules":"units","seats":["Ann","B\u0000b","Cat"],"dealer":"Ann","contract":"passed"}`,
		"control characters"},
	{`{"rules":"units","seats":["Ann",null,"Cat"],"dealer":"Ann","contract":"passed"}`, "seats must be text"},
	{`{"rules":"units","seats":["Ann","Bob","Cat"],"contract":"passed"}`, "who deals"},
	{`{"rules":"units","seats":["Ann","Bob","Cat"],"dealer":"ann","contract":"passed"}`,
		"dealer names “ann”, who is not at the table"},
	{`{"rules":"units","seats":["Ann","Bob","Cat"],"dealer":null,"contract":"passed"}`, "dealer must be text"},
	{hand("units", `"tricks":5`), "contract is missing"},
	{hand("units", `"contract":"bingo"`), "no call “bingo”"}, {hand("units", `"contract":""`), "no call"},
	{hand("units", `"contract":"Solo"`), "no call “Solo”"},
	{hand("units", `"contract":7`), "contract must be text"},
	// Numbers.
	{hand("units", `"contract":"solo","caller":"Ann","tricks":1e9`),
		"tricks must be a whole number from 0 to 13 in plain digits, and not 1e9"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7.5`), "and not 7.5"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7.0`), "and not 7.0"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":"7"`), `and not "7"`},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":-0`), "and not -0"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":-1`), "and not -1"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":14`), "and not 14"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":null`), "and not null"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":99999999999999999999999`), "and not 999"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":5,"revokes":{"Ann":0}`), "from 1 to 13"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":5,"revokes":{"Ann":14}`), "from 1 to 13"},
	{hand("irish", `"contract":"irish","caller":"Ann","bid":0,"trumps":"S","tricks":5`), "from 1 to 13"},
	{hand("irish", `"contract":"irish","caller":"Ann","bid":"6S","tricks":5`), "bid must be"},
	// The deal: what makes one impossible is TestImpossibleDeals', with its sentence.
	{hand("units", `"contract":"solo","tricks":7`), "who called"},
	{hand("units", `"contract":"solo","caller":"Eve","tricks":7`), "caller names “Eve”"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7,"trumps":"h"`), "C, D, H, S or NT"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7,"revokes":{"Cat":1,"Cat":1}`),
		"names “Cat” twice"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7,"revokes":["Cat"]`),
		"object of names and numbers"},
	{hand("units", `"contract":"solo","caller":"Ann","tricks":7,"revokes":{"Eve":1}`),
		"who is not at the table"},
	{hand("units", `"contract":"solo","caller":"Ann","wrongCards":"Bob"`), "list of names"},
	{hand("units", `"contract":"solo","caller":"Ann","wrongCards":["Bob","Bob"]`), "names “Bob” twice"},
	{hand("units", `"contract":"solo","caller":"Ann","wrongCards":["Eve"]`), "not at the table"},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"royal","stake":2}],"trumps":"cycle-nt"},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"royal","caller":"Ann","tricks":9,"trumps":"NT"}`,
		"never without trumps",
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":2}],"allPass":"fewest"},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"general-misere","tricksBy":{"Ann":2,"Bob":11}}`,
		"how many tricks “Cat” took",
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":2}],"allPass":"fewest"},"seats":["Ann","Bob","Cat","Dan","Eve"],"dealer":"Eve","contract":"general-misere","tricksBy":{"Ann":2,"Bob":11,"Cat":0,"Dan":0,"Eve":0}}`,
		"“Dan”, who sits this deal out",
	},
	// More than 64 bits hold.
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":9223372036854775807}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":5}`,
		"larger than can be counted",
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":9223372036854775807}],"scale":2},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":5}`,
		"not sound.",
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":9223372036854775808}]},"seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":5}`,
		"too large",
	},
}

func TestScoreLineRefused(t *testing.T) {
	var w Wire
	for _, c := range badLines {
		got, err := w.Score([]byte("before"), []byte(c.line), true)
		var p *rules.Problem
		switch {
		case !errors.As(err, &p):
			t.Errorf("%.200s\ngives %s, %v", c.line, got, err)
		case !strings.Contains(p.Sentence, c.says) || !strings.HasSuffix(p.Sentence, "."):
			t.Errorf("%.200s\nsays %q, want %q in it", c.line, p.Sentence, c.says)
		case string(got) != "before":
			t.Errorf("%.200s\nwrote %s and then refused", c.line, got)
		}
	}
}

func TestAppendRefusal(t *testing.T) {
	got := string(AppendRefusal(nil, 12, rules.Problemf("", "Say \"who\"\x01\\.")))
	if want := `{"line":12,"error":"Say \"who\"\u0001\\."}`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

var auctionLines = []struct{ line, answer string }{
	{hand("units", `"calls":["pass","prop","pass","pass","cop"]`),
		`{"done":true,"contract":"prop","caller":"Bob","partner":"Ann"}`},
	{hand("units", `"calls":["pass","pass","pass","pass"]`), `{"done":true,"contract":"passed"}`},
	{hand("units", `"calls":["prop","pass"]`),
		`{"done":false,"next":"Cat","legal":["pass","cop","solo","misere","abundance","royal","misere-ouverte","declared"]}`},
	{hand("units", `"calls":[]`),
		`{"done":false,"next":"Ann","legal":["pass","prop","solo","misere","abundance","royal","misere-ouverte","declared"]}`},
	{hand("units", `"calls":["pass","solo","pass","pass"]`), `{"done":true,"contract":"solo","caller":"Bob"}`},
	{hand("irish", `"calls":["6H","pass","pass","pass"]`),
		`{"done":true,"contract":"irish","caller":"Ann","bid":6,"trumps":"H"}`},
	{hand("irish", `"calls":["12NT"]`), `{"done":false,"next":"Bob","legal":["pass","misere"],"least":"13C"}`},
	{hand("irish", `"calls":["13NT"]`), `{"done":false,"next":"Bob","legal":["pass"]}`},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":2}],"allPass":"fewest"},"seats":["Ann","Bob","Cat"],"dealer":"Cat","calls":["pass","pass","pass"]}`,
		`{"done":true,"contract":"general-misere"}`,
	},
	{hand("units", `"trumps":"NT","calls":["prop","pass"]`),
		`{"done":false,"next":"Cat","legal":["pass","cop","solo","misere","abundance","misere-ouverte","declared"]}`},
	{hand("sporting", `"calls":["prop","pass","pass","pass"]`), `{"done":true,"contract":"passed"}`},
	{hand("sporting", `"calls":["abundance","pass","pass","pass"]`),
		`{"done":false,"next":"Ann","legal":["pass","royal","misere-ouverte","declared"]}`},
	{hand("fagelson", `"calls":["prop","pass","pass","pass"]`),
		`{"done":false,"next":"Ann","legal":["pass","solo"]}`},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"prop","stake":1},{"call":"solo","stake":1}],"lone":"thrown-in","allPass":"last-trick"},"seats":["Ann","Bob","Cat","Dan"],"dealer":"Dan","calls":["prop","pass","pass","pass"]}`,
		`{"done":true,"contract":"general-misere"}`,
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"solo","stake":1},{"call":"misere","stake":2}],"raiseLast":true},"seats":["Ann","Bob","Cat"],"dealer":"Cat","calls":["solo","pass","pass"]}`,
		`{"done":false,"next":"Ann","legal":["pass","misere"]}`,
	},
	{
		`{"rules":{"id":"o","name":"O","calls":[{"call":"abundance","stake":2},{"call":"royal","stake":2}],"royalOver":true},"seats":["Ann","Bob","Cat"],"dealer":"Cat","calls":["abundance"]}`,
		`{"done":false,"next":"Bob","legal":["pass","royal"]}`,
	},
	{`{"rules":"units","seats":["Ann","Bob","Cat","Dan","Eve"],"dealer":"Eve","calls":["pass","pass","pass"]}`,
		`{"done":false,"next":"Eve","legal":["pass","prop","solo","misere","abundance","royal","misere-ouverte","declared"]}`},
}

func TestAuctionLine(t *testing.T) {
	var w Wire
	for _, c := range auctionLines {
		if got, err := w.Auction(nil, []byte(c.line)); err != nil || string(got) != c.answer {
			t.Errorf("%s\n got %s, %v\nwant %s", c.line, got, err, c.answer)
		}
	}
	for _, c := range []struct{ line, says string }{
		{hand("units", `"calls":["solo","prop"]`), "Call 2, “prop”, is refused: "},
		{hand("units", `"calls":["solo",7]`), "calls must be text"},
		{hand("units", `"trumps":"NT","calls":["royal"]`),
			"Call 1, “royal”, is refused: this deal has no trumps, so there is no royal in it."},
		{hand("units", `"trumps":"H","calls":[]`), "trumps is NT where the deal has none, and else left out"},
		{hand("units", `"trumps":null,"calls":[]`), "trumps must be text"},
		{hand("units", `"calls":"solo"`), "list of calls"},
		{hand("units", `"tricks":7,"calls":[]`), "no field “tricks”"},
		{hand("units", `"calls":[],"calls":[]`), "twice"},
		{`{"rules":"units","seats":["Ann","Bob","Cat"],"dealer":"Cat"}`, "what was called"},
		{`{"rules":"units","seats":["Ann","Bob","Cat"],"dealer":"Eve","calls":[]}`, "not at the table"},
		{hand("units", `"calls":["pass","pass","pass","pass","pass"]`),
			"Call 5, “pass”, is refused: the auction is over."},
		{"", "blank"}, {"[]", "a list"},
	} {
		got, err := w.Auction(nil, []byte(c.line))
		var p *rules.Problem
		if !errors.As(err, &p) || !strings.Contains(p.Sentence, c.says) || len(got) != 0 {
			t.Errorf("%s\ngives %s, %v; want %q", c.line, got, err, c.says)
		}
	}
}

// A sound line costs no allocation, but for a set that comes whole for the first time.
func TestScoreAllocatesNothing(t *testing.T) {
	var w Wire
	out := make([]byte, 0, 1<<12)
	for _, c := range goodLines {
		line := []byte(c.line)
		w.Score(out, line, false)
		if n := testing.AllocsPerRun(100, func() { w.Score(out, line, false) }); n != 0 {
			t.Errorf("%v allocations for %s", n, line)
		}
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
	for _, c := range goodLines {
		f.Add([]byte(c.line))
	}
	for _, c := range badLines {
		if len(c.line) < 1000 {
			f.Add([]byte(c.line))
		}
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
	for _, c := range auctionLines {
		f.Add([]byte(c.line))
	}
	for _, c := range badLines {
		if len(c.line) < 1000 {
			f.Add([]byte(c.line))
		}
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		var w Wire
		answer, err := w.Auction(nil, line)
		checkAnswer(t, line, answer, err)
	})
}
