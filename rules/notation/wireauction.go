package notation

import (
	"strconv"

	"ouverte/rules"
)

// Auction follows the auction in one line (§11) and appends the answer to out, without a newline: the
// contract, or who speaks next and what he may say. Where the line is refused, out is as it was and the error
// is a *rules.Problem.
func (w *Wire) Auction(out, line []byte) ([]byte, error) {
	w.read(line, func(f field) bool {
		return f == fieldRules || f == fieldSeats || f == fieldDealer || f == fieldCalls || f == fieldTrumps
	})
	noTrumps := w.at(fieldTrumps)
	if noTrumps && string(w.scan.words("trumps")) != rules.NoTrumps.String() {
		w.refuse(fieldTrumps, "In an auction the field trumps is NT where the deal has none, and else left out.")
	}
	if w.scan.bad != nil {
		return out, w.scan.bad
	}
	a, err := rules.NewAuction(w.house, w.deal.Seats, w.deal.Dealer)
	if err == nil {
		if noTrumps {
			a.WithoutTrumps()
		}
		err = w.readCalls(a)
	}
	if err != nil {
		return out, err
	}
	if call, caller, partner, bid, trumps, done := a.Contract(); done {
		out = appendQuoted(append(out, `{"done":true,"contract":`...), call.String())
		if caller != 0 {
			out = appendQuoted(append(out, `,"caller":`...), w.names[caller-1])
		}
		if partner != 0 {
			out = appendQuoted(append(out, `,"partner":`...), w.names[partner-1])
		}
		if bid != 0 {
			out = strconv.AppendInt(append(out, `,"bid":`...), int64(bid), 10)
			out = appendQuoted(append(out, `,"trumps":`...), trumps.String())
		}
		return append(out, '}'), nil
	}
	out = appendQuoted(append(out, `{"done":false,"next":`...), w.names[a.Next()-1])
	out = append(out, `,"legal":[`...)
	for i, call := range a.Legal() {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendQuoted(out, call)
	}
	out = append(out, ']')
	if least := a.Least(); least != "" {
		out = appendQuoted(append(out, `,"least":`...), least)
	}
	return append(out, '}'), nil
}

func (w *Wire) readCalls(a *rules.Auction) error {
	s := &w.scan
	switch {
	case !w.at(fieldCalls):
		w.refuse(fieldCalls, "Say what was called so far, or give an empty list.")
	case !s.eat('['):
		w.refuse(fieldCalls, "The field calls must be a list of calls.")
	}
	for first := true; s.members(first, ']'); first = false {
		call := s.words("calls")
		if s.bad != nil {
			break
		}
		if err := a.Say(string(call)); err != nil {
			return err
		}
	}
	if s.bad != nil {
		return s.bad
	}
	return nil
}
