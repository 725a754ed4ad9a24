package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sync"

	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/rules/notation"
)

// longestLine is the buffer for a line, far more than a deal needs. A longer line is refused and skipped.
const longestLine = 1 << 20

// mark is the byte order mark that some editors and shells write before the first line.
const mark = "\ufeff"

// answerLines answers each line of standard input with a line, in constant memory. A refused line is answered
// like the others and makes the command fail at the end. A signal stops it between two lines, with all
// answers written.
func answerLines(world *outside, what string, quiet bool, answer answerer) error {
	s := &lineStream{answer: answer, what: what, out: bufio.NewWriterSize(world.out, 64<<10)}
	s.in = bufio.NewReaderSize(&lettingGo{world.in, s}, longestLine)
	if !onTerminal(world.out) {
		s.progress = newProgress(world, quiet)
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
		s.busy.Lock() // run has stopped between two lines, or waits for input
		err = fmt.Errorf("%w; every line read so far is answered", errInterrupted)
	}
	s.progress.end(s.count())
	if err == nil && s.refused > 0 {
		refused, lines := english.Grouped(s.refused, ","), english.Grouped(s.lines, ",")
		err = fmt.Errorf("%s of %s lines refused; the answers say why", refused, lines)
	}
	return err
}

// answerer appends the answer to a line.
type answerer func(out, line []byte) ([]byte, error)

type lineStream struct {
	in             *bufio.Reader
	out            *bufio.Writer
	answer         answerer
	what           string
	lines, refused int
	progress       *progress
	busy           sync.Mutex // held except while reading input
}

// progressLines is how many lines there are between two looks at the clock.
const progressLines = 1 << 13

func (s *lineStream) tick() {
	if s.lines%progressLines == 0 && s.progress.due() {
		s.progress.overwrite("%s", s.count())
	}
}

func (s *lineStream) count() string { return english.Grouped(s.lines, ",") + " " + s.what }

// lettingGo reads the input of a lineStream. It flushes all answers before it reads, so the other end of a
// pipe may ask line by line, and nothing is lost when nothing more comes.
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
			most := english.Grouped(longestLine-1, ",")
			refusal = &rules.Problem{Sentence: "This line is longer than " + most + " bytes."}
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
		s.tick()
	}
}

// line reads the next line without its newline, and skips the rest of one that doesn't fit in the buffer.
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
