package years

import (
	"fmt"
	"testing"

	"ouverte/rules"
)

// TestStoredNumbers holds every number of the statistics that is in kept books.
func TestStoredNumbers(t *testing.T) {
	got := fmt.Sprint(briefForm, sumsForm, asDeal, asCaller, asPartner, asOpponent, asEach, wholeCircle, places,
		otherChairs, wasChanged, hasRevokes, hasWrongCards, hasTricksBy, hasForfeit, hasLoser)
	if want := "1 1 0 1 2 3 4 0 [[31 32 33 0] [41 42 43 44]] 1 2 4 8 16 32 64"; got != want {
		t.Errorf("the stored numbers are %s, want %s", got, want)
	}
}

// TestStoredForms holds the bytes of a brief, a standing and figures against those in kept books.
func TestStoredForms(t *testing.T) {
	house, _ := rules.Set("hoyle")
	text := []byte{1, 4, 1, 2, 3, 4, 1, 0x03, 14, 4, 0, 0, 1, 0, 2, 0, 3, 0, 0x14, 2, 0, 0x60, 0}
	b, err := ReadBrief(3, "2026-11-21", house, 1, text)
	if err != nil {
		t.Fatal(err)
	}
	if again := b.Append(nil); string(again) != string(text) {
		t.Errorf("the brief is written as % x, want % x", again, text)
	}
	c := NewSums()
	c.Count(b)
	for what, one := range map[string]struct{ got, want string }{
		"standing": {fmt.Sprintf("%x", c.AppendStanding(nil)), wantStanding},
		"figures":  {fmt.Sprintf("%x", c.AppendFigures(nil, 1)), wantFigures},
	} {
		if one.got != one.want {
			t.Errorf("the %s is written as %s, want %s", what, one.got, one.want)
		}
	}
}

const (
	wantStanding = "01050018020200000000000200000000000000000000000000000000012102020200240024020200" +
		"00000682a4a91300240682a4a91300240682a4a9130e24021e020200020b000b02000000000682a4" +
		"a913000b0682a4a913000b00000000031e020200020b000b02000000000682a4a913000b0682a4a9" +
		"13000b00000000041e020200020b000b02000000000682a4a913000b0682a4a913000b00000000"
	wantFigures = "01010201020200020a00002488050129022402020024880503020000000002000c03000000000200" +
		"0c040000000002000c0182a4a913060224240e0000020202020200000002000000"
)
