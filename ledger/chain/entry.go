package chain

// The chain: what an entry is made of, and the bytes its hash is taken of.
//
// The canonical form of an entry is one line of JSON without blanks, its fields always all there and always in this
// order:
//
//	{"seq":7,"night":1,"kind":"deal","key":"k1","part":1,"device":"tablet","at":1795219200000,"ask":"00…",
//	 "body":{…},"reverses":0,"transfers":[[1,"lsd",4,2,7],…]}
//
// (written here on two). night and reverses are 0 where there is none; at is milliseconds since 1970; ask is hexadecimal.
// A transfer is night (0 is the slate), money, from, to, amount. Strings are quoted with as few escapes as JSON allows:
// \" \\ \b \f \n \r \t, \u00XX for other control signs, and everything else as it is in UTF-8. body is the canonical JSON
// of one of the types in body.go: fields in the order they are declared there, those marked omitempty left out at zero.
//
// The hash of an entry is SHA-256 of the hash of the entry before it (32 zero bytes for the first) followed by that line.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"ouverte/rules"
)

// Kind is what an entry is.
type Kind string

// Hash is the SHA-256 that links an entry to the one before.
type Hash [sha256.Size]byte

// Entry is one immutable line of the book.
type Entry struct {
	Seq       EntryID
	Night     NightID // zero: about no night
	Kind      Kind
	Key       string
	Part      int // 1, 2 … of a posting that took several entries
	Device    string
	At        int64    // milliseconds since 1970
	Ask       [16]byte // what was asked for, hashed: tells a repeated request from another with the same key
	Body      []byte   // canonical JSON
	Reverses  EntryID  // the entry this one takes back, if any
	Transfers []Transfer
	Prev      Hash
	Hash      Hash
}

// Time is when the entry was written.
func (e *Entry) Time() time.Time { return time.UnixMilli(e.At) }

// Transfer moves an amount above zero: To is the better by it, From the worse. Night zero is the slate.
type Transfer struct {
	Night  NightID
	Money  rules.Money
	From   PlayerID
	To     PlayerID
	Amount int64
}

// back is the transfer that undoes this one.
func (t Transfer) Back() Transfer {
	t.From, t.To = t.To, t.From
	return t
}

// AppendCanonical appends the canonical form of the entry.
func (e *Entry) AppendCanonical(b []byte) []byte {
	b = append(b, `{"seq":`...)
	b = strconv.AppendInt(b, int64(e.Seq), 10)
	b = append(b, `,"night":`...)
	b = strconv.AppendInt(b, int64(e.Night), 10)
	b = append(b, `,"kind":`...)
	b = appendQuoted(b, string(e.Kind))
	b = append(b, `,"key":`...)
	b = appendQuoted(b, e.Key)
	b = append(b, `,"part":`...)
	b = strconv.AppendInt(b, int64(e.Part), 10)
	b = append(b, `,"device":`...)
	b = appendQuoted(b, e.Device)
	b = append(b, `,"at":`...)
	b = strconv.AppendInt(b, e.At, 10)
	b = append(b, `,"ask":"`...)
	b = hex.AppendEncode(b, e.Ask[:])
	b = append(b, `","body":`...)
	b = append(b, e.Body...)
	b = append(b, `,"reverses":`...)
	b = strconv.AppendInt(b, int64(e.Reverses), 10)
	b = append(b, `,"transfers":[`...)
	for i, t := range e.Transfers {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(t.Night), 10)
		b = append(b, ',')
		b = appendQuoted(b, string(t.Money))
		for _, n := range [...]int64{int64(t.From), int64(t.To), t.Amount} {
			b = append(b, ',')
			b = strconv.AppendInt(b, n, 10)
		}
		b = append(b, ']')
	}
	return append(b, "]}"...)
}

// Digest is what Hash must be, given Prev and all the rest.
func (e *Entry) Digest() Hash {
	hash, _ := e.DigestIn(make([]byte, 0, 512+len(e.Body)))
	return hash
}

// digest is Digest for whoever reckons many: it writes in buf, and gives it back for the next.
func (e *Entry) DigestIn(buf []byte) (Hash, []byte) {
	buf = e.AppendCanonical(append(buf[:0], e.Prev[:]...))
	return sha256.Sum256(buf), buf
}

// appendQuoted appends a JSON string with the fewest escapes there can be. What isn't UTF-8 becomes U+FFFD.
func appendQuoted(b []byte, s string) []byte {
	b = append(b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf {
			b = append(b, c)
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRuneInString(s[i:])
			b = utf8.AppendRune(b, r)
			i += size
			continue
		}
		i++
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, '\\', 'b')
		case '\f':
			b = append(b, '\\', 'f')
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(b, '"')
}

// Alphabet has no letters or digits that are mistaken for each other when read aloud or by candlelight.
const Alphabet = "ACDEFHJKMNPQRTUVWXY34679"

// seal is the short form of a hash that people read to each other: four groups of four, some 73 bits of it.
func (h Hash) Seal() string {
	out := make([]byte, 0, 19)
	// Long division of the first 16 bytes by the size of the alphabet; the digits come out evenly enough.
	n := h[:16]
	digits := append([]byte(nil), n...)
	for i := range 16 {
		if i > 0 && i%4 == 0 {
			out = append(out, ' ')
		}
		rest := 0
		for j, d := range digits {
			rest = rest<<8 | int(d)
			digits[j] = byte(rest / len(Alphabet))
			rest %= len(Alphabet)
		}
		out = append(out, Alphabet[rest])
	}
	return string(out)
}

// readSeal reads a seal as people write it down: in any case, with or without its blanks.
func ReadSeal(s string) (string, error) {
	var letters []rune
	for _, c := range strings.ToUpper(s) {
		switch {
		case strings.ContainsRune(Alphabet, c):
			letters = append(letters, c)
		case unicode.IsSpace(c) || c == '-' || c == '·':
		default:
			return "", fmt.Errorf("“%s” is no seal: %c never stands in one", Printable(s), c)
		}
	}
	if len(letters) != 16 {
		return "", fmt.Errorf("“%s” is no seal: one has sixteen letters and digits", Printable(s))
	}
	var b strings.Builder
	for i, c := range letters {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String(), nil
}

// NewDeal tells whether the entry is a deal at the end of its night, not one put right or put in between.
func (e *Entry) NewDeal() bool {
	return e.Kind == KindDeal && bytes.HasPrefix(e.Body, []byte(`{"seats":`))
}
