package show

import (
	"errors"
	"io"
	"strconv"

	"ouverte/ledger/spreadsheet"
	"ouverte/ledger/years"
)

// ladderColumns head a table with a line for each evening of each person. Amounts are in the money's smallest
// unit.
var ladderColumns = []string{
	"place", "player", "figure", "date", "night", "amount", "evening place", "of", "points", "counts", "deals",
	"rounds",
}

// LadderCSV writes a season as the club counts it.
func LadderCSV(c *years.Counted, to io.Writer) error {
	w, err := spreadsheet.New(to, ladderColumns)
	if err != nil {
		return err
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	decimal := func(f years.Figure) string { return strconv.FormatFloat(f.Value(), 'f', -1, 64) }
	for _, l := range c.Standing(c.By, 0) {
		for e, went := range l.Went {
			if !went.There {
				continue
			}
			evening := c.Evenings[e]
			err = errors.Join(err, w.Row(
				aboveZero(l.Place), spreadsheet.Text(l.Name), decimal(l.Figure), evening.Date,
				number(int64(evening.Night)), number(went.Score), number(int64(went.Place)), number(int64(evening.Of)),
				decimal(c.Points(went)), yes(l.Counts[e]), number(went.Deals), number(went.Rounds)))
		}
	}
	return errors.Join(err, w.Flush())
}
