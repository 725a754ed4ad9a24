package rules

import (
	"regexp"
	"strings"

	"ouverte/rules/english"
)

// Aloud puts a text into the words people say: its amounts of old money as "one and six", its signs as words.
// Amounts of other moneys are said as they are written.
func (m Money) Aloud(text string) string {
	if m == LSD {
		text = oldAmounts.ReplaceAllStringFunc(text, func(written string) string {
			n, err := m.Parse(written)
			if err != nil {
				return written
			}
			return oldAloud(n)
		})
	}
	return signs.Replace(Plain(text))
}

var (
	oldAmounts = regexp.MustCompile(`£\d+(?:[\x{202f}\x{a0}]\d+s)?(?:[\x{202f}\x{a0}]\d+d)?\b` +
		`|\b\d+s(?:[\x{202f}\x{a0}]\d+d)?\b|\b\d+d\b`)
	signs = strings.NewReplacer("+", "plus ", minus, "minus ", "·", ",")
)

// oldAloud says "sixpence", "a shilling", "one and six", "two pounds, three and six".
func oldAloud(n int64) string {
	pounds, shillings, pence := n/240, n/12%20, n%12
	var said []string
	if pounds > 0 {
		said = append(said, english.Spelled(pounds, "pound"))
	}
	switch {
	case shillings > 0 && pence == 1:
		said = append(said, english.Number(shillings)+" and a penny")
	case shillings > 0 && pence > 0:
		said = append(said, english.Number(shillings)+" and "+english.Number(pence))
	case shillings == 1:
		said = append(said, "a shilling")
	case shillings > 0:
		said = append(said, english.Spelled(shillings, "shilling"))
	case pence == 1:
		said = append(said, "a penny")
	case pence > 0:
		said = append(said, english.Number(pence)+"pence")
	}
	return strings.Join(said, ", ")
}
