package webtest

import (
	"bytes"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/rules"
)

func init() {
	Screens = append(Screens, Screen{Name: "elsewhere", Open: func(h *Site) string {
		h.Players("Ann", "Bob", "Cat", "Dan")
		h.TakeIn("holiday.json", Holiday(h.T)).Is(303)
		return "/keeper/evenings"
	}})
}

// Holiday is the export of a book with two evenings: Ann, Bob, Cat and Eve played both, and the second is
// over only where it is named.
func Holiday(t testing.TB, over ...string) []byte {
	t.Helper()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "holiday.db")
	b, err := ledger.Open(ctx, path, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	keys := 0
	slip := func() ledger.Slip {
		keys++
		return ledger.Slip{Key: fmt.Sprintf("holiday-%d", keys), Device: "the laptop"}
	}
	do := func(r ledger.Receipt, err error) ledger.Receipt {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	var seats []chain.PlayerID
	for _, name := range []string{"Ann", "Bob", "Cat", "Eve"} {
		seats = append(seats, chain.PlayerID(do(b.AddPlayer(ctx, slip(), name)).ID))
	}
	set, _ := rules.Set("hoyle")
	for _, date := range []string{"2026-08-01", "2026-08-02"} {
		night := do(b.StartNight(ctx, slip(), ledger.NewNight{
			Name: "By the sea", Date: date, House: set, Seats: seats, Dealer: seats[3],
		})).Night
		for tricks := range 3 {
			said := ledger.DealSaid{Deal: rules.Deal{Call: rules.Solo, Caller: 1, Tricks: 4 + tricks}}
			do(b.Record(ctx, slip(), night, said))
		}
		if date == "2026-08-01" || slices.Contains(over, date) {
			n := must(b.Now().Night(night))(t)
			do(b.CloseNight(ctx, slip(), night, n.Version))
		}
	}
	fine(t, b.Close())
	var out bytes.Buffer
	fine(t, archive.Export(ctx, path, archive.JSON, time.UTC, &out, nil))
	return out.Bytes()
}

// TakeIn sends a file as the form of /keeper/evenings does.
func (h *Site) TakeIn(name string, content []byte) *Answer {
	h.T.Helper()
	return h.SendsFile("/keeper/evenings/file", url.Values{"file": {string(content)}}, name)
}

// SendsFile sends a form with a file as a browser does: its field file is the content.
func (h *Site) SendsFile(path string, fields url.Values, name ...string) *Answer {
	h.T.Helper()
	return h.Ask(FileForm(path, fields, name...))
}

// FileForm is what SendsFile sends.
func FileForm(path string, fields url.Values, name ...string) *http.Request {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	for field, values := range fields { // first, as on our pages
		if field != "file" {
			_ = w.WriteField(field, values[0]) // into memory, which never fails
		}
	}
	part, _ := w.CreateFormFile("file", append(name, "set.json")[0])
	_, _ = io.WriteString(part, fields.Get("file"))
	w.Close()
	r := httptest.NewRequest(http.MethodPost, path, &body)
	r.Header.Set("Content-Type", w.FormDataContentType())
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return r
}
