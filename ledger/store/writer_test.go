package store

import (
	"errors"
	"path/filepath"
	"testing"
)

// open makes a book in a folder of the test's.
func open(t *testing.T) *File {
	t.Helper()
	f := must1(Open(t.Context(), filepath.Join(t.TempDir(), "book"), Options{}))
	t.Cleanup(func() { _ = f.Close() })
	return f
}

// OnCommit calls after the commit and in order, and nothing of what was rolled back.
func TestOnCommit(t *testing.T) {
	w := open(t).Writer()
	called, failed := "", errors.New("failed")
	part := func(name string, fails error) error {
		return w.Part(func() error {
			w.OnCommit(func() { called += name })
			return fails
		})
	}
	begin := func() {
		t.Helper()
		fine(t, w.Begin())
	}
	begin()
	fine(t, errors.Join(part("lost", nil), w.Rollback()))
	begin()
	if err := part("a", nil); err != nil {
		t.Error(err)
	}
	err := w.Part(func() error { return errors.Join(part("dropped", nil), failed) })
	if !errors.Is(err, failed) || !errors.Is(part("failed", failed), failed) || part("b", nil) != nil {
		t.Errorf("the parts: %v", err)
	}
	if called != "" {
		t.Errorf("called before the commit: %s", called)
	}
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called %q, %v", called, err)
	}
	begin()
	if err := w.Commit(); err != nil || called != "ab" {
		t.Errorf("called again: %q, %v", called, err)
	}
}
