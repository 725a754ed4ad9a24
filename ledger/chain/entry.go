package chain

// The canonical form of an entry is one line of JSON without blanks. All fields are always there, in this
// order (broken here into two lines):
//
//	{"seq":7,"night":1,"kind":"deal","key":"k1","part":1,"device":"tablet","at":1795219200000,"ask":"00…",
//	 "body":{…},"reverses":0,"transfers":[[1,"lsd",4,2,7],…]}
//
// night and reverses are 0 for none; at is milliseconds since 1970; ask is hexadecimal. A transfer is night
// (0 is the slate), money, from, to, amount. Strings are quoted with as few escapes as JSON allows: \" \\ \b
// \f \n \r \t, \u00XX for other control characters, everything else as it is in UTF-8. body is the canonical
// JSON of one of the types in body.go: fields in the order they are declared there, those marked omitempty
// left out at zero.
//
// The hash of an entry is SHA-256 of the hash of the entry before it (32 zero bytes for the first), followed
// by that line.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"ouverte/rules"
)

// Hash is the SHA-256 that links an entry to the one before.
type Hash [sha256.Size]byte

type Entry struct {
	Seq       EntryID
	Night     NightID // zero: about no night
	Kind      Kind
	Key       string
	Part      int // 1, 2 … of a posting that took several entries
	Device    string
	At        int64    // milliseconds since 1970
	Ask       [16]byte // hash of the request: tells a repeated one from another with the same key
	Body      []byte   // canonical JSON
	Reverses  EntryID  // the entry this one takes back, if any
	Transfers []Transfer
	Prev      Hash
	Hash      Hash
}

func (e *Entry) Time() time.Time { return time.UnixMilli(e.At) }

// Transfer moves an amount above zero: To is the better by it, From the worse. Night zero is the slate.
type Transfer struct {
	Night  NightID
	Money  rules.Money
	From   PlayerID
	To     PlayerID
	Amount int64
}

func (t Transfer) Back() Transfer {
	t.From, t.To = t.To, t.From
	return t
}

func (e *Entry) AppendCanonical(b []byte) []byte {
	b = appendNumber(b, `{"seq":`, int64(e.Seq))
	b = appendNumber(b, `,"night":`, int64(e.Night))
	b = appendQuoted(b, `,"kind":`, string(e.Kind))
	b = appendQuoted(b, `,"key":`, e.Key)
	b = appendNumber(b, `,"part":`, int64(e.Part))
	b = appendQuoted(b, `,"device":`, e.Device)
	b = appendNumber(b, `,"at":`, e.At)
	b = hex.AppendEncode(append(b, `,"ask":"`...), e.Ask[:])
	b = append(append(b, `","body":`...), e.Body...)
	b = appendNumber(b, `,"reverses":`, int64(e.Reverses))
	b = append(b, `,"transfers":[`...)
	for i, t := range e.Transfers {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, "[", int64(t.Night))
		b = appendQuoted(b, ",", string(t.Money))
		b = appendNumber(b, ",", int64(t.From))
		b = appendNumber(b, ",", int64(t.To))
		b = append(appendNumber(b, ",", t.Amount), ']')
	}
	return append(b, "]}"...)
}

func appendNumber(b []byte, before string, n int64) []byte {
	return strconv.AppendInt(append(b, before...), n, 10)
}

// Digest is what Hash must be, given Prev and all the rest.
func (e *Entry) Digest() Hash {
	hash, _ := e.digestIn(make([]byte, 0, 512+len(e.Body)))
	return hash
}

// digestIn is Digest with a buffer, which it returns for the next call.
func (e *Entry) digestIn(buf []byte) (Hash, []byte) {
	buf = e.AppendCanonical(append(buf[:0], e.Prev[:]...))
	return sha256.Sum256(buf), buf
}

// appendQuoted appends a JSON string with the fewest escapes. What isn't UTF-8 becomes U+FFFD.
func appendQuoted(b []byte, before, s string) []byte {
	const escaped, as = "\"\\\b\f\n\r\t", `"\bfnrt`
	b = append(append(b, before...), '"')
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
		if i++; strings.IndexByte(escaped, c) >= 0 {
			b = append(b, '\\', as[strings.IndexByte(escaped, c)])
		} else {
			b = append(b, '\\', 'u', '0', '0', "0123456789abcdef"[c>>4], "0123456789abcdef"[c&15])
		}
	}
	return append(b, '"')
}

// CheckSlip refuses an entry with a key, a device or a time that no request has. known is a device's name
// that was checked before.
func (e *Entry) CheckSlip(known string) error {
	switch {
	case CheckKey(e.Key) != nil:
		return errors.New("it has a key as no form has")
	case e.Device != known && CleanDevice(e.Device) != e.Device:
		return errors.New("it comes from a device by a name that none can have")
	case e.Time().UTC().Year() < 1 || e.Time().UTC().Year() > 9999:
		return errors.New("it was written at a time that no clock shows")
	}
	return nil
}
