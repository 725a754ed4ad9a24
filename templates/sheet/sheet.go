package sheet

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"ouverte/ledger/face"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates"
)

// Sheet is the night's score as it would lie on the table: a column each, the newest deal on top.
type Sheet struct {
	Columns []column
	Rows    []row
	Ups     string // what those in front have won
	Downs   string // what the others have lost, with its sign
	Even    bool   // the two are the same
	Version string // what this sheet knows of the night

	TakeBack *lastDeal
	PutBack  *lastDeal
	Agree    []Agreeing // what is disputed, and the newest deal nobody has agreed to
	Closed   bool
	Laws     templ.SafeURL // where the laws explain the calls
}

// column is one player's, or the kitty's.
type column struct {
	name  string
	face  face.Face
	sum   templates.Amount
	here  bool // sits at the table now
	kitty bool
}

// row is one deal or penalty.
type row struct {
	ID      string // its place in the page
	No      string // "11"; empty for what is not a deal
	Name    string // what was called, or what it was
	How     string
	Href    string // where it is explained and put right
	Newest  bool
	Aloud   string // what is said of the newest, where somebody wants to hear it
	Flag    string // "put right", "disputed", "not agreed"
	Note    string // a word about it: marked here, and told where nobody can tap …
	Told    bool   // … which is here
	NotDeal bool
	Cells   []templates.Amount
}

// lastDeal is a deal that can be taken back, or put back, in one tap.
type lastDeal struct{ action, label, saw, key, deal string }

// New draws up the sheet of a night. removed is the deal that was taken back last and could still be put
// back, if any; key makes a key for each of its small forms, which are for those who may score.
func New(n *show.Night, removed *show.Dealt, scores bool, key func() string) Sheet {
	s := Sheet{Version: templates.EntryNo(n.Latest()), Closed: !n.Open,
		Laws: templates.LawHref("calls", templates.NightLaws(n.ID))}
	people := People(n)
	here := func(p show.Person) bool { return p.Seat != 0 || p.ID == show.Kitty }
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
	var ups, downs int64
	for _, p := range people {
		total := p.Sum.Score()
		ups, downs = ups+max(total, 0), downs+min(total, 0)
		kitty := p.ID == show.Kitty
		c := column{name: p.Name, face: p.Face, here: here(p), kitty: kitty,
			sum: templates.AmountOf(n.Money, total)}
		s.Columns = append(s.Columns, c)
	}
	s.Even = ups+downs == 0
	if ups != 0 {
		s.Ups, s.Downs = n.Money.Words(ups), n.Money.Words(-downs)
	}
	for _, r := range n.Rows {
		switch {
		case r.Deal != nil:
			s.Rows = append(s.Rows, dealRow(n, r.Deal, people))
		case r.Kind == show.KindPenalty:
			s.Rows = append(s.Rows, penaltyRow(n, r, people))
		}
	}
	if i := slices.IndexFunc(s.Rows, func(r row) bool { return !r.NotDeal }); i >= 0 {
		s.Rows[i].Newest = true
		s.Rows[i].Aloud = aloud(n)
	}
	if n.Open && scores {
		s.offer(n, removed, key)
	}
	return s
}

// aloud is the newest deal and what comes now, as people say it; nothing once the night is over.
func aloud(n *show.Night) string {
	if !n.Open || len(n.Deals) == 0 {
		return ""
	}
	says := templates.DealSentence(n, n.Deals[0]) + " " + n.SeatNames()[n.Dealer-1] + " deals."
	if n.Stakes.Turn() != nil {
		says += " " + areTrumps(n.Duties.CycleTrumps) + "."
	}
	return n.Money.Aloud(says)
}

// offer adds what may be done about the last deal.
func (s *Sheet) offer(n *show.Night, removed *show.Dealt, key func() string) {
	path := templates.NightPath(n.ID)
	button := func(do, label string, d *show.Dealt) *lastDeal {
		return &lastDeal{action: path + do, label: fmt.Sprintf(label, d.Nth), saw: templates.EntryNo(d.Version),
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

// People are those with a column: who sits on their own account, or ever won or lost on it; and the kitty,
// once something went in.
func People(n *show.Night) []show.Person {
	touched := map[show.PlayerID]bool{}
	for _, d := range n.Deals {
		for _, c := range d.Chairs {
			touched[c.Pays()] = true
		}
	}
	for _, r := range n.Rows {
		for _, net := range r.Nets {
			touched[net.Player] = true
		}
	}
	var out []show.Person
	for _, p := range n.People {
		if touched[p.ID] || p.Seat != 0 && (p.For == 0 || p.For == p.ID) {
			out = append(out, p)
		}
	}
	if k := n.Kitty.Sum; k.Score() != 0 {
		out = append(out, show.Person{ID: show.Kitty, Name: "Kitty", Sum: k})
	}
	return out
}

// NamesOf are the names by chair.
func NamesOf(n *show.Night, chairs []show.Chair) []string {
	names := make([]string, len(chairs))
	for i, c := range chairs {
		names[i] = n.PlayerName(c.Player)
	}
	return names
}

// made is what a deal took of what it had to take, "9 of 8".
var made = regexp.MustCompile(`(\d+) of (\d+)`)

// unbroken keeps "9 of 8" on one line.
func unbroken(how string) string { return made.ReplaceAllString(how, "$1\u00a0of\u00a0$2") }

func dealRow(n *show.Night, d *show.Dealt, people []show.Person) row {
	r := row{
		ID: fmt.Sprintf("deal-%d", d.ID), No: strconv.Itoa(d.Nth), Href: templates.DealPath(n.ID, d.ID),
		Name: n.Words.Name(d.Deal.Call), How: unbroken(n.Telling(d).Course()), Note: d.Note.Text,
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
	cells := map[show.PlayerID]templates.Amount{}
	got := map[show.PlayerID]int64{}
	for _, net := range d.Nets {
		got[net.Player] += net.Amount
	}
	for i, c := range d.Chairs {
		if c.Pays() != c.Player {
			cells[c.Player] = templates.Amount{Sign: "-", Why: "played for " + n.PlayerName(c.Pays())}
		}
		if rules.Seat(i+1) == d.Deal.Sitter() {
			cells[c.Pays()] = templates.Amount{Sign: "-", Rests: true, Why: "sat out"}
		}
	}
	for i, c := range d.Chairs {
		if rules.Seat(i+1) != d.Deal.Sitter() {
			cells[c.Pays()] = templates.AmountOf(n.Money, got[c.Pays()])
		}
	}
	r.fill(people, cells, "not there")
	return r
}

func penaltyRow(n *show.Night, p *show.Row, people []show.Person) row {
	r := row{
		ID: "row-" + templates.EntryNo(p.Entry), NotDeal: true, Name: p.Text, How: p.Reason,
		Href: templates.NightPath(n.ID) + "/penalties",
	}
	if p.Undone != 0 {
		r.Flag = "withdrawn"
		if p.Why != "" {
			r.How += " · " + p.Why
		}
	}
	cells := map[show.PlayerID]templates.Amount{}
	for _, net := range p.Nets {
		cells[net.Player] = templates.AmountOf(n.Money, net.Amount)
	}
	r.fill(people, cells, "no part in it")
	return r
}

// fill puts the cells in order; who has none gets an empty one that says why.
func (r *row) fill(people []show.Person, cells map[show.PlayerID]templates.Amount, why string) {
	for _, p := range people {
		cell, ok := cells[p.ID]
		switch {
		case !ok && p.ID == show.Kitty:
			cell = templates.Amount{Sign: "-", Why: "nothing for the kitty"}
		case !ok:
			cell = templates.Amount{Sign: "-", Why: why}
		}
		r.Cells = append(r.Cells, cell)
	}
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
