package notation

// A strict scanner for one line of JSON, for the wire (§11). The decoder of the standard library would be too slow for a
// million deals, and too kind: it takes null for anything, a field twice, and "Seats" for "seats".

import (
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"ouverte/rules"
)

// scanner walks over one line. It is used again from line to line, so that a sound line costs no allocation.
type scanner struct {
	src   []byte
	at    int
	plain []byte // strings that had escapes, decoded
}

// deepest is how deep lists and objects may lie in each other; a set of house rules is three deep.
const deepest = 16

// begin takes the next line and refuses what is not an object at first sight.
func (s *scanner) begin(src []byte) *rules.Problem {
	s.src, s.at, s.plain = src, 0, s.plain[:0]
	s.space()
	switch {
	case s.at == len(src):
		return rules.Problemf("", "This line is blank.")
	case !utf8.Valid(src):
		return rules.Problemf("", "This line is not text: it is not UTF-8.")
	case src[s.at] == '[':
		return rules.Problemf("", "This line is a list; it must be one JSON object.")
	case src[s.at] == 0:
		return s.malformed()
	case src[s.at] != '{':
		return rules.Problemf("", "This line is not a JSON object.")
	}
	return nil
}

// end refuses anything that follows the object.
func (s *scanner) end() *rules.Problem {
	if s.space(); s.at < len(s.src) {
		return rules.Problemf("", "Something stands after the object, at character %d.", s.place())
	}
	return nil
}

// malformed says where the line is no JSON.
func (s *scanner) malformed() *rules.Problem {
	switch {
	case s.at >= len(s.src):
		return rules.Problemf("", "This line breaks off in the middle.")
	case s.src[s.at] == 0:
		return rules.Problemf("", "There is a NUL byte in this line, at character %d.", s.place())
	case s.src[s.at] < ' ':
		return rules.Problemf("", "There is a control character in this line, at character %d.", s.place())
	}
	return rules.Problemf("", "This line is not well-formed JSON at character %d.", s.place())
}

// place counts characters from 1, as an editor does.
func (s *scanner) place() int { return utf8.RuneCount(s.src[:s.at]) + 1 }

func (s *scanner) space() {
	for s.at < len(s.src) {
		switch s.src[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

// next gives the byte that comes after white space, without taking it; 0 at the end of the line.
func (s *scanner) next() byte {
	s.space()
	if s.at < len(s.src) {
		return s.src[s.at]
	}
	return 0
}

func (s *scanner) eat(c byte) bool {
	if s.next() == c {
		s.at++
		return true
	}
	return false
}

// members goes to the next member of a list or an object that closes with this byte, and tells whether there is one.
func (s *scanner) members(first bool, closing byte) (bool, *rules.Problem) {
	switch {
	case s.eat(closing):
		return false, nil
	case first || s.eat(','):
		return true, nil
	}
	return false, s.malformed()
}

// key reads the key of a member of an object, and the colon.
func (s *scanner) key() ([]byte, *rules.Problem) {
	key, p := s.str()
	if p == nil && !s.eat(':') {
		p = s.malformed()
	}
	return key, p
}

// str reads a string.
func (s *scanner) str() ([]byte, *rules.Problem) {
	if !s.eat('"') {
		return nil, s.malformed()
	}
	from := s.at
	for ; s.at < len(s.src); s.at++ {
		switch c := s.src[s.at]; {
		case c == '"':
			s.at++
			return s.src[from : s.at-1], nil
		case c == '\\':
			return s.escaped(from)
		case c < ' ':
			return nil, s.malformed()
		}
	}
	return nil, s.malformed()
}

// escaped reads the rest of a string that has an escape in it, from the first one on.
func (s *scanner) escaped(from int) ([]byte, *rules.Problem) {
	start := len(s.plain)
	s.plain = append(s.plain, s.src[from:s.at]...)
	for s.at < len(s.src) {
		c := s.src[s.at]
		switch {
		case c == '"':
			s.at++
			return s.plain[start:], nil
		case c < ' ':
			return nil, s.malformed()
		case c != '\\':
			s.plain = append(s.plain, c)
			s.at++
			continue
		}
		if s.at++; s.at == len(s.src) {
			break
		}
		if s.src[s.at] == 'u' {
			if p := s.codePoint(); p != nil {
				return nil, p
			}
			continue
		}
		const letters, meant = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
		i := 0
		for i < len(letters) && letters[i] != s.src[s.at] {
			i++
		}
		if i == len(letters) {
			return nil, s.malformed()
		}
		s.plain = append(s.plain, meant[i])
		s.at++
	}
	return nil, s.malformed()
}

// codePoint reads the u and the figures of one or, beyond the first plane, two escapes.
func (s *scanner) codePoint() *rules.Problem {
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
		return s.malformed()
	}
	s.plain = utf8.AppendRune(s.plain, r)
	return nil
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

// number passes over a number and gives it as it was written.
func (s *scanner) number() ([]byte, *rules.Problem) {
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
	if !zero && !digits() || take(".") && !digits() {
		return nil, s.malformed()
	}
	if take("eE") {
		take("+-")
		if !digits() {
			return nil, s.malformed()
		}
	}
	if zero && digits() { // 07
		s.at = from
		return nil, s.malformed()
	}
	return s.src[from:s.at], nil
}

// small reads a whole number from least to most, in plain digits.
func (s *scanner) small(field string, least, most int) (int, *rules.Problem) {
	wrong := func(got string) (int, *rules.Problem) {
		return 0, rules.Problemf(field, "The field %s must be a whole number from %d to %d in plain digits, and not %s.", field, least, most, got)
	}
	c := s.next()
	if c != '-' && (c < '0' || c > '9') {
		from := s.at
		if p := s.skip(); p != nil {
			return 0, p
		}
		return wrong(rules.Clipped(string(s.src[from:s.at])))
	}
	digits, p := s.number()
	if p != nil {
		return 0, p
	}
	n := 0
	for _, c := range digits {
		if n = n*10 + int(c-'0'); c < '0' || c > '9' || n > most {
			return wrong(rules.Clipped(string(digits)))
		}
	}
	if n < least {
		return wrong(strconv.Itoa(n))
	}
	return n, nil
}

// words reads a string that must be one.
func (s *scanner) words(field string) ([]byte, *rules.Problem) {
	if s.next() != '"' {
		return nil, rules.Problemf(field, "The field %s must be text between quotation marks.", field)
	}
	return s.str()
}

// skip passes over one value of any kind.
func (s *scanner) skip() *rules.Problem {
	var closing [deepest]byte // of the lists and objects we are in
	depth, first := 0, true
	for {
		// At a value.
		switch c := s.next(); c {
		case '"':
			if _, p := s.str(); p != nil {
				return p
			}
		case '{', '[':
			if depth == deepest {
				return rules.Problemf("", "The lists and objects of this line lie too deep in each other.")
			}
			s.at++
			closing[depth], depth, first = c+2, depth+1, true // in ASCII a brace or bracket closes two after it opens
		case 't', 'f', 'n':
			if !s.literal() {
				return s.malformed()
			}
		default:
			if c != '-' && (c < '0' || c > '9') {
				return s.malformed()
			}
			if _, p := s.number(); p != nil {
				return p
			}
		}
		// After a value, or in a list or object just opened: on to the next value, out of all that end here.
		for {
			if depth == 0 {
				return nil
			}
			more, p := s.members(first, closing[depth-1])
			if p != nil {
				return p
			}
			first = false
			if more {
				break
			}
			depth--
		}
		if closing[depth-1] == '}' {
			if _, p := s.key(); p != nil {
				return p
			}
		}
	}
}

func (s *scanner) literal() bool {
	for _, l := range [...]string{"true", "false", "null"} {
		if len(s.src)-s.at >= len(l) && string(s.src[s.at:s.at+len(l)]) == l {
			s.at += len(l)
			return true
		}
	}
	return false
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
