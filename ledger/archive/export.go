package archive

// The whole book as text, in four forms. Each streams: a book of a million deals takes no more memory than
// one of ten.

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

	"ouverte/ledger/audit"
	"ouverte/ledger/chain"
	"ouverte/ledger/people"
	"ouverte/ledger/years"
	"ouverte/rules"
)

// Format is a form of export.
type Format string

const (
	// JSON is everything, an object a line: what Import reads. The first line says how many entries follow
	// and the hash of the last; then comes each entry in its canonical form with its hash at the end.
	JSON Format = "json"
	// CSV is a table for a spreadsheet, a line for each account an entry moved money of. Summed up by account
	// and money it gives the balances.
	CSV Format = "csv"
	// Journal is a journal that hledger (check --strict) and ledger (--pedantic) accept.
	Journal Format = "ledger"
	// Beancount is the same for beancount, which names accounts and moneys more narrowly.
	Beancount Format = "beancount"
)

// Formats lists them.
func Formats() []Format { return []Format{JSON, CSV, Journal, Beancount} }

// Export writes the book as it is at this moment; another process may have it open.
func Export(ctx context.Context, book string, form Format, w io.Writer, progress audit.Progress) error {
	l, err := audit.Open(ctx, book)
	if err != nil {
		return err
	}
	defer l.Close()
	out := bufio.NewWriterSize(w, 1<<16)
	var write func(*audit.Entry) error
	finish := func() error { return nil }
	switch form {
	case JSON:
		write, err = asJSON(l, out)
	case CSV:
		write, finish, err = asCSV(l, out)
	case Journal, Beancount:
		write, err = asJournal(l, out, form)
	default:
		err = fmt.Errorf("there is no export as %s", form)
	}
	if err != nil {
		return err
	}
	err = l.Entries(ctx, progress, func(entries []audit.Entry) error {
		for i := range entries {
			f := &entries[i]
			if f.Wrong != nil {
				return fmt.Errorf("entry %d is wrong: %w; ouverte audit says more", f.Seq, chain.Clause(f.Wrong))
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
	Ouverte string        `json:"ouverte"` // what this is: "book"
	Format  int           `json:"format"`
	Entries chain.EntryID `json:"entries"`
	Head    string        `json:"head"`             // hash of the last entry
	Season  string        `json:"season,omitempty"` // the day seasons begin, where it isn't 1 January
}

// exportFormat is the number of the form; another number is another form.
const exportFormat = 1

func asJSON(l *audit.Book, out *bufio.Writer) (func(*audit.Entry) error, error) {
	var head chain.Hash
	if l.Last > 0 {
		var hash []byte
		if err := l.Tx().Row(`SELECT hash FROM entry WHERE seq = ?`, int64(l.Last)).Scan(&hash); err != nil {
			return nil, err
		}
		copy(head[:], hash)
	}
	first := exportHead{
		Ouverte: "book", Format: exportFormat, Entries: l.Last, Head: hex.EncodeToString(head[:]),
	}
	season := l.Tx().Row(`SELECT begins FROM season WHERE one = 1 AND begins <> ?`, years.Calendar)
	if err := season.Scan(&first.Season); err != nil && !errors.Is(err, sql.ErrNoRows) {
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
	last := chain.EntryID(0)
	return func(f *audit.Entry) error {
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

// chronicle tells of the entries in words, in the order they come. It names people as the book's pages do:
// players who are one person at the time of the export are one account throughout, also in entries from
// before they were joined, and players who were parted again are two throughout. A reversal so always moves
// the accounts of the entry it takes back.
type chronicle struct {
	*audit.Follower
	names *people.Roster
	words map[chain.NightID]rules.Words
}

func newChronicle(l *audit.Book) (*chronicle, error) {
	names, err := people.Read(l.Tx())
	if err != nil {
		return nil, err
	}
	f, err := l.Follow()
	return &chronicle{f, names, map[chain.NightID]rules.Words{}}, err
}

// told is an entry in words.
type told struct {
	date    string // of the night; on the slate, when it was written
	evening string // the night's name
	text    string
	deal    chain.DealID
	nets    []net // what it moved, by account; never zero
}

// net is what an entry moved of one account.
type net struct {
	player chain.PlayerID
	name   string
	amount int64
}

// tell follows the entry and puts it in words.
func (c *chronicle) tell(f *audit.Entry) (told, error) {
	if err := c.Take(f); err != nil {
		return told{}, err
	}
	t := told{date: f.Time().UTC().Format(time.DateOnly)}
	var money rules.Money
	night := c.Night(f)
	if night != nil {
		t.date, t.evening, money = night.Date, night.Name, night.Stakes.Money
	}
	switch b := f.Said.(type) {
	case *chain.Deal:
		if t.deal = b.Deal; t.deal == 0 {
			t.deal = chain.DealID(f.Seq)
		}
		var err error
		if t.text, err = c.tellDeal(night.Stakes, b, f.Night); err != nil {
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
		text, reason := c.names.Tell(money, f.Kind, f.Said)
		if f.Kind == chain.KindReversal {
			text = fmt.Sprintf("Entry %d withdrawn", f.Reverses)
		}
		if t.text = text; reason != "" {
			t.text += ": " + reason
		}
	}
	for _, m := range f.Transfers {
		t.add(c.names.Who(m.From), -m.Amount)
		t.add(c.names.Who(m.To), m.Amount)
	}
	kept := t.nets[:0]
	for _, n := range t.nets {
		if n.amount != 0 {
			n.name = c.names.Name(n.player)
			kept = append(kept, n)
		}
	}
	t.nets = kept
	return t, nil
}

// tellDeal is the deal in one line.
func (c *chronicle) tellDeal(stakes *rules.House, b *chain.Deal, id chain.NightID) (string, error) {
	d, chairs, err := b.Read()
	if err != nil {
		return "", err
	}
	result, err := rules.Settle(stakes, &d)
	if err != nil {
		return "", err
	}
	words := c.names.Words // as the book chooses them
	if len(words) == 0 {
		words = c.words[id]
	}
	return rules.Explain(stakes, &d, &result, c.names.Names(chairs), words).Sentence(), nil
}

func (t *told) add(p chain.PlayerID, amount int64) {
	for i := range t.nets {
		if t.nets[i].player == p {
			t.nets[i].amount += amount
			return
		}
	}
	t.nets = append(t.nets, net{player: p, amount: amount})
}

// moneyOf is the money an entry moved. An entry moves one money only.
func moneyOf(f *audit.Entry) rules.Money {
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
