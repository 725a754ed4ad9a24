package ledger

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/face"
)

// faceOf is the face a book shows.
func faceOf(t *testing.T, b *Book, p PlayerID) face.Face {
	t.Helper()
	return must1(b.Player(context.Background(), p)).Face
}

// TestFacesAreKept chooses faces, joins and parts, and reads them again: from the book opened anew, and from
// one imported from its export.
func TestFacesAreKept(t *testing.T) {
	tb := sit(t, newBook(t), "hoyle", "Ann", "Bob", "Cat", "Dan")
	ann, bob := tb.players["Ann"], tb.players["Bob"]
	kit := PlayerID(must1(tb.AddPlayer(tb.ctx, tb.slip(), "Kit")).ID)
	before := exported(t, tb.Path(), archive.JSON)
	if strings.Contains(before, `"face"`) {
		t.Fatal("nobody chose anything, and there is an entry for it")
	}
	if got := faceOf(t, tb.Book, ann); got != face.Of(int64(ann)) {
		t.Errorf("Ann has %v", got)
	}
	slip := tb.slip()
	r := must1(tb.ChooseFace(tb.ctx, slip, ann, face.Face{Emblem: "kettle"}))
	if again := must1(tb.ChooseFace(tb.ctx, slip, ann, face.Face{Emblem: "kettle"})); !again.Again ||
		again.ID != int64(ann) || again.Entry != r.Entry {
		t.Errorf("sent twice it answers %+v after %+v", again, r)
	}
	must1(tb.ChooseFace(tb.ctx, tb.slip(), ann, face.Face{Colour: "plum"}))
	for _, c := range []struct {
		chosen face.Face
		says   string
	}{
		{face.Face{Emblem: "kettle"}, "That is what Ann has already."},
		{face.Face{}, "That is what Ann has already."},
		{face.Face{Emblem: "sword"}, "There is no such colour or emblem. Load the page again and choose."},
	} {
		_, err := tb.ChooseFace(tb.ctx, tb.slip(), ann, c.chosen)
		wantSentence(t, err, c.says)
	}
	if _, err := tb.ChooseFace(tb.ctx, tb.slip(), 99, face.Face{Emblem: "owl"}); err == nil {
		t.Error("nobody chose a face")
	}
	// Who stays keeps theirs, and what is chosen meanwhile is theirs; who is parted has their own again.
	join := must1(tb.JoinPlayers(tb.ctx, tb.slip(), kit, bob)).Entry
	if got := faceOf(t, tb.Book, kit); got != face.Of(int64(bob)) {
		t.Errorf("Kit, who is Bob, has %v", got)
	}
	must1(tb.ChooseFace(tb.ctx, tb.slip(), kit, face.Face{Colour: "ink"}))
	must1(tb.PartPlayers(tb.ctx, tb.slip(), join, 0))
	want := map[PlayerID]face.Face{
		ann: {Colour: "plum", Emblem: "kettle"}, bob: {Colour: "ink", Emblem: face.Of(int64(bob)).Emblem},
		kit: face.Of(int64(kit)),
	}
	holds := func(how string, b *Book) {
		t.Helper()
		for p, f := range want {
			if got := faceOf(t, b, p); got != f {
				t.Errorf("%s player %d has %v, want %v", how, p, got, f)
			}
		}
		night := must1(b.Night(context.Background(), tb.night))
		if got := night.People[0]; got.ID != ann || got.Face != want[ann] || night.Face(bob) != want[bob] {
			t.Errorf("%s the night shows %v and %v", how, got.Face, night.Face(bob))
		}
	}
	holds("at once", tb.Book)
	well(t, tb.Path())
	whole := exported(t, tb.Path(), archive.JSON)
	fine(t, tb.Close())
	imported := filepath.Join(t.TempDir(), "imported.ouverte")
	if _, _, err := importInto(context.Background(), strings.NewReader(whole), imported, nil); err != nil {
		t.Fatal(err)
	}
	for how, path := range map[string]string{"opened anew": tb.Path(), "imported": imported} {
		b := must1(Open(context.Background(), path, Options{}))
		holds(how, b)
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}
