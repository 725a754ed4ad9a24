package web_test

// An evening at several tables on the wall, by its link, and as it reads when it is over.

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ouverte/ledger"
	"ouverte/ledger/chain"
	"ouverte/ledger/seating"
	"ouverte/ledger/settle"
	"ouverte/ledger/show"
	"ouverte/rules/english"
	"ouverte/web/webtest"
)

// The wall is the same for paired devices and by the link, and the link opens nothing else.
func TestTheWall(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(13, 3)
	wall := h.Get(webtest.MeetingPath(id) + "/wall").Is(200)
	wall.Has(3, "#looked .tables .t").Has(12, "#looked .t li").Has(0, "#looked .standing-all, #me")
	wall.Tells(".best", " rests.")
	// while they look for their seats
	wall.Has(0, "#looked .next").Has(1, `.join a[href="`+webtest.MeetingPath(id)+`"]`)
	h.Plays(h.MeetingNow(id).Tables[0].ID, "misère bob 0")
	h.Get(webtest.MeetingPath(id)+"/wall").Has(0, "#looked .moves").Has(13, "#looked .standing-all li")
	h.PlaysRound(id, 2)
	h.Get(webtest.MeetingPath(id)+"/wall").Has(13, "#looked .moves li").Has(12, ".rounds-tables li").
		Has(1, "#looked .moves li:contains(rests)")
	where := h.Post(webtest.NightPath(id)+"/watch", nil).Is(303).Header.Get("Location")
	link, _ := h.Get(where).Is(200).Has(1, ".phones").Doc.Find(".address a").Attr("href")
	link = link[strings.Index(link, "/watch/"):]
	h.Get(link+"/now").Is(200).Has(1, "#looked").Has(0, "#me")
}

// TestTheWallsEnd: the wall has a code to join by while the evening goes on. Once it is closed it says who
// took it over all tables, everybody's place, and of each table its deal; and it counts what there was.
func TestTheWallsEnd(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(11, 3)
	at := webtest.MeetingPath(id) + "/wall"
	h.Get(at).Has(0, ".qr").Says("form.join button[name=wall]", "A code to join by")
	where := h.Post(webtest.NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
	h.Get(where).Is(200).Has(1, ".join .qr").Has(0, "form")
	h.PlaysRounds(id)
	must(h.Book.GatherTables(t.Context(), h.Slip(), id, 0))(t)
	const counted = "three tables · eleven players · four rounds · 24 deals"
	h.Get(webtest.MeetingPath(id)).Says(".counted", english.Capital(counted)).
		Says(".evening .brass", "Settle up").Has(0, ".comings").Has(0, "form[action^='/keeper']").
		Says("#ask", "One more round")
	plan := must(h.MeetingNow(id).Whole().Plan())(t)
	h.Get(at).Says(".wallbar p:last-of-type", counted).Has(1, "form.join").Has(0, ".t").
		Has(len(plan.Pays), "#looked .last-payments li").Has(0, ".gives.paid")
	must(h.Book.Pay(t.Context(), h.Slip(), id, plan.Pays[0]))(t)
	h.Get(at).Has(len(plan.Pays), "#looked .last-payments li").Has(1, "#looked .gives.paid").
		Says(".last-payments h2", english.Capital(english.Spelled(len(plan.Pays), "payment"))+", "+
			english.Number(len(plan.Pays)-1)+" to go")
	must(h.Book.ComeLate(t.Context(), h.Slip(), id, h.Player("Otto")))(t)
	h.Get(at).Has(12, "#looked .standing-all li")
	h.ClosesMeeting(id) // who came too late to play isn't on the last page
	e := h.MeetingNow(id)
	best := e.Best()
	for _, wall := range []string{at, where} {
		page := h.Get(wall).Is(200).Has(0, ".join").Has(11, "#looked .standing-all li").Has(0, "#looked .t").
			Says(".wallbar p:last-of-type", counted).Has(3, ".story").Has(2, ".podium i").
			Says(".podium .first h2", best[0].Name+" takes the night").
			Says(".podium .first .s", e.Night.Money.Signed(best[0].Score)).
			Says(".podium section:nth-child(2) h2", best[1].Name).Says(".sealed code", e.Night.Seal)
		got := page.Text(".podium .first p:last-child")
		if !strings.HasPrefix(got, "across all three tables, ahead since round ") {
			t.Errorf("says %q", got)
		}
		if got := page.Text(".story:nth-child(1) small"); !strings.HasPrefix(got, "round ") {
			t.Errorf("the story is of %q", got)
		}
		h.Get(wall+"/now").Is(200).Says(".podium .first h2", best[0].Name+" takes the night")
	}
}

// TestTheLastPageOfAMeeting: by its link too an evening's wall becomes the last page once the evening is
// closed, with payments to make, payments since, and the picture, whatever begins meanwhile.
func TestTheLastPageOfAMeeting(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(11, 3)
	link := h.Post(webtest.NightPath(id)+"/watch", url.Values{"wall": {"on"}}).Is(303).Header.Get("Location")
	picture := link + "/picture.svg"
	h.PlaysRounds(id)
	h.Get(picture).Is(404)
	h.ClosesMeeting(id)
	left := h.Book.Now().DebtsLeft(h.NightNow(id))
	for _, at := range []string{link, link + "/now"} {
		h.Get(at).Is(200).Has(len(left), "#looked .last-payments li").Has(0, "#looked form").
			Says("#looked .keepsake .seal", h.NightNow(id).Seal)
	}
	h.Get(link).Has(1, `#picture[href="`+picture+`"]`)
	h.Get(picture).Is(200)

	pays := settle.Payment(left[0].Debt)
	must(h.Book.PaySlate(t.Context(), h.Slip(), h.NightNow(id).Money, pays, 0))(t)
	h.Get(link+"/now").Is(200).Has(1, "#looked .gives.paid")

	who := h.MeetingNow(id).People
	h.Night("hoyle", who[0].ID, who[1].ID, who[2].ID, who[3].ID)
	h.Get(link).Is(200).Has(len(left), "#looked .last-payments li").Has(1, "#picture")
	h.Get(picture).Is(200)
	h.Get(webtest.MeetingPath(id)+"/wall").Is(200).Has(len(left), "#looked .last-payments li")
}

// TestTheListOfAMeeting: its last page has the places of each round at each table, and who met whom.
func TestTheListOfAMeeting(t *testing.T) {
	t.Parallel()
	h := webtest.Open(t)
	id := h.Meeting(9, 2)
	h.PlaysRounds(id)
	h.ClosesMeeting(id)
	page := h.Get(webtest.NightPath(id)).Is(200).Has(4, ".rounds .inset").Has(8, ".rounds h4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:first-child", "1Bob +4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(2)", "1Cat +4").
		Says(".rounds .inset:first-child .abreast > div:first-child li:nth-child(3)", "3Ann −4").
		Says(".rounds .inset:first-child > p", "Ivy rested.").Has(9, ".who-met tbody tr")
	met := 0
	for _, cell := range page.Doc.Find(".who-met td").EachIter() {
		var times int
		fmt.Sscan(cell.Text(), &times)
		met += times
	}
	if met != 4*2*12 { // rounds, tables, and at each four who meet three
		t.Errorf("they met %d times", met)
	}
}

// TestAPhoneAtAClub: a phone with the link of an evening sees its wall, and nothing else. Once it says whose
// it is, it tells first where its owner sits, while the round is young, then how they stand, then where they
// go; where the organiser lets it, it agrees results of any table, and at the end ticks its owner's payments.
// The wall has its code until everybody's phone has said so.
func TestAPhoneAtAClub(t *testing.T) {
	t.Parallel()
	s := openStreet(t)
	who := s.Players("Ada", "Bea", "Cleo", "Dora", "Edda", "Fina", "Gesa", "Hedi", "Ina")
	id := must(s.Book.StartMeeting(t.Context(), s.Slip(), ledger.NewMeeting{House: s.NightNow(s.one).House,
		Deals: 3, Rounds: 2, Rest: who[8:], Tables: []show.SeatTable{
			{Name: "By the fire", Seats: who[:4], Dealer: who[3]},
			{Name: "At the window", Seats: who[4:8], Dealer: who[4]}}}))(t).Night
	p := s.phone(id)
	p.asks(p.link).Is(200).Has(2, "#looked .t").Has(0, "#looked a").Has(0, "form").Has(1, "#me.nobody a").
		Has(1, ".join .qr")
	p.asks(webtest.MeetingPath(id) + "/wall").Is(403)

	e := s.MeetingNow(id)
	one, rests := e.Tables[0], e.Rest[0]
	dealer := one.Table[one.Duties.Dealer-1].Player
	var with []chain.PlayerID
	for _, chair := range one.Table {
		if chair.Player != dealer {
			with = append(with, chair.Player)
		}
	}
	p.is(dealer)
	sits := "You sit by the fire with " + english.List(names(e, with))
	p.asks(p.link).Is(200).Says("#me h2", sits+"; you deal").Has(4, "#me .around li").
		Says("#me .around li:first-child b", "You").Has(1, "#me form")
	here := firstForm(p.asks(p.link), `#me form[action$="/here"]`)
	for range 2 { // a double tap is one
		p.does("/here", here).Is(303)
	}
	p.asks(p.link).Has(0, "#me form")
	same(t, len(s.MeetingNow(id).Absent()), 3, "its table waits for %d")
	p.asks(p.link+"/now").Is(200).Has(1, "#looked").Says("#me h2", sits+"; you deal")
	q := p.beside().is(rests)
	q.asks(q.link).Says("#me h2", "You rest in this round")

	caller := one.Table[one.Duties.Dealer%4].Player
	loses := "mis " + e.Night.PlayerName(caller) + " 1"
	s.Plays(one.ID, loses)
	p.asks(p.link).Says("#me h2", sits+"; "+e.Night.PlayerName(caller)+" deals").Has(0, "#me form")
	s.lets(id, true)
	page := p.asks(p.link).Says("#me .answer b", "By the fire, deal 1")
	p.does("/agree", firstForm(page, `#me form[action$="/agree"]`)).Is(303)
	if d := s.NightNow(one.ID).Deals[0]; d.Agreed.State != show.Agreed || d.Agreed.By != dealer {
		t.Errorf("agreed: %+v", d.Agreed)
	}
	q.does("/agree", firstForm(page, `#me form[action$="/agree"]`)).Is(409) // somebody else's
	s.Plays(one.ID, loses)
	stands := e.Night.PlayerName(dealer) + ", you are "
	if said := p.asks(p.link).Text("#me h2"); !strings.HasPrefix(said, stands) {
		t.Errorf("in the middle of a round: %q", said)
	}
	s.Plays(one.ID, loses)
	for _, at := range must(s.MeetingNow(id).Next(&seating.Memo{}))(t).Tables {
		if i := slices.Index(at.Seats, dealer); i >= 0 {
			with := slices.Delete(slices.Clone(at.Seats), i, i+1)
			if said := p.asks(p.link).Text("#me h2"); !strings.HasPrefix(said, "In round 2 you ") ||
				!strings.Contains(said, english.List(names(e, with))) {
				t.Errorf("after the last deal: %q, to sit with %v", said, with)
			}
		}
	}
	for _, one := range e.People {
		if one.ID != dealer && one.ID != rests {
			p.asks(p.link).Has(1, ".join .qr")
			p.beside().is(one.ID)
		}
	}
	p.asks(p.link).Has(0, ".join")

	must(s.Book.GoHome(t.Context(), s.Slip(), id, dealer))(t)
	p.asks(p.link).Says("#me h2", "You go home and get 3s out of the till")

	s.Plays(s.MeetingNow(id).Tables[1].ID, "pass", "pass", "pass", "pass")
	must(s.Book.GatherTables(t.Context(), s.Slip(), id, 0))(t)
	pays := must(s.MeetingNow(id).Whole().Plan())(t).Pays[0]
	owes := p.beside().is(pays.From)
	page = owes.asks(owes.link)
	if said := page.Text("#me h2"); !strings.Contains(said, ", you pay "+e.Night.PlayerName(pays.To)) {
		t.Errorf("at the end: %q", said)
	}
	form := firstForm(page, `#me form[action$="/pay"]`)
	owes.does("/pay", form).Is(303)
	same(t, len(s.NightNow(id).Payments()), 1, "%d payments")
	p.does("/pay", form).Is(409) // another's
	back := firstForm(owes.asks(owes.link), `#me form[action$="/unpay"]`)
	s.lets(id, false)
	owes.does("/unpay", back).Is(403)
	s.lets(id, true)
	owes.does("/unpay", back).Is(303)
	same(t, len(s.NightNow(id).Payments()), 0, "%d payments")
	fine(t, s.Book.EndWatches(t.Context(), id))
	p.asks(p.link).Is(404)
}

func names(e *show.Meeting, who []chain.PlayerID) (all []string) {
	for _, p := range who {
		all = append(all, e.Night.PlayerName(p))
	}
	return all
}
