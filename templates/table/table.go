package table

import (
	"ouverte/templates/lawbook"
	"ouverte/templates/sheet"
	"ouverte/templates/ui"
)

// View is the screen in the middle of everything: the form of the coming deal, and the sheet beside it.
type View struct {
	Night  string    // the night's address, "/nights/7"
	Form   *DealForm // nothing once the night is closed
	Closed string    // why there is no form
	Sheet  sheet.Sheet
	Notice ui.JustNow
	First  *First // nil once it was dismissed
	Former string // what is open from former evenings between these people

	ScreenOn  *ScreenOn   // nil once it was read
	Words     *InWords    // nil where nobody asked for it
	Round     *sheet.Duty // how far the round of an evening at several tables is …
	Clock     *ui.Clock
	Here      *Here      // … and who is there for it
	RoundOver *RoundOver // nil while it goes on, and where the table plays on
}

// ScreenOn tells whether to show staysOn, and in which engines.
type ScreenOn struct{ Secure bool }

// InWords is a line in which the deal can be said.
type InWords struct {
	Typed string
	Says  ui.Says
}

// First is the game in five steps for beginners.
type First struct {
	lawbook.View
	Open bool // before the first deal; later it waits under its heading
}
