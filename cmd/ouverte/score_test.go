package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// score runs `ouverte score` on the lines, and gives what it wrote, what it complained of, and its exit
// status.
func score(in io.Reader, args ...string) (out, complaints string, status int) {
	var o, e bytes.Buffer
	status = run(&outside{context.Background(), in, &o, &e}, append([]string{"score"}, args...))
	return o.String(), e.String(), status
}

const (
	goodDeal   = `{"rules":"units","seats":["Ann","Bob","Cat"],"dealer":"Cat","contract":"solo","caller":"Ann","tricks":5}`
	goodAnswer = `{"outcome":"won","over":0,"under":0,"net":{"Ann":2,"Bob":-1,"Cat":-1},"pays":[{"from":"Bob","to":"Ann","amount":1},{"from":"Cat","to":"Ann","amount":1}]}`
)

func TestScoreLineEnds(t *testing.T) {
	for _, c := range []struct{ in, out string }{
		{"", ""},
		{goodDeal, goodAnswer + "\n"},
		{goodDeal + "\n", goodAnswer + "\n"},
		{goodDeal + "\r\n" + goodDeal + "\r\n", goodAnswer + "\n" + goodAnswer + "\n"},
		{mark + goodDeal + "\n", goodAnswer + "\n"},
		{goodDeal + "\n" + mark + goodDeal, goodAnswer + "\n" +
			`{"line":2,"error":"This line is not a JSON object."}` + "\n"},
		{"\n" + goodDeal, `{"line":1,"error":"This line is blank."}` + "\n" + goodAnswer + "\n"},
		{goodDeal + "\n\n", goodAnswer + "\n" + `{"line":2,"error":"This line is blank."}` + "\n"},
		{goodDeal + goodDeal, `{"line":1,"error":"Something stands after the object, at character 105."}` + "\n"},
		{goodDeal + "\n\x00\n" + goodDeal, goodAnswer + "\n" +
			`{"line":2,"error":"This line has a NUL byte, at character 1."}` + "\n" + goodAnswer + "\n"},
	} {
		out, _, status := score(strings.NewReader(c.in))
		if out != c.out || (status == 1) != strings.Contains(c.out, `"error"`) {
			t.Errorf("%q\ngives %d, %s\nwant %s", c.in, status, out, c.out)
		}
	}
	if _, _, status := score(strings.NewReader(""), "--nonsense"); status != 2 {
		t.Errorf("a command line that doesn't parse ends with %d", status)
	}
}

// endless gives the same byte for ever.
type endless byte

func (b endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(b)
	}
	return len(p), nil
}

// allocated tells how many bytes a function allocates in all.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// the buffers, the parser of the command line, and what the rest of the program allocates meanwhile; a fifth
// of what is read
const plenty = 20 << 20

// Lines of 50 MB are refused one by one, in the memory of a short one.
func TestScoreLongLines(t *testing.T) {
	long := func() io.Reader { return io.LimitReader(endless('x'), 50<<20) }
	in := io.MultiReader(strings.NewReader(goodDeal+"\n"), long(), strings.NewReader("\n"+goodDeal+"\n"), long())
	refused := `"error":"This line is longer than 1,048,575 bytes."}` + "\n"
	want := goodAnswer + "\n" + `{"line":2,` + refused + goodAnswer + "\n" + `{"line":4,` + refused
	var out, complaints string
	var status int
	if n := allocated(func() { out, complaints, status = score(in) }); n > plenty {
		t.Errorf("%d bytes allocated", n)
	}
	if out != want || status != 1 || complaints != "ouverte: 2 of 4 lines refused; the answers say why\n" {
		t.Errorf("%d, %q\n got %.500s\nwant %s", status, complaints, out, want)
	}
	// The longest line that is read, and the shortest that is not.
	most := goodDeal + strings.Repeat(" ", longestLine-1-len(goodDeal))
	if out, _, _ := score(strings.NewReader(most + "\n" + most + " \n" + most)); out != goodAnswer+"\n"+
		`{"line":2,`+refused+goodAnswer+"\n" {
		t.Errorf("at the limit: %.500s", out)
	}
}

// A long stream takes no more memory than a short one.
func TestScoreConstantMemory(t *testing.T) {
	lines := deals(1000)
	const rounds = 50
	readers := make([]io.Reader, rounds)
	for i := range readers {
		readers[i] = bytes.NewReader(lines)
	}
	world := &outside{context.Background(), io.MultiReader(readers...), io.Discard, io.Discard}
	n := allocated(func() {
		testenv.Same(t, run(world, []string{"score"}), 0, "status %d")
	})
	if n > plenty {
		t.Errorf("%d bytes allocated for %d deals", n, 1000*rounds)
	}
}

// One who asks line by line is answered line by line; a signal while it waits ends it with everything
// answered.
func TestScoreConversation(t *testing.T) {
	ctx, interrupt := context.WithCancel(context.Background())
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	var complaints bytes.Buffer
	ended := make(chan int)
	go func() { ended <- run(&outside{ctx, inRead, outWrite, &complaints}, []string{"score"}) }()
	answers := bufio.NewScanner(outRead)
	for i := range 3 {
		fmt.Fprintln(inWrite, goodDeal)
		if !answers.Scan() || answers.Text() != goodAnswer {
			t.Fatalf("answer %d: %s", i, answers.Text())
		}
	}
	interrupt()
	if status := <-ended; status != 1 ||
		complaints.String() != "ouverte: interrupted; every line read so far is answered\n" {
		t.Errorf("%d, %s", status, &complaints)
	}
}

// broken refuses to be written.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestScoreBrokenPipe(t *testing.T) {
	var complaints bytes.Buffer
	status := run(&outside{context.Background(), bytes.NewReader(deals(2000)), broken{}, &complaints},
		[]string{"score"})
	if status != 1 || !strings.HasPrefix(complaints.String(), "ouverte: cannot ") ||
		strings.Count(complaints.String(), "\n") != 1 {
		t.Errorf("%d, %q", status, &complaints)
	}
}

func TestProgress(t *testing.T) {
	var b bytes.Buffer
	s := &lineStream{what: "deals", lines: 1, progress: &progress{to: &b}}
	s.tick()
	s.progress.end(s.count())
	if b.Len() > 0 {
		t.Errorf("said %q of one deal", &b)
	}
	s.lines = 2 * progressLines
	s.tick()
	s.lines = 1_234_567
	s.progress.end(s.count())
	if got, want := b.String(), "\r16,384 deals\r1,234,567 deals\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// deals makes lines such as a club's program would send, always the same ones: every kind of deal, the
// misfortunes, five at the table, house rules of the club's own.
func deals(n int) []byte {
	rnd := rand.New(rand.NewPCG(8, 52))
	var b bytes.Buffer
	for range n {
		b.WriteString(oneDeal(rnd))
	}
	return b.Bytes()
}

const clubRules = `{"id":"club","name":"The club's own","money":"lsd","calls":[{"call":"prop","stake":3,"over":1,"under":1},{"call":"solo","stake":3,"over":1,"under":1},{"call":"misere","stake":9}],"scale":2}`

func oneDeal(rnd *rand.Rand) string {
	names := []string{"Ann", "Bob", "Cat", "Dan", "Zoë"}[:4+rnd.IntN(2)]
	dealer := rnd.IntN(len(names))
	active := []string{names[dealer]} // at a table of five the dealer's right neighbour is not among them
	for i := range 3 {
		active = append(active, names[(dealer+1+i)%len(names)])
	}
	rnd.Shuffle(4, func(i, j int) { active[i], active[j] = active[j], active[i] })
	rules := []string{`"hoyle"`, `"units"`, `"shilling"`, `"twenty-pence"`, clubRules}[rnd.IntN(5)]
	line := fmt.Sprintf(`{"rules":%s,"seats":["%s"],"dealer":"%s"`, rules, strings.Join(names, `","`),
		names[dealer])
	tricks := rnd.IntN(14)
	switch rnd.IntN(8) {
	case 0:
		line += `,"contract":"passed"`
	case 1, 2:
		line += fmt.Sprintf(`,"contract":"prop","caller":"%s","partner":"%s","tricks":%d`, active[0], active[1],
			tricks)
	case 3:
		line += fmt.Sprintf(`,"contract":"misere","caller":"%s","tricks":%d`, active[0], tricks/5)
	case 4:
		line += fmt.Sprintf(`,"contract":"solo","caller":"%s","tricks":%d,"revokes":{"%s":1}`, active[0],
			tricks, active[rnd.IntN(4)])
	default:
		line += fmt.Sprintf(`,"contract":"solo","caller":"%s","tricks":%d,"trumps":"H"`, active[0], tricks)
	}
	return line + "}\n"
}
