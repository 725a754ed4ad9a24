package templates

// Parts of a page that whoever asks has already: a recorded deal adds one row to the sheet and changes little
// of the form. The answer has an empty mark for each part that stays, and the script puts there what the page
// shows (static/js/fragments.js).

import (
	"hash/maphash"
	"strconv"
	"strings"
)

// Print tells drawn parts apart by the values they are drawn from. No print of another run of the program
// equals one of this, so nothing that another program drew is taken for ours.
type Print uint64

var seed = maphash.MakeSeed()

// PrintOf adds a value to a print; to begin with it is zero.
func PrintOf[T comparable](before Print, value T) Print {
	return Print(maphash.Comparable(seed, struct {
		before Print
		value  T
	}{before, value}))
}

// Has is what a page shows: the prints of the rows of its sheet and of its form. Zero is nothing known.
type Has struct{ Rows, Form Print }

func (h Has) String() string {
	return strconv.FormatUint(uint64(h.Rows), 36) + "-" + strconv.FormatUint(uint64(h.Form), 36)
}

// ParseHas reads what String wrote; anything else is nothing known.
func ParseHas(s string) Has {
	rows, form, _ := strings.Cut(s, "-")
	r, err1 := strconv.ParseUint(rows, 36, 64)
	f, err2 := strconv.ParseUint(form, 36, 64)
	if err1 != nil || err2 != nil {
		return Has{}
	}
	return Has{Print(r), Print(f)}
}
