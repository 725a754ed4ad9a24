package store

import "time"

// Rest has long work give way to others: each time it is taken, it lasts as long as the work since the last.
type Rest struct{ since time.Time }

func (r *Rest) Take() {
	if !r.since.IsZero() {
		time.Sleep(time.Since(r.since))
	}
	r.since = time.Now()
}
