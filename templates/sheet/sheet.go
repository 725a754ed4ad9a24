package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/templates/say"
)

// Sheet is the night's score as it would lie on the table: a column each, the newest deal on top.
type Sheet struct {
	Columns []column
	Rows    []row
	Ups     string // what those in front have won
	Downs   string // what the others have lost, with its sign
	Even    bool   // the two are the same
	Version string // what this sheet knows of the night
	Known   bool   // the page that asked has the names above the columns as they are

	TakeBack *lastDeal
	PutBack  *lastDeal
	Agree    []Agreeing // what is disputed, and the newest deal nobody has agreed to
	Closed   bool
	Aloud    string // the last thing done, where somebody wants to hear it …
	Done     string // … the entry that did it …
	Next     string // … and who deals now; empty once the round is over
	sums     string // what the row of sums is called
	Laws     string // where the laws explain the calls
}

// column is one player's, or the kitty's.
type column struct {
	name  string
	face  face.Face
	sum   say.Amount
	here  bool // sits at the table now
	kitty bool
}

// row is one deal or penalty.
type row struct {
	ID      string // its place in the page
	Known   bool   // the page that asked has it as it is: nothing else of it is here
	No      string // "11"; empty for what is not a deal
	Name    string // the call, or what it was
	How     string
	Href    string // where it is explained and put right
	Newest  bool
	Flag    string // "put right", "disputed", "not agreed"
	Note    string // a word about it: marked here, and told where nobody can tap …
	Told    bool   // … which is here
	NotDeal bool
	Cells   []say.Amount
}

// lastDeal is a deal that can be taken back, or put back, in one tap.
type lastDeal struct{ action, label, saw, key, deal string }

// New draws up the sheet of a night. removed is the deal that was taken back last and could still be put
// back, if any; key makes a key for each of its small forms, which are for those who may score. had is the
// version of the sheet on the page that asked, where the same people have columns under the same names: rows
// that are still as in it aren't drawn. Zero: all are.
func New(n *show.Night, removed *show.Dealt, scores bool, key func() string, had chain.EntryID) Sheet {
	s := Sheet{Version: say.EntryNo(n.Latest()), Closed: !n.Open, Known: had != 0,
		Laws: say.LawHref("calls", say.NightLaws(n.ID))}
	switch s.sums = "So far"; {
	case s.Closed:
		s.sums = "Total"
	case n.Meeting != 0: // the evening's stand elsewhere
		s.sums = "This table"
	}
	people := n.Columns()
	here := func(p show.Person) bool { return p.Seat != 0 || p.ID == chain.Kitty }
	if n.Open && len(people) > 5 { // those who sit here now come first
		slices.SortStableFunc(people, func(a, b show.Person) int {
			switch {
			case here(a) == here(b):
				return 0
			case here(a):
				return -1
			}
			return 1
		})
	}
	s.Columns = make([]column, 0, len(people))
	for _, p := range people {
		s.Columns = append(s.Columns, column{name: p.Name, face: p.Face, here: here(p),
			kitty: p.ID == chain.Kitty, sum: say.AmountOf(n.Money, p.Sum.Score())})
	}
	ups, downs := n.UpsAndDowns()
	s.Even = ups+downs == 0
	if ups != 0 {
		s.Ups, s.Downs = n.Money.Words(ups), n.Money.Words(-downs)
	}
	s.Rows = make([]row, 0, len(n.Rows))
	newest, was := true, true // the next deal is the newest; it may have been, on the page
	for _, r := range n.Rows {
		var out row
		known := r.AsAt(had)
		switch {
		case r.Deal == nil && r.Kind != chain.KindPenalty:
			continue
		case known && (r.Deal == nil || !was):
			s.Rows = append(s.Rows, row{ID: rowID(r), Known: true})
			continue
		case r.Deal == nil:
			out = penaltyRow(n, r)
		default:
			out = dealRow(n, r.Deal)
			out.Newest, newest, was = newest, false, !known
		}
		out.ID = rowID(r)
		parts := r.Parts(map[chain.PlayerID]int64{})
		for _, p := range people {
			out.Cells = append(out.Cells, cell(n, r, p.ID, parts[p.ID]))
		}
		s.Rows = append(s.Rows, out)
	}
	if last := n.Lately().Entry; n.Open && last != 0 {
		s.Aloud, s.Done, s.Next = n.Money.Aloud(say.Lately(n)), say.EntryNo(last), next(n)
	}
	if n.Open && scores {
		s.offer(n, removed, key)
	}
	return s
}

// next says what comes now; nobody deals after the agreed end.
func next(n *show.Night) string {
	if n.LastPlayed() {
		return ""
	}
	says := " " + n.SeatNames()[n.Dealer-1] + " deals."
	if n.Stakes.Turn() != nil {
		says += " " + areTrumps(n.Duties.CycleTrumps) + "."
	}
	return says
}

// offer adds what may be done about the last deal.
func (s *Sheet) offer(n *show.Night, removed *show.Dealt, key func() string) {
	path := say.NightPath(n.ID)
	button := func(do, label string, d *show.Dealt) *lastDeal {
		return &lastDeal{action: path + do, label: fmt.Sprintf(label, d.Nth), saw: say.EntryNo(d.Version),
			deal: strconv.FormatInt(int64(d.ID), 10), key: key()}
	}
	s.Agree = agreeing(n, key)
	if len(n.Deals) > 0 && n.Deals[0].Round == n.Round { // in a new round the strip begins empty
		s.TakeBack = button("/take-back", "Take back deal %d", n.Deals[0])
	}
	if removed != nil && removed.Nth == n.Nth && removed.Round == n.Round {
		s.PutBack = button("/put-back", "Put deal %d back", removed)
	}
}

// made is what a deal took of what it had to take, "9 of 8".
var made = regexp.MustCompile(`(\d+) of (\d+)`)

// unbroken keeps "9 of 8" on one line.
func unbroken(how string) string { return made.ReplaceAllString(how, "$1\u00a0of\u00a0$2") }

func dealRow(n *show.Night, d *show.Dealt) row {
	r := row{
		No: strconv.Itoa(d.Nth), Href: say.DealPath(n.ID, d.ID),
		Name: n.Words.Name(d.Deal.Call), How: unbroken(n.Telling(d).Course()), Note: d.Note.Text,
	}
	if lent := say.ForWhom(n, d.Chairs); lent != "" {
		r.How += " · " + lent
	}
	switch {
	case d.Agreed.State == show.Disputed:
		r.Flag = "disputed"
	case d.Changed > 0:
		r.Flag = "put right"
	case d.Inserted:
		r.Flag = "added later"
	}
	if n.Awaits(d) {
		r.Flag = strings.TrimPrefix(r.Flag+", not agreed", ", ")
	}
	return r
}

func rowID(r *show.Row) string {
	if r.Deal != nil {
		return "deal-" + strconv.FormatInt(int64(r.Deal.ID), 10)
	}
	return "row-" + say.EntryNo(r.Entry)
}

func penaltyRow(n *show.Night, p *show.Row) row {
	r := row{
		NotDeal: true, Name: p.Text, How: p.Reason, Href: say.NightPath(n.ID) + "/penalties",
	}
	if p.Undone != 0 {
		r.Flag = "withdrawn"
		if p.Why != "" {
			r.How += " · " + p.Why
		}
	}
	return r
}

// cell is what somebody had of a row; who has no part in it gets an empty one that says why.
func cell(n *show.Night, r *show.Row, who chain.PlayerID, p show.Part) say.Amount {
	why := "not there"
	switch {
	case p.Took:
		return say.AmountOf(n.Money, p.Amount)
	case p.Rested:
		why = "sat out"
	case p.For != 0:
		why = "played for " + n.PlayerName(p.For)
	case who == chain.Kitty:
		why = "nothing for the kitty"
	case r.Deal == nil:
		why = "no part in it"
	}
	return say.Amount{Sign: "-", Rests: p.Rested, Why: why}
}

// ColumnsClass tells the style sheet how narrow the columns get.
func ColumnsClass(n int) string {
	switch {
	case n <= 3:
		return "cols few"
	case n == 4:
		return "cols four"
	case n == 5:
		return "cols five"
	}
	if n >= 9 {
		return "cols throng"
	}
	return "cols many"
}
