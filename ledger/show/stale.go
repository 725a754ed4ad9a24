package show

// Stale says that the page was older than the book: somebody was faster. Nothing was written.
type Stale struct {
	Sentence string // what happened meanwhile, for a person
	Rows     []*Row // the entries that came between, newest first, where they are known
	Deal     *Dealt // the deal as it stands now, or the one that was recorded as this number meanwhile
}

func (s *Stale) Error() string { return s.Sentence }

var ErrWithdrawn = &Stale{Sentence: "Somebody withdrew it already."}
