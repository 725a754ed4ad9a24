package state

// table is a list that shares with the one it was copied from all but the pages that were changed since.
type table[T any] struct {
	pages []*page[T]
	n     int
	owner *token // of pages itself
}

const pageSize = 64

type page[T any] struct {
	at    [pageSize]T
	owner *token
}

// get is an element for reading; the zero value beyond the end.
func (t *table[T]) get(i int) (v T) {
	if i < 0 || i >= t.n {
		return v
	}
	return t.pages[i/pageSize].at[i%pageSize]
}

func (t *table[T]) edit(d *token, i int) *T {
	if t.owner != d {
		t.pages, t.owner = append(make([]*page[T], 0, len(t.pages)+1), t.pages...), d
	}
	for len(t.pages) <= i/pageSize {
		t.pages = append(t.pages, &page[T]{owner: d})
	}
	t.n = max(t.n, i+1)
	p := t.pages[i/pageSize]
	if p.owner != d {
		p = &page[T]{at: p.at, owner: d}
		t.pages[i/pageSize] = p
	}
	return &p.at[i%pageSize]
}
