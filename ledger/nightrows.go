package ledger

// The rows of standing deals. A deal's row is written when it begins to stand and deleted when it ceases to.

// unwritten tells whether the derived rows of the night are behind.
func (n *fold) unwritten() bool { return n.version != n.rowVersion || len(n.dirty) > 0 || n.moved }

// written notes that the derived rows are up to date.
func (n *fold) written() {
	first := n.rowVersion == 0
	n.rowVersion, n.rowName, n.rowDate, n.rowClosed = n.version, n.name, n.date, n.closed
	clear(n.dirty)
	n.seated = n.seated[:0]
	if !first && !n.moved {
		if last := n.lastStanding(); last != nil {
			last.row, last.rowNth = last.standing, n.count
		}
		return
	}
	n.moved = false
	nth := 0
	for _, d := range n.order {
		d.row, d.rowNth = d.standing, 0
		if d.standing != nil {
			nth++
			d.rowNth = nth
		}
	}
}

// writeDealt brings the rows of standing deals up to date.
func (d *desk) writeDealt(n *fold) error {
	if !n.moved { // the usual case: nothing but a new last deal
		last := n.lastStanding()
		if last == nil || last.row == last.standing {
			return nil
		}
		return d.dealComes(n, last, n.count)
	}
	nth := 0
	for _, deal := range n.order {
		now := 0
		if deal.standing != nil {
			nth++
			now = nth
		}
		if deal.row == deal.standing && deal.rowNth == now {
			continue
		}
		if deal.row != nil {
			if err := d.dealGoes(n, deal); err != nil {
				return err
			}
		}
		if deal.standing != nil {
			if err := d.dealComes(n, deal, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// dealComes writes the row of deal.standing, as the nth of the night.
func (d *desk) dealComes(n *fold, deal *dealState, nth int) error {
	return d.put(1, `INSERT INTO dealt (id, night, nth, version) VALUES (?, ?, ?, ?)`,
		int64(deal.id), int64(n.id), nth, int64(deal.standing.entry.Seq))
}

// dealGoes deletes the row of deal.row.
func (d *desk) dealGoes(n *fold, deal *dealState) error {
	return d.put(1, `DELETE FROM dealt WHERE id = ?`, int64(deal.id))
}
