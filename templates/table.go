package templates

// Table is the screen in the middle of everything: the form of the coming deal, and the sheet beside it.
type Table struct {
	Night   string // the night's address, "/nights/7"
	Name    string
	Rules   string // "Hoyle, six-twelve-eighteen"
	Version int64
	Form    *DealForm // nothing once the night is closed
	Closed  string    // why there is no form
	Sheet   Sheet
	Notice  JustNow
	Calls   []CallMeaning
	First   *FirstView // nil once it was dismissed
	Former  string     // what is open from former evenings between these people
}

// FirstView is the game in five steps for whoever sits down to it for the first time.
type FirstView struct {
	LawsView
	Open bool // before the first deal; later it waits under its heading
}
