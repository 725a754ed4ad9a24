package settleup

// The tables of an evening, where it is settled and on its last page.

import (
	"fmt"

	"ouverte/ledger"
	"ouverte/rules/english"
	"ouverte/templates"
)

// Table is a table of an evening.
type Table struct {
	ID, Saw    string // its number, and its version
	Name, Href string
	Says       string // "12 deals", "12 deals; still playing"
	Story      string // who took it
	Open       bool
}

// NewTable tells of a table.
func NewTable(n *ledger.Night) Table {
	t := Table{
		ID: fmt.Sprint(n.ID), Saw: templates.EntryNo(n.Version), Name: templates.NightTitle(n),
		Href: templates.NightPath(n.ID), Open: n.Open, Says: english.Count(len(n.Deals), "deal"),
	}
	if n.Open {
		t.Says += "; still playing"
	}
	if winners, score := Winners(n); len(winners) > 0 {
		names := make([]string, len(winners))
		for i, p := range winners {
			names[i] = p.Name
		}
		t.Story = fmt.Sprintf("%s won most there, %s", english.List(names), n.Money.Signed(score))
		if len(names) > 1 {
			t.Story += " each"
		}
	}
	return t
}

// playing says which tables still play; nothing where none does.
func playing(tables []Table) string {
	var names []string
	for _, t := range tables {
		if t.Open {
			names = append(names, t.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s still playing.", english.List(names), english.Verb(len(names), "is", "are"))
}
