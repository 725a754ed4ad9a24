package ledger

// A poster makes entries in memory. The desk writes them afterwards; WhatIf throws them away.

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"ouverte/ledger/chain"
	"ouverte/rules"
)

// poster makes entries at the end of the chain.
type poster struct {
	slip Slip
	ask  [16]byte
	at   int64

	seq     EntryID // of the last entry
	prev    Hash    // its hash
	entries []*Entry
	made    []posted // the same, as folds take them

	// project takes each entry on to what is derived from it outside its night; nil where nothing is to be
	// written.
	project func(n *fold, e *Entry, body any, reverses *Entry) error
}

// posted is an entry with what is known about it, so that a fold can apply it without decoding or settling
// again.
type posted struct {
	entry  *Entry
	body   any
	result *rules.Result // of a deal; nil: to be settled
	after  EntryID       // the version of the night it follows
}

// post makes the next entry, with the transfers that follow from it, and applies it to its night, if it has
// one. reverses is the entry it takes back, whose transfers turned round are then the entry's.
func (p *poster) post(n *fold, kind Kind, body any, reverses *Entry) (*Entry, error) {
	transfers, result, err := transfersOf(n, kind, body, reverses)
	if err != nil {
		return nil, err
	}
	return p.enter(n, kind, body, reverses, transfers, result)
}

// deal makes the entry of a deal that is settled.
func (p *poster) deal(n *fold, body *chain.Deal, chairs []Chair, result *rules.Result) (*Entry, error) {
	return p.enter(n, chain.KindDeal, body, nil, chain.Paid(n.id, n.money(), chairs, result), result)
}

func (p *poster) enter(n *fold, kind Kind, body any, reverses *Entry, transfers []Transfer,
	result *rules.Result) (*Entry, error) {
	text, err := chain.Encode(body)
	if err != nil {
		return nil, err
	}
	e := &Entry{
		Seq: p.seq + 1, Kind: kind, Key: p.slip.Key, Part: len(p.entries) +
			1, Device: p.slip.Device, At: p.at, Ask: p.ask,
		Body: text, Prev: p.prev, Transfers: transfers,
	}
	if n != nil {
		e.Night = n.id
		if begins := begun(body); begins != 0 {
			e.Night = begins
		}
	}
	if reverses != nil {
		e.Reverses = reverses.Seq
	}
	e.Hash = e.Digest()
	return e, p.take(n, e, body, reverses, result)
}

// take applies a complete entry.
func (p *poster) take(n *fold, e *Entry, body any, reverses *Entry, result *rules.Result) error {
	p.entries = append(p.entries, e)
	p.seq, p.prev = e.Seq, e.Hash
	if n != nil {
		made := posted{e, body, result, n.version}
		p.made = append(p.made, made)
		if err := n.apply(made); err != nil {
			return err
		}
	}
	if p.project == nil {
		return nil
	}
	return p.project(n, e, body, reverses)
}

// transfersOf returns the transfers an entry must have, and the result of a deal.
func transfersOf(n *fold, kind Kind, body any, reverses *Entry) ([]Transfer, *rules.Result, error) {
	if reverses != nil {
		out := make([]Transfer, len(reverses.Transfers))
		for i, t := range reverses.Transfers {
			out[i] = t.Back()
		}
		return out, nil, nil
	}
	if n == nil || n.house == nil {
		out, _, err := chain.Moves(kind, 0, "", nil, body)
		return out, nil, err
	}
	out, result, err := chain.Moves(kind, n.id, n.money(), n.stakes, body)
	if _, deal := body.(*chain.Deal); !deal {
		return out, nil, err
	}
	return out, &result, err
}

// askHash hashes a request, its name and its content: the same key with another hash is another request.
func askHash(what string, content any) ([16]byte, error) {
	text, err := json.Marshal(content)
	if err != nil {
		return [16]byte{}, fmt.Errorf("ledger: %s: %w", what, err)
	}
	h := sha256.New()
	h.Write([]byte(what))
	h.Write([]byte{0})
	h.Write(text)
	var out [16]byte
	copy(out[:], h.Sum(nil))
	return out, nil
}
