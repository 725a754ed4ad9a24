package host

// Sweep does what a host does every second.
func (h *Host) Sweep() { h.sweep() }

// Awake counts the circles whose book is open.
func (h *Host) Awake() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.awake)
}

// Writable tells whether files can be made in the folder.
func (h *Host) Writable() error { return h.writable() }

// SleepAll closes all books, as when nobody uses them.
func (h *Host) SleepAll() {
	for {
		h.mu.Lock()
		var one *awake
		for _, a := range h.awake {
			one = a
			h.dismiss(a)
		}
		h.mu.Unlock()
		if one == nil {
			return
		}
		<-one.gone
	}
}
