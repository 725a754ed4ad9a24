package notation

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"ouverte/rules"
)

// scanner reads one line of strict JSON for the wire (§11). encoding/json would be too slow for a million
// deals, and accepts what the wire refuses: null for anything, a field twice, "Seats" for "seats".
//
// The first problem stays in bad. From there on the scanner is at the end of the line, where every method
// finds nothing. It is used again from line to line, so that a sound line costs no allocation.
type scanner struct {
	src   []byte
	at    int
	bad   *rules.Problem
	plain []byte // strings that had escapes, decoded
}

// deepest is how deep lists and objects may lie in each other; a set of house rules is three deep.
const deepest = 16

// refuse keeps the problem, if it is the first.
func (s *scanner) refuse(field, format string, args ...any) {
	if s.bad == nil {
		s.bad, s.at = rules.Problemf(field, format, args...), len(s.src)
	}
}

// malformed says where the line is no JSON.
func (s *scanner) malformed() {
	switch place := utf8.RuneCount(s.src[:s.at]) + 1; { // characters from 1, as an editor counts
	case s.at == len(s.src):
		s.refuse("", "This line breaks off in the middle.")
	case s.src[s.at] == 0:
		s.refuse("", "This line has a NUL byte, at character %d.", place)
	case s.src[s.at] < ' ':
		s.refuse("", "This line has a control character, at character %d.", place)
	default:
		s.refuse("", "This line is not well-formed JSON at character %d.", place)
	}
}

// begin takes the next line and refuses what is not an object at first sight.
func (s *scanner) begin(src []byte) {
	s.src, s.at, s.bad, s.plain = src, 0, nil, s.plain[:0]
	switch c := s.next(); {
	case s.at == len(src):
		s.refuse("", "This line is blank.")
	case !utf8.Valid(src):
		s.refuse("", "This line is not text: it is not UTF-8.")
	case c == '[':
		s.refuse("", "This line is a list; it must be one JSON object.")
	case c == 0:
		s.malformed()
	case c != '{':
		s.refuse("", "This line is not a JSON object.")
	}
}

// end refuses anything that follows the object.
func (s *scanner) end() {
	if s.next(); s.at < len(s.src) {
		s.refuse("", "Something stands after the object, at character %d.", utf8.RuneCount(s.src[:s.at])+1)
	}
}

// next returns the byte after white space without taking it; 0 at the end of the line.
func (s *scanner) next() byte {
	for ; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

func (s *scanner) eat(c byte) bool {
	if s.next() != c {
		return false
	}
	s.at++
	return true
}

// members goes to the next member of a list or an object that closes with this byte, and tells whether there
// is one.
func (s *scanner) members(first bool, closing byte) bool {
	switch {
	case s.bad != nil || s.eat(closing):
		return false
	case first || s.eat(','):
		return true
	}
	s.malformed()
	return false
}

// key reads the key of a member of an object, and the colon.
func (s *scanner) key() []byte {
	key := s.str()
	if !s.eat(':') {
		s.malformed()
	}
	return key
}

// str reads a string.
func (s *scanner) str() []byte {
	if !s.eat('"') {
		s.malformed()
		return nil
	}
	from := s.at
	for ; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '"':
			s.at++
			return s.src[from : s.at-1]
		case c == '\\':
			return s.escaped(from)
		case c < ' ':
			s.malformed()
			return nil
		}
	}
	s.malformed()
	return nil
}

// escaped reads the rest of a string that has an escape in it, from the first one on.
func (s *scanner) escaped(from int) []byte {
	start := len(s.plain)
	s.plain = append(s.plain, s.src[from:s.at]...)
	for s.at < len(s.src) {
		switch c := s.src[s.at]; {
		case c == '"':
			s.at++
			return s.plain[start:]
		case c == '\\':
			s.at++
			s.escape()
		case c < ' ':
			s.malformed()
		default:
			s.plain = append(s.plain, c)
			s.at++
		}
	}
	s.malformed()
	return nil
}

// escape reads what stands after a backslash.
func (s *scanner) escape() {
	const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	if s.at == len(s.src) {
		return
	}
	if s.src[s.at] == 'u' {
		s.codePoint()
		return
	}
	for i := range len(letters) {
		if letters[i] == s.src[s.at] {
			s.plain = append(s.plain, meant[i])
			s.at++
			return
		}
	}
	s.malformed()
}

// codePoint reads the u and the figures of one or, beyond the first plane, two escapes.
func (s *scanner) codePoint() {
	r, ok := s.hex()
	if ok && utf16.IsSurrogate(r) {
		var low rune
		if ok = s.at+1 < len(s.src) && s.src[s.at] == '\\' && s.src[s.at+1] == 'u'; ok {
			s.at++
			low, ok = s.hex()
		}
		if r = utf16.DecodeRune(r, low); r == utf8.RuneError {
			ok = false
		}
	}
	if !ok {
		s.malformed()
		return
	}
	s.plain = utf8.AppendRune(s.plain, r)
}

func (s *scanner) hex() (r rune, ok bool) {
	s.at++
	for range 4 {
		if s.at >= len(s.src) {
			return 0, false
		}
		c := s.src[s.at]
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, false
		}
		s.at++
	}
	return r, true
}

// number passes over a number and returns it as it was written.
func (s *scanner) number() []byte {
	from := s.at
	digits := func() bool {
		first := s.at
		for s.at < len(s.src) && s.src[s.at] >= '0' && s.src[s.at] <= '9' {
			s.at++
		}
		return s.at > first
	}
	take := func(set string) bool {
		for i := range len(set) {
			if s.at < len(s.src) && s.src[s.at] == set[i] {
				s.at++
				return true
			}
		}
		return false
	}
	take("-")
	zero := take("0")
	sound := (zero || digits()) && (!take(".") || digits())
	if sound && take("eE") {
		take("+-")
		sound = digits()
	}
	if sound && zero && digits() { // 07
		s.at, sound = from, false
	}
	if !sound {
		s.malformed()
		return nil
	}
	return s.src[from:s.at]
}

// small reads a whole number from least to most, in plain digits.
func (s *scanner) small(field string, least, most int) int {
	wrong := func(got string) {
		s.refuse(field, "The field %s must be a whole number from %d to %d in plain digits, and not %s.",
			field, least, most, got)
	}
	if c := s.next(); c != '-' && (c < '0' || c > '9') {
		from := s.at
		s.skip(0)
		wrong(rules.Clipped(string(s.src[from:s.at])))
		return 0
	}
	digits, n := s.number(), 0
	for _, c := range digits {
		if n = n*10 + int(c-'0'); c < '0' || c > '9' || n > most {
			wrong(rules.Clipped(string(digits)))
			return 0
		}
	}
	if n < least {
		wrong(strconv.Itoa(n))
	}
	return n
}

// words reads a string that must be one.
func (s *scanner) words(field string) []byte {
	if s.next() != '"' {
		s.refuse(field, "The field %s must be text between quotation marks.", field)
		return nil
	}
	return s.str()
}

// skip passes over one value of any kind, which lies so deep in others.
func (s *scanner) skip(depth int) {
	switch c := s.next(); c {
	case '"':
		s.str()
	case '{', '[':
		if depth == deepest {
			s.refuse("", "The lists and objects of this line lie too deep in each other.")
			return
		}
		s.at++
		for first := true; s.members(first, c+2); first = false { // in ASCII a bracket closes two after it opens
			if c == '{' {
				s.key()
			}
			s.skip(depth + 1)
		}
	case 't':
		s.literal("true")
	case 'f':
		s.literal("false")
	case 'n':
		s.literal("null")
	default:
		s.number()
	}
}

func (s *scanner) literal(l string) {
	if len(s.src)-s.at < len(l) || string(s.src[s.at:s.at+len(l)]) != l {
		s.malformed()
		return
	}
	s.at += len(l)
}

// appendQuoted writes a JSON string.
func appendQuoted[T string | []byte](out []byte, text T) []byte {
	const hex = "0123456789abcdef"
	out = append(out, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c < ' ' || c == 0x7f:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			out = append(out, c)
		}
	}
	return append(out, '"')
}
