package watch

// What concerns the owner of a phone that said whose it is: it stands before all else.

import (
	"fmt"
	"slices"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/door"
	"ouverte/ledger/face"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/rules/english"
	"ouverte/templates/draw"
	"ouverte/templates/meeting"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// MeAbout is what the owner's part of the page is made of.
type MeAbout struct {
	Night   *show.Night
	Phone   door.Phone
	Address string           // of the link
	Pays    []settle.Payment // what is still to be handed over, by whomever
	Says    string           // why something wasn't done
	Deal    string           // of which somebody said …
	Reason  string           // … what is wrong with it, and wasn't heard
	Key     func() string
	Meeting *show.Meeting // at several tables, of which Night is the whole; else nil …
	Next    *meeting.Next // … and its next round, where that is planned
	Clock   *ui.Clock
}

// Me is the owner's part.
type Me struct {
	address string
	face    face.Face
	head    string          // "Dan, you pay Cat 3s 7d", "You sit by the fire with Joan and Dora; you deal"
	around  []meeting.Place // the table of that …
	deals   chain.PlayerID  // … and who deals first
	own     chain.PlayerID
	clock   *ui.Clock // of the round or its break …
	round   int       // … in which the owner may say to be at the table; else zero
	key     string
	calls   string // their table waits for them
	so      string
	duties  string
	over    bool // the deals are played: who pays whom comes first
	pays    []due
	next    int // of pays, what the owner is to pay first; -1 while deals are played, and on the last page
	paid    []ticked
	results []result
	earlier []result
	says    string
	may     bool
}

// due is a payment from the owner, or to them.
type due struct {
	text     string
	coins    draw.Counted
	to, owed string // where the owner may tick it
	whom     string
}

// ticked is what the owner paid; entry and key where this phone may take it back.
type ticked struct{ text, entry, key string }

// result is a deal the owner played against its caller.
type result struct {
	deal, saw, key    string
	name              string // "Deal 3", "By the fire, deal 3"
	course, agreement string
	typed             string // what the owner said is wrong with it, and wasn't heard
	agreed, contested bool   // by the owner
	newest            bool   // the page tells it anyhow
}

func (r result) unheard() bool { return r.typed != "" }

// NewMe draws the owner's part up.
func NewMe(a MeAbout) Me {
	n, m := a.Night, Me{address: a.Address, says: a.Says, may: a.Night.Phones}
	var own show.Person
	for _, p := range n.People {
		if p.ID == a.Phone.Player {
			own = p
		}
	}
	m.face, m.own = own.Face, own.ID
	m.over = !n.PlaysOn(own.ID) || n.LastPlayed()
	if a.Meeting != nil {
		m.over = len(a.Meeting.Playing()) == 0
	}
	m.money(a, &own)
	m.next = -1
	if m.over && n.Open {
		m.next = slices.IndexFunc(m.pays, func(p due) bool { return p.to != "" })
	}
	switch {
	case m.over:
	case a.Meeting != nil:
		m.seated(a)
	case own.Seat != 0:
		m.duties = yourDuties(n, own.Seat)
	}
	if m.may && n.Open {
		m.answers(a)
	}
	return m
}

// money says what the owner won, and what they pay and get.
func (m *Me) money(a MeAbout, own *show.Person) {
	n := a.Night
	var pays, gets []string
	for _, p := range a.Pays {
		words := n.Money.Words(p.Amount)
		one := due{coins: draw.CountOut(n.Money, p.Amount)}
		switch own.ID {
		case p.From:
			pays = append(pays, n.PlayerName(p.To)+" "+words)
			one.text, one.to, one.owed = "You pay "+n.PlayerName(p.To)+" "+words, say.PlayerNo(p.To),
				fmt.Sprint(p.Amount)
			one.whom = n.PlayerName(p.To)
		case p.To:
			gets = append(gets, words+" from "+n.PlayerName(p.From))
			one.text = english.Capital(n.PlayerName(p.From)) + " pays you " + words
		default:
			continue
		}
		m.pays = append(m.pays, one)
	}
	var hasPaid bool
	goes := n.Way.Kind().Go && n.Money.Handed()
	for _, r := range n.Ticked() {
		words := n.Money.Words(r.Paid.Amount)
		switch own.ID {
		case r.Paid.From:
			t := ticked{text: "You paid " + n.PlayerName(r.Paid.To) + " " + words}
			if m.may && n.Open && a.Phone.Wrote(r.Entry) {
				t.entry, t.key = say.EntryNo(r.Entry), a.Key()
			}
			m.paid, hasPaid = append(m.paid, t), true
		case r.Paid.To:
			m.paid = append(m.paid, ticked{text: english.Capital(n.PlayerName(r.Paid.From)) + " paid you " + words})
		}
	}
	former := formerWords(n, own)
	if n.Meeting != 0 { // it is settled for all its tables together
		m.over = !n.Open
	}
	score := scoreWords(n, own.Sum.Score(), m.over)
	switch {
	case !m.over:
		m.head, m.so = own.Name+", you are "+score, former
		if hasPaid && own.Sum.Score() < 0 {
			m.head += leftWords(n, own.ID, a.Pays)
		}
		return
	case goes && n.Meeting == 0:
		m.head, m.so = own.Name+", you "+say.HomeWords(n, own.ID, "take", "go"), "You paid as you went."
		return
	case n.Meeting != 0 || !n.Money.Handed():
		m.head = own.Name + ", you " + score
		return
	case len(pays) > 0:
		m.head = own.Name + ", you pay " + english.List(pays)
	case len(gets) > 0:
		m.head = own.Name + ", you get " + english.List(gets)
	case hasPaid:
		m.head = own.Name + ", all you owed is paid"
	default:
		m.head = own.Name + ", you owe nobody anything"
	}
	m.so = strings.TrimSpace(english.Stop("At the table you "+score) + " " + former)
}

// seated says where the owner sits in a young round, and from the last deal of theirs where they sit next; in
// between how they stand.
func (m *Me) seated(a MeAbout) {
	e := a.Meeting
	p := e.Person(m.own)
	t, place, stands := e.Table(p.Table), "", ""
	if e.Dealt() > 0 {
		place = english.Nth(p.Place) + " of " + english.Number(len(e.People)) + "."
		stands = "You are " + scoreWords(a.Night, p.Score, false) + ", " + place
	}
	m.clock = a.Clock
	if e.Expects(p) {
		m.round, m.key = e.Round, a.Key()
		if p.Seen.Called {
			m.calls = english.Capital(meeting.Placed(say.NightTitle(t.Night))) + " waits for you."
		}
	}
	switch {
	case m.leaves(e):
	case t != nil && e.Young(t):
		var with []string
		for i, chair := range t.Table {
			at := meeting.Place{Who: meeting.WhoOf(e, chair.Player)}
			if m.around = append(m.around, at); chair.Player != m.own {
				with = append(with, at.Name)
			}
			if t.Doubt == nil && t.Duties.Dealer == rules.Seat(i+1) {
				m.deals = chair.Player
			}
		}
		m.head = "You sit " + meeting.At(say.NightTitle(t.Night)) + " with " + english.List(with)
		switch {
		case m.deals == m.own:
			m.head += "; you deal"
		case m.deals != 0:
			m.head += "; " + e.Night.PlayerName(m.deals) + " deals"
		}
	case t != nil && !e.Done(t):
		m.duties = yourDuties(t.Night, p.Seat)
		stands = english.Capital(place)
	case a.Next != nil && (t != nil || p.Here):
		m.goes(a.Next, p)
	case t == nil && p.Here:
		m.head = "You rest in this round"
	default: // the head says how they stand
		stands = english.Capital(place)
	}
	m.so = strings.TrimSpace(stands + " " + m.so)
}

// leaves says what the owner pays or gets as they go home, once they play no more.
func (m *Me) leaves(e *show.Meeting) bool {
	for _, l := range e.Leavers() {
		words := e.Night.Money.Words(l.Pays.Amount)
		switch {
		case l.ID != m.own || l.Pays.Amount == 0:
			continue
		case l.Pays.To == chain.Kitty:
			m.head = "You go home and pay " + words + " into the till"
		default:
			m.head = "You go home and get " + words + " out of the till"
		}
		return true
	}
	return false
}

// goes says where the owner sits in the next round.
func (m *Me) goes(next *meeting.Next, p show.MeetingPerson) {
	round := fmt.Sprintf("In round %d ", next.Round)
	switch to := next.Goes(m.own, p.Table); {
	case to.Home:
		m.head = "You go home after this round"
	case to.Table == nil:
		m.head = round + "you rest"
	default:
		m.head = round + "you go to " + meeting.Placed(to.Table.Name) + ", to " + english.List(to.With)
		if to.Stays {
			m.head = round + "you stay " + meeting.At(to.Table.Name) + ", with " + english.List(to.With)
		}
		switch m.deals, m.around = to.Table.Deals, to.Table.Places; {
		case m.deals == m.own:
			m.head += "; you deal"
		case m.deals != 0:
			m.head += "; " + nameIn(m.around, m.deals) + " deals"
		}
	}
}

func nameIn(places []meeting.Place, who chain.PlayerID) string {
	return places[slices.IndexFunc(places, func(p meeting.Place) bool { return p.ID == who })].Name
}

// formerWords say what of the owner's settlement is from former evenings.
func formerWords(n *show.Night, own *show.Person) string {
	if brought := n.Came(own.ID).Before; brought != 0 {
		return "From former evenings " + n.Money.Signed(brought) + "."
	}
	return ""
}

// leftWords say what somebody who is down and has paid still pays; nothing where they get some of it back.
func leftWords(n *show.Night, own chain.PlayerID, pays []settle.Payment) string {
	left, gets := settle.Of(pays, own)
	switch {
	case gets > 0:
		return ""
	case left == 0:
		return ", all of it paid"
	}
	return ", " + n.Money.Words(left) + " still to pay"
}

// scoreWords say what somebody won: "3s 7d up", and when it is over "won 3s 7d"
func scoreWords(n *show.Night, score int64, over bool) string {
	switch words := n.Money.Words(max(score, -score)); {
	case score == 0 && over:
		return "came out even"
	case score == 0:
		return "even"
	case over && score > 0:
		return "won " + words
	case over:
		return "lost " + words
	case score > 0:
		return words + " up"
	default:
		return words + " down"
	}
}

// yourDuties say what somebody does before the coming deal and in it.
func yourDuties(n *show.Night, seat rules.Seat) string {
	d := n.Duties
	var does []string
	add := func(at rules.Seat, what string) {
		if at == seat {
			does = append(does, what)
		}
	}
	switch d.Shuffler {
	case d.Dealer:
		add(d.Dealer, "shuffle and deal")
	case 0:
		add(d.Dealer, "gather the cards and deal")
	default:
		add(d.Shuffler, "shuffle")
		add(d.Dealer, "deal")
	}
	add(d.Cutter, "cut")
	add(d.Leader, "lead")
	add(d.Sitter, "rest")
	if len(does) == 0 {
		return fmt.Sprintf("Deal %d: just pick up your cards.", n.Nth)
	}
	return fmt.Sprintf("Deal %d: you %s.", n.Nth, english.List(does))
}

// resultsShown is how many results can be answered on the phone; what is older is put right at the table.
const resultsShown = 12

// answers lists the results the owner may agree or dispute: the latest, and the earlier ones.
func (m *Me) answers(a MeAbout) {
	n := a.Night
	var all []result
	for _, d := range n.Deals {
		if !d.Opposed(a.Phone.Player) || len(all) == resultsShown {
			continue
		}
		r := result{
			deal: fmt.Sprint(d.ID), saw: say.EntryNo(d.Version), key: a.Key(),
			name: fmt.Sprintf("Deal %d", d.Nth), newest: d == n.Deals[0] && a.Meeting == nil,
			course: english.Stop(d.Told().Headline) + " " + english.Stop(say.DealMoney(n, d)),
		}
		if a.Meeting != nil {
			t, nth := a.Meeting.DealtAt(d.ID)
			r.name = fmt.Sprintf("%s, deal %d", say.NightTitle(t.Night), nth)
		}
		if r.deal == a.Deal {
			r.typed = a.Reason
		}
		who := d.Agreed.Name
		if mine := d.Agreed.By == a.Phone.Player; mine {
			who = "You"
			r.agreed, r.contested = d.Agreed.State == show.Agreed, d.Agreed.State == show.Disputed
		}
		switch d.Agreed.State {
		case show.Agreed:
			r.agreement = who + " agreed."
		case show.Disputed:
			r.agreement = who + " disputes it."
			if who == "You" {
				r.agreement = "You dispute it."
			}
			if d.Agreed.Reason != "" {
				r.agreement = strings.TrimSuffix(r.agreement, ".") + ": “" + d.Agreed.Reason + "”"
			}
		}
		all = append(all, r)
	}
	if len(all) > 0 {
		m.results, m.earlier = all[:1], all[1:]
	}
}

// Whose is the page where somebody says whose phone it is.
type Whose struct {
	Address string
	People  []show.Person
	Now     chain.PlayerID // who was said; nobody where nothing was
	Says    string
}
