package main

import (
	"fmt"
	"io"
	"time"

	"ouverte/ledger/audit"
	"ouverte/rules/english"
)

const progressEvery = time.Second / 2

// progress counts on a terminal. nil is silent.
type progress struct {
	to      io.Writer
	next    time.Time
	written bool
}

// newProgress returns nil if quiet, or if standard error is no terminal.
func newProgress(world *outside, quiet bool) *progress {
	if quiet || !onTerminal(world.err) {
		return nil
	}
	return &progress{to: world.err, next: time.Now().Add(progressEvery)}
}

// due reports, at most twice a second, that it is time to tell.
func (p *progress) due() bool {
	if p == nil || time.Now().Before(p.next) {
		return false
	}
	p.next = time.Now().Add(progressEvery)
	return true
}

// entries counts those that were read, checked or written.
func (p *progress) entries(what string) audit.Progress {
	return func(done, total int64) {
		if p.due() {
			p.overwrite("%s: %s of %s entries", what, english.Grouped(done, ","), english.Grouped(total, ","))
		}
	}
}

// overwrite overwrites the line before.
func (p *progress) overwrite(format string, args ...any) {
	fmt.Fprintf(p.to, "\r"+format, args...)
	p.written = true
}

// end erases the line, or replaces it by a last one.
func (p *progress) end(last string) {
	switch {
	case p == nil || !p.written:
	case last == "":
		fmt.Fprint(p.to, "\r\x1b[K")
	default:
		fmt.Fprintf(p.to, "\r%s\n", last)
	}
}
