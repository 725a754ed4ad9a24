package notation

import (
	"strconv"

	"ouverte/rules"
)

// Auction follows the auction in one line (§11) and appends the answer to out, without a newline: the contract, or who speaks
// next and what he may say. Where the line is refused, out is as it was and the error is a *Problem.
func (w *Wire) Auction(out, line []byte) ([]byte, error) {
	h, p := w.read(line, func(f wireField) bool {
		return f == fieldRules || f == fieldSeats || f == fieldDealer || f == fieldCalls
	})
	if p != nil {
		return out, p
	}
	a, err := rules.NewAuction(h, w.deal.Seats, w.deal.Dealer)
	if err != nil {
		return out, err
	}
	if err := w.readCalls(a); err != nil {
		return out, err
	}
	if call, caller, partner, bid, trumps, done := a.Contract(); done {
		out = append(out, `{"done":true,"contract":`...)
		out = appendQuoted(out, call.String())
		if caller != 0 {
			out = append(out, `,"caller":`...)
			out = appendQuoted(out, w.names[caller-1])
		}
		if partner != 0 {
			out = append(out, `,"partner":`...)
			out = appendQuoted(out, w.names[partner-1])
		}
		if bid != 0 {
			out = append(out, `,"bid":`...)
			out = strconv.AppendInt(out, int64(bid), 10)
			out = append(out, `,"trumps":`...)
			out = appendQuoted(out, trumps.String())
		}
		return append(out, '}'), nil
	}
	out = append(out, `{"done":false,"next":`...)
	out = appendQuoted(out, w.names[a.Next()-1])
	out = append(out, `,"legal":[`...)
	for i, call := range a.Legal() {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendQuoted(out, call)
	}
	out = append(out, ']')
	if least := a.Least(); least != "" {
		out = append(out, `,"least":`...)
		out = appendQuoted(out, least)
	}
	return append(out, '}'), nil
}

func (w *Wire) readCalls(a *rules.Auction) error {
	s := &w.scan
	if !w.to(fieldCalls) {
		return rules.Problemf("calls", "Say what was called so far; an empty list when nothing was.")
	}
	if !s.eat('[') {
		return rules.Problemf("calls", "The field calls must be a list of calls.")
	}
	for first := true; ; first = false {
		more, p := s.members(first, ']')
		if p != nil {
			return p
		}
		if !more {
			return nil
		}
		call, p := s.words("calls")
		if p != nil {
			return p
		}
		if err := a.Say(string(call)); err != nil {
			return err
		}
	}
}
