package audit

import "testing"

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
}
