package ledger

// The whole book as text, in four forms. Each streams: a book of a million deals takes no more memory than one of ten.

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// Format is a form of export.
type Format string

const (
	// JSON is everything, an object a line: what Import reads. The first line says how many entries follow and the hash of
	// the last; then comes each entry in its canonical form with its hash at the end.
	JSON Format = "json"
	// CSV is a table for a spreadsheet, a line for each account an entry moved money of. Summed up by account and money
	// it gives the balances.
	CSV Format = "csv"
	// Journal is a journal that hledger (check --strict) and ledger (--pedantic) accept.
	Journal Format = "ledger"
	// Beancount is the same for beancount, which names accounts and moneys more narrowly.
	Beancount Format = "beancount"
)

// Formats lists them.
func Formats() []Format { return []Format{JSON, CSV, Journal, Beancount} }

// Export writes the book as it is at this moment, beside whoever has it open.
func Export(ctx context.Context, book string, form Format, w io.Writer, progress Progress) error {
	l, err := lookInto(ctx, book)
	if err != nil {
		return err
	}
	defer l.close()
	out := bufio.NewWriterSize(w, 1<<16)
	var write func(*leaf) error
	finish := func() error { return nil }
	switch form {
	case JSON:
		write, err = l.json(ctx, out)
	case CSV:
		write, finish, err = l.csv(ctx, out)
	case Journal, Beancount:
		write, err = l.journal(ctx, out, form)
	default:
		err = fmt.Errorf("there is no export as %s", form)
	}
	if err != nil {
		return err
	}
	err = l.leaves(ctx, progress, func(leaves []leaf) error {
		for i := range leaves {
			f := &leaves[i]
			if f.wrong != nil {
				return fmt.Errorf("entry %d is wrong: %w; ouverte audit says more", f.Seq, chain.Clause(f.wrong))
			}
			if err := write(f); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := finish(); err != nil {
		return err
	}
	return out.Flush()
}

// exportHead is the first line of a book as JSON.
type exportHead struct {
	Ouverte string  `json:"ouverte"` // what this is: "book"
	Format  int     `json:"format"`
	Entries EntryID `json:"entries"`
	Head    string  `json:"head"`             // hash of the last entry
	Season  string  `json:"season,omitempty"` // the day seasons begin, where it isn't 1 January
}

// exportFormat is the number of the form; another number is another form.
const exportFormat = 1

func (l *look) json(ctx context.Context, out *bufio.Writer) (func(*leaf) error, error) {
	var head Hash
	if l.last > 0 {
		e, err := readEntry(l.tx, l.last)
		if err != nil {
			return nil, err
		}
		head = e.Hash
	}
	first := exportHead{Ouverte: "book", Format: exportFormat, Entries: l.last, Head: hex.EncodeToString(head[:])}
	if err := l.tx.Row(`SELECT begins FROM season WHERE one = 1 AND begins <> ?`, years.Calendar).Scan(&first.Season); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return nil, err
	}
	if years.SoundSeason(first.Season) != first.Season {
		first.Season = "" // the new book begins with calendar years, as this one is shown
	}
	text, err := json.Marshal(first)
	if err != nil {
		return nil, err
	}
	if _, err := out.Write(append(text, '\n')); err != nil {
		return nil, err
	}
	var buf []byte
	last := EntryID(0)
	return func(f *leaf) error {
		if f.Seq != last+1 {
			return fmt.Errorf("entry %d is missing; ouverte audit says more", last+1)
		}
		last = f.Seq
		buf = f.AppendCanonical(buf[:0])
		buf = append(buf[:len(buf)-1], `,"hash":"`...)
		buf = hex.AppendEncode(buf, f.Hash[:])
		buf = append(buf, "\"}\n"...)
		_, err := out.Write(buf)
		return err
	}, nil
}

// chronicle tells of the entries in words, in the order they come.
type chronicle struct {
	*reckoning
	names *people.Roster
	words map[NightID]rules.Words
}

func (l *look) chronicle(ctx context.Context) (*chronicle, error) {
	names, err := people.Read(l.tx)
	if err != nil {
		return nil, err
	}
	h, err := l.newHand(ctx)
	if err != nil {
		return nil, err
	}
	defer h.End()
	c := &chronicle{newReckoning(nil, (&hand{l.tx}).entry), names, map[NightID]rules.Words{}}
	if c.lastOf, err = h.lastOfNights(l.last); err != nil {
		return nil, err
	}
	c.compare = func(finished) error { return nil } // only that they aren't held
	return c, nil
}

// told is an entry in words.
type told struct {
	date  string // of the night; on the slate, when it was written
	night *reckonedNight
	text  string
	deal  DealID
	nets  []Net // what it moved, by account; never zero
}

// tell reckons on and puts the entry in words.
func (c *chronicle) tell(f *leaf) (told, error) {
	if err := c.take(f); err != nil {
		return told{}, err
	}
	t := told{date: f.Time().UTC().Format(time.DateOnly), night: c.night(f.Night)}
	if t.night == nil && f.Night != 0 {
		t.night = c.ended // with this entry
	}
	var money rules.Money
	if t.night != nil {
		t.date, money = t.night.date, t.night.house.money
	}
	switch b := f.body.(type) {
	case *chain.Deal:
		if t.deal = b.Deal; t.deal == 0 {
			t.deal = DealID(f.Seq)
		}
		var err error
		if t.text, err = c.tellDeal(t.night, b, f.Night); err != nil {
			return t, err
		}
	case *chain.Player:
		t.text = b.Name
	case *chain.Night:
		t.text = b.Name
		if len(b.Words) > 0 {
			words := rules.Words{}
			for id, word := range b.Words {
				if call, ok := rules.ParseCall(id); ok {
					words[call] = word
				}
			}
			c.words[f.Night] = words
		}
	default:
		text, reason := tell(c.names, money, f.Kind, f.body)
		if f.Kind == chain.KindReversal {
			text = fmt.Sprintf("Entry %d withdrawn", f.Reverses)
		}
		if t.text = text; reason != "" {
			t.text += ": " + reason
		}
	}
	for _, m := range f.Transfers {
		t.add(c.who(m.From), -m.Amount)
		t.add(c.who(m.To), m.Amount)
	}
	kept := t.nets[:0]
	for _, n := range t.nets {
		if n.Amount != 0 {
			n.Name = c.names.Name(n.Player)
			kept = append(kept, n)
		}
	}
	t.nets = kept
	return t, nil
}

// tellDeal is the deal in one line.
func (c *chronicle) tellDeal(n *reckonedNight, b *chain.Deal, id NightID) (string, error) {
	d, chairs, err := b.Read()
	if err != nil {
		return "", err
	}
	result, err := rules.Settle(n.stakes, &d)
	if err != nil {
		return "", err
	}
	words := c.names.Words // as roster.wordsFor has it
	if len(words) == 0 {
		words = c.words[id]
	}
	return rules.Explain(n.stakes, &d, &result, c.names.Names(chairs), words).Sentence(), nil
}

func (t *told) add(p PlayerID, amount int64) {
	for i := range t.nets {
		if t.nets[i].Player == p {
			t.nets[i].Amount += amount
			return
		}
	}
	t.nets = append(t.nets, Net{Player: p, Amount: amount})
}

// moneyOf is the money an entry moved. An entry moves one money only.
func moneyOf(f *leaf) rules.Money {
	if len(f.Transfers) == 0 {
		return ""
	}
	return f.Transfers[0].Money
}

// decimal writes an amount with so many places, as programs read it.
func decimal(amount int64, places int) string {
	s := strconv.FormatInt(amount, 10)
	if places == 0 {
		return s
	}
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	for len(s) <= places {
		s = "0" + s
	}
	return sign + s[:len(s)-places] + "." + s[len(s)-places:]
}
