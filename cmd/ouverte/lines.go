package main

// A stream of lines, each answered by a line: what the commands score and auction share. Memory stays the same however long
// the stream is, and however long one of its lines.

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ouverte/rules"
	"ouverte/rules/notation"
)

// longestLine is far more than any deal needs; a longer one is refused without being kept.
const longestLine = 1 << 20

// mark is what some editors and shells write before the first line to say that it is UTF-8; it is no part of it.
const mark = "\ufeff"

// answerLines answers every line of standard input. A refused line has its answer like the others, and in the end makes the
// command fail. A signal stops it between two lines, with all answers written.
func answerLines(world *outside, what string, quiet bool, answer func(out, line []byte) ([]byte, error)) error {
	s := &lineStream{answer: answer, out: bufio.NewWriterSize(world.out, 64<<10)}
	s.in = bufio.NewReaderSize(&lettingGo{world.in, s}, longestLine)
	if !quiet && onTerminal(world.err) && !onTerminal(world.out) {
		s.progress = &progress{to: world.err, what: what, next: time.Now().Add(progressEvery)}
	}
	over := make(chan error, 1)
	go func() {
		s.busy.Lock()
		defer s.busy.Unlock()
		over <- s.run(world.Done())
	}()
	var err error
	select {
	case err = <-over:
	case <-world.Done():
		s.busy.Lock() // it has stopped between two lines, or waits for input
		err = errors.New("interrupted; every line read so far is answered")
	}
	s.progress.finish(s.lines)
	if err == nil && s.refused > 0 {
		err = fmt.Errorf("%s of %s lines refused; the answers say why", grouped(s.refused), grouped(s.lines))
	}
	return err
}

type lineStream struct {
	in             *bufio.Reader
	out            *bufio.Writer
	answer         func(out, line []byte) ([]byte, error)
	lines, refused int
	progress       *progress
	busy           sync.Mutex // held but for the time it waits for input
}

// lettingGo reads the input for a lineStream. Before it waits, all answers so far go out: so the other end of a pipe may ask
// line by line, and nothing is lost when nothing more comes.
type lettingGo struct {
	io.Reader
	s *lineStream
}

func (r *lettingGo) Read(p []byte) (int, error) {
	if err := r.s.out.Flush(); err != nil {
		return 0, err
	}
	r.s.busy.Unlock()
	defer r.s.busy.Lock()
	return r.Reader.Read(p)
}

func (s *lineStream) run(stop <-chan struct{}) error {
	answer := make([]byte, 0, 4<<10)
	for {
		select {
		case <-stop:
			return s.out.Flush()
		default:
		}
		line, tooLong, err := s.line()
		if err != nil && err != io.EOF {
			return fmt.Errorf("cannot go on after line %d: %w", s.lines, err)
		}
		if err == io.EOF && len(line) == 0 && !tooLong {
			return s.out.Flush()
		}
		s.lines++
		if s.lines == 1 {
			line = bytes.TrimPrefix(line, []byte(mark))
		}
		var refusal error
		if tooLong {
			refusal = &rules.Problem{Sentence: "This line is longer than " + grouped(longestLine-1) + " bytes."}
		} else {
			answer, refusal = s.answer(answer[:0], line)
		}
		if refusal != nil {
			s.refused++
			answer = notation.AppendRefusal(answer[:0], s.lines, refusal)
		}
		if _, err := s.out.Write(append(answer, '\n')); err != nil {
			return fmt.Errorf("cannot write: %w", err)
		}
		s.progress.tick(s.lines)
	}
}

// line reads the next line without its newline. What does not fit in the buffer is passed over.
func (s *lineStream) line() (line []byte, tooLong bool, err error) {
	line, err = s.in.ReadSlice('\n')
	for err == bufio.ErrBufferFull {
		tooLong = true
		line, err = s.in.ReadSlice('\n')
	}
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	return line, tooLong, err
}

// ---- progress ----

const (
	progressEvery = time.Second / 2
	progressLines = 1 << 13 // between two looks at the clock
)

// progress counts aloud on a terminal. nil is silent.
type progress struct {
	to   io.Writer
	what string
	next time.Time
	told bool
}

func (p *progress) tick(lines int) {
	if p == nil || lines%progressLines != 0 {
		return
	}
	if now := time.Now(); now.After(p.next) {
		p.tell(lines)
		p.next = now.Add(progressEvery)
	}
}

func (p *progress) tell(lines int) {
	fmt.Fprintf(p.to, "\r%s %s", grouped(lines), p.what)
	p.told = true
}

func (p *progress) finish(lines int) {
	if p != nil && p.told {
		p.tell(lines)
		fmt.Fprintln(p.to)
	}
}

// grouped writes a number with its thousands apart: 1,234,567.
func grouped(n int) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
