package audit

import (
	"errors"
	"math"
	"runtime"
	"strings"
	"testing"

	"ouverte/ledger/store"
)

func TestOpinion(t *testing.T) {
	for said, want := range map[string]string{
		"*** in database main ***\nTree 50 page 50: btreeInitPage() returns error code 11\nTree 49 page 49 cell " +
			"0: Extends off end of page": "Tree 50 page 50: btreeInitPage() returns error code 11; Tree 49 page 49 " +
			"cell 0: Extends off end of page",
		"row 3 missing from index entry_night.": "row 3 missing from index entry_night",
		"row \x1b[2J":                           "row \ufffd[2J",
	} {
		if got := opinion(said); got != want {
			t.Errorf("%q\nis told as %q\nand not %q", said, got, want)
		}
	}
	if said := new(Book).integrity(t.Context(), "quick_check"); len(said) != 1 ||
		!strings.HasPrefix(said[0], "The file is damaged: checking it panicked") {
		t.Errorf("a check that panics says %q", said)
	}
}

func TestTooLarge(t *testing.T) {
	runtime.GC() // so that something is known to be in memory
	var cannot *store.CannotOpen
	if err := fits(math.MaxInt64 / perEntry); !errors.As(err, &cannot) || fits(1) != nil {
		t.Errorf("a book larger than the machine: %v, a small one: %v", err, fits(1))
	}
}
