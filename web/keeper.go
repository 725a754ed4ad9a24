package web

// The keeper's page: devices let in, renamed and turned out, the PIN, and our own certificate authority.

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
	"ouverte/ledger/archive"
	"ouverte/ledger/chain"
	"ouverte/ledger/copies"
	"ouverte/ledger/door"
	"ouverte/ledger/show"
	"ouverte/rules"
	"ouverte/templates/frame"
	"ouverte/templates/keeper"
	"ouverte/templates/say"
	"ouverte/templates/ui"
	"ouverte/web/forms"
)

var keeperFrame = frame.Frame{Title: "Keeper", Sub: "who may do what, and the book itself",
	Here:   frame.Keeper,
	Styles: []string{"keeper.css"}, Scripts: []string{"share.js", "came.js"}}

func (s *server) keeperPage(c echo.Context) error {
	v := s.keeperView(c)
	v.Notice = map[string]string{
		"renamed":  "The device has its new name. Earlier records keep the old one.",
		"bound":    "The device’s right is changed.",
		"out":      "You shut the device out. It sees and records nothing now.",
		"pin":      "The PIN is set.",
		"no-pin":   "The PIN is gone.",
		"copied":   "The book was copied.",
		"place":    "Copies go there from now on.",
		"put-back": "The copy is the book now.",
	}[c.QueryParam("did")]
	return s.showKeeper(c, v)
}

// showKeeper draws the page, with the code that stands ready on it.
func (s *server) showKeeper(c echo.Context, v keeper.View) error {
	s.stand(c, &v)
	return s.page(c, keeperFrame, keeper.Page(v))
}

// keeperView is the page before anything is asked.
func (s *server) keeperView(c echo.Context) keeper.View {
	r := c.Request()
	v := keeper.View{
		Address: s.address(r), Typed: s.typedAddress(r), Alone: s.onlyHere(r), Unreached: s.unreached(r),
		Trust: s.Trust != nil, Plain: s.Trust == nil && !arrivalOf(r).secure,
		PIN: s.book.HasPIN(), Book: s.book.Path(), Copies: s.book.Copies(),
		Command: "ouverte serve --book " + ledger.ShellWord(s.book.Path()),
		PutBack: s.Exchange != nil, Exports: archive.Forms,
		Rights: []keeper.RightChoice{
			{Value: "scorer", Name: "Keep score", About: "the tablet", Picked: true},
			{Value: "watcher", Name: "Look on", About: "phone, television"},
			{Value: "keeper", Name: "Everything", About: "this page too"},
		},
	}
	for i, w := range s.book.Warnings() {
		v.Warnings = append(v.Warnings, keeper.Warning{Warning: w, CopyID: s.idOfCopy(w.Copy),
			First: i == 0 && s.book.Doubt() != nil})
	}
	v.Evenings, v.Deals = s.snapshot(c).Size()
	if well := s.well.Load(); well != nil {
		v.Checked = s.lately(*well)
	}
	if at := s.book.LastCopy(); !at.IsZero() {
		v.Copied = s.lately(at)
	}
	s.copyPlaces(&v)
	if v.PutBack {
		for _, p := range s.copyPlacesOf() {
			v.Lie += len(p.Copies) + len(p.Others)
		}
	}
	me := s.Who(r).ID
	tables := s.openTables(s.snapshot(c))
	for i, t := range tables {
		v.Rights = slices.Insert(v.Rights, 1+i, keeper.RightChoice{
			Value: fmt.Sprint(t.ID), Name: say.NightTitle(t.Night), About: "keeps score at this table of " + t.of,
		})
	}
	for _, d := range s.book.Devices() {
		only := s.snapshot(c).TableNow(d.Only)
		line := keeper.DeviceLine{Device: d, Does: s.does(c, d.Right, only), Last: s.lately(d.Seen),
			This: d.ID == me}
		if d.Right == Scorer && (only != 0 || len(tables) > 0) {
			line.Tables = s.tableChoices(s.snapshot(c), r.Context(), tables, only)
		}
		v.Devices = append(v.Devices, line)
	}
	return v
}

// copyPlaces tells where copies lie, and what they lack.
func (s *server) copyPlaces(v *keeper.View) {
	if s.Copies == nil {
		return
	}
	v.MayName, v.CopiesTo = s.Copies.MayName(), s.book.CopiesTo()
	v.Lacks = s.Copies.Lacks() && v.Evenings > 0
	for _, p := range s.Copies.Places() {
		line := keeper.CopyPlace{Name: s.placeName(p.Folder), Folder: p.Folder, Beside: s.besideBook(p.Folder),
			Wrong: p.Wrong}
		if newest, ok := p.Newest(); ok {
			line.Newest = newest.At.Format("Monday 2 January 2006, 15:04")
			line.Evenings, line.Behind = newest.Evenings, s.Copies.Behind(newest)
		}
		v.Places = append(v.Places, line)
	}
}

// placeName is what the folder of a place is called.
func (s *server) placeName(folder string) string {
	if s.besideBook(folder) {
		return "Beside the book"
	}
	return "In " + filepath.Dir(folder)
}

// besideBook tells whether copies lie where nobody chose a place for them: those of a circle always do.
func (s *server) besideBook(folder string) bool {
	return folder == copies.Beside(s.book.Path()) || s.Share.circle != ""
}

// mostNights is of how many open evenings tables are offered to bind devices to.
const mostNights = 20

// openTable is a table a device may be bound to, and the name of its evening.
type openTable struct {
	*show.Night
	of string
}

// openTables are those of open evenings at several tables. The page is drawn without them where they can't be
// read.
func (s *server) openTables(now *show.Snapshot) (out []openTable) {
	for _, l := range now.OpenNights(mostNights) {
		if l.Tables == 0 {
			continue
		}
		if e, err := now.Meeting(l.ID); err == nil {
			for _, t := range e.Playing() {
				out = append(out, openTable{t.Night, say.NightTitle(e.Night)})
			}
		}
	}
	return out
}

// tableChoices are where a device may record: everywhere, or at one table; only is chosen.
func (s *server) tableChoices(now *show.Snapshot,
	ctx context.Context, tables []openTable, only chain.NightID,
) []keeper.TableChoice {
	out := []keeper.TableChoice{{Value: "0", Name: "everywhere", Picked: only == 0}}
	found := only == 0
	for _, t := range tables {
		found = found || t.ID == only
		out = append(out, keeper.TableChoice{Value: fmt.Sprint(t.ID), Name: say.NightTitle(t.Night),
			Picked: t.ID == only})
	}
	if !found { // it has closed since
		name := "a table that is over"
		if t, err := now.Night(only); err == nil {
			name = say.NightTitle(t) + ", which has closed"
		}
		out = append(out, keeper.TableChoice{Value: fmt.Sprint(only), Name: name, Picked: true})
	}
	return out
}

// lately says to the hour when a device was seen.
func (s *server) lately(seen time.Time) string {
	now := s.Now()
	seen = seen.In(now.Location())
	switch ago := now.Sub(seen); {
	case ago < -2*time.Hour: // the clock was put back since
		return "on " + seen.Format("2 January 2006")
	case ago < 2*time.Hour:
		return "just now"
	case seen.YearDay() == now.YearDay() && seen.Year() == now.Year():
		return "today"
	case ago < 7*24*time.Hour:
		return "on " + seen.Weekday().String()
	}
	return "on " + seen.Format("2 January 2006")
}

func (s *server) keeperRefused(c echo.Context, v keeper.View, err error) error {
	return refuse(err, func(says ui.Says) (*screen, error) {
		v.Says = says
		s.stand(c, &v)
		return &screen{keeperFrame, keeper.Page(v)}, nil
	})
}

type codeForm struct {
	// Rights are each the name of one; or the number of a table, for a scorer that is bound to it.
	Rights []string `form:"right" validate:"required,max=8,dive,max=20" label:"The device’s right"`
	Tablet bool     `form:"tablet"` // asked for on the first page: the code has the page to itself
	Back   string   `form:"back"`   // and leads back to it, as it was filled in
}

// standing are the codes on a keeper's page. They stay on it until they are used or over.
type standing struct {
	rights []string
	codes  []keeper.FreshCode
	last   door.DeviceID // the newest when they were made
}

// makeCode makes a code, or one for each of several tables, and shows it.
func (s *server) makeCode(c echo.Context) error {
	var form codeForm
	if err := c.Bind(&form); err != nil {
		return s.keeperRefused(c, s.keeperView(c), err)
	}
	made, err := s.makeCodes(c, form.Rights)
	if err != nil {
		return s.keeperRefused(c, s.keeperView(c), err)
	}
	v := s.keeperView(c)
	if form.Tablet {
		v.Fresh = v.Reached(made.codes)
		return s.page(c, frame.Frame{Title: "Let the tablet in", Styles: keeperFrame.Styles,
			Scripts: keeperFrame.Scripts}, keeper.Tablet(v, ownPath(form.Back)))
	}
	s.standing.Store(s.who(c).ID, made)
	return s.showKeeper(c, v)
}

func (s *server) makeCodes(c echo.Context, rights []string) (*standing, error) {
	made := &standing{rights: rights}
	for _, d := range s.book.Devices() {
		made.last = max(made.last, d.ID)
	}
	for _, right := range rights {
		code, ends, may, err := s.codeFor(c, right)
		if err != nil {
			return nil, err
		}
		f := keeper.FreshCode{
			Code: code, May: may, Ends: ends.In(s.Now().Location()).Format("15:04"),
			Way:  "/pair/" + url.PathEscape(code),
			Came: fmt.Sprintf("/keeper/came?since=%d&right=%s", made.last, url.QueryEscape(right)),
		}
		if table, err := strconv.ParseInt(right, 10, 64); err == nil && len(rights) > 1 {
			f.Table = s.nightName(s.snapshot(c), chain.NightID(table))
		}
		made.codes = append(made.codes, f)
	}
	return made, nil
}

// cameInFor is how long the page says who came in by its code.
const cameInFor = 10 * time.Minute

// stand puts on the page the codes that are good, or who came in by the one; else a code made for it.
func (s *server) stand(c echo.Context, v *keeper.View) {
	if v.Closed() {
		return
	}
	known, _ := s.standing.Load(s.who(c).ID)
	at, ok := known.(*standing)
	if ok {
		v.Fresh = s.goodCodes(c, at)
		if v.Fresh == nil && len(at.codes) == 1 && v.Says["right"]+v.Says["night"] == "" {
			v.In = s.cameBy(c, at)
		}
	}
	if v.Fresh == nil && v.In == nil && !v.Unreached {
		made, err := s.makeCodes(c, []string{Scorer.String()})
		if err != nil {
			s.Log.Warn("no code stands ready", "request", number(c.Request()), "error", err)
			return
		}
		at, v.Fresh = made, made.codes
		s.standing.Store(s.who(c).ID, made)
	}
	v.Fresh = v.Reached(v.Fresh)
	for i := range v.Rights {
		v.Rights[i].Picked = at != nil && v.Rights[i].Value == at.rights[0]
	}
}

// goodCodes are those that let a device in.
func (s *server) goodCodes(c echo.Context, at *standing) (good []keeper.FreshCode) {
	for _, code := range at.codes {
		if _, _, err := s.book.CodeRight(c.Request().Context(), code.Code); err == nil {
			good = append(good, code)
		}
	}
	return good
}

// cameBy is who came in by a code a moment ago; nil where nobody did.
func (s *server) cameBy(c echo.Context, at *standing) *keeper.CameIn {
	for _, d := range s.book.Devices() {
		if d.ID <= at.last || !gives(at.rights[0], d) || s.Now().Sub(d.Made) >= cameInFor {
			continue
		}
		now := s.snapshot(c)
		in := &keeper.CameIn{Device: d, Asked: at.rights[0],
			Does: s.does(c, d.Right, now.TableNow(d.Only)), At: d.Made.In(s.Now().Location()).Format("15:04")}
		if open := now.OpenNights(1); len(open) > 0 && d.Only == 0 {
			in.Night = ui.Link{Name: cmp.Or(open[0].Name, "the evening"), Href: say.NightPath(open[0].ID)}
		}
		return in
	}
	return nil
}

// gives tells whether a device has the right that a code of this name gives.
func gives(right string, d door.Device) bool {
	table, err := strconv.ParseInt(right, 10, 64)
	if err == nil {
		return d.Only == chain.NightID(table)
	}
	r, ok := door.ParseRight(right)
	return ok && d.Right == r && d.Only == 0
}

// cameIn tells the page with a code who came in since it was made, with the right it gives.
func (s *server) cameIn(c echo.Context) error {
	since, err := strconv.ParseInt(c.QueryParam("since"), 10, 64)
	if err != nil {
		return &chain.NotFound{What: "device"}
	}
	for _, d := range s.book.Devices() {
		if d.ID > door.DeviceID(since) && gives(c.QueryParam("right"), d) {
			return s.fragments(c, http.StatusOK, keeper.Arrived(d.Name, s.nightName(s.snapshot(c), d.Only)))
		}
	}
	return c.NoContent(http.StatusNoContent)
}

// codesMade answers who loads the page of a code anew.
func (s *server) codesMade(c echo.Context) error { return s.goTo(c, "/keeper") }

// codeFor makes a code for a right, or for a scorer at a table, and says in words what it lets a device do.
func (s *server) codeFor(
	c echo.Context, wanted string,
) (code string, ends time.Time, may string, err error) {
	ctx := c.Request().Context()
	if table, isTable := strconv.ParseInt(wanted, 10, 64); isTable == nil {
		code, ends, err = s.book.MakeTableCode(ctx, chain.NightID(table))
		return code, ends, s.allowed(c, Scorer, chain.NightID(table)), err
	}
	right, ok := door.ParseRight(wanted)
	if !ok {
		return "", time.Time{}, "", forms.Wrong{"right": "Choose what the device may do."}
	}
	code, ends, err = s.book.MakeCode(ctx, right)
	return code, ends, rightInWords(right), err
}

type deviceForm struct {
	Name string `form:"name" validate:"max=100" label:"The name"`
}

func (s *server) renameDevice(c echo.Context) error {
	return s.toDevice(c, "renamed", func(id door.DeviceID, form deviceForm) error {
		return s.book.RenameDevice(c.Request().Context(), id, form.Name)
	})
}

type bindForm struct {
	Night chain.NightID `form:"night" validate:"min=0" label:"The table’s number"`
}

func (s *server) bindDevice(c echo.Context) error {
	id, err := idIn[door.DeviceID](c, "device")
	if err != nil {
		return err
	}
	var form bindForm
	if err = c.Bind(&form); err == nil {
		err = s.book.BindDevice(c.Request().Context(), id, form.Night)
	}
	if err != nil {
		return s.keeperRefused(c, s.keeperView(c), err)
	}
	return s.goTo(c, "/keeper?did=bound")
}

func (s *server) turnOut(c echo.Context) error {
	return s.toDevice(c, "out", func(id door.DeviceID, _ deviceForm) error {
		if id == s.who(c).ID {
			return &rules.Problem{Field: "name",
				Sentence: "You are on this device now. Shut it out from another one."}
		}
		return s.book.TurnOut(c.Request().Context(), id)
	})
}

func (s *server) toDevice(c echo.Context, did string, do func(door.DeviceID, deviceForm) error) error {
	id, err := idIn[door.DeviceID](c, "device")
	if err != nil {
		return err
	}
	var form deviceForm
	if err = c.Bind(&form); err == nil {
		err = do(id, form)
	}
	if err != nil {
		v := s.keeperView(c)
		v.SaysFor, v.SaysName = id, form.Name
		return s.keeperRefused(c, v, err)
	}
	return s.goTo(c, "/keeper?did="+did)
}

type newPIN struct {
	PIN string `form:"pin" validate:"max=100" label:"The PIN"`
	Do  string `form:"do" validate:"required,oneof=set remove" label:"The choice"`
}

func (s *server) setPIN(c echo.Context) error {
	var form newPIN
	err, did := c.Bind(&form), "pin"
	switch {
	case err != nil:
	case form.Do == "remove":
		err, did = s.book.SetPIN(c.Request().Context(), ""), "no-pin"
	case form.PIN == "":
		err = forms.Wrong{"pin": "Type four to twelve digits."}
	default:
		err = s.book.SetPIN(c.Request().Context(), form.PIN)
	}
	if err != nil {
		return s.keeperRefused(c, s.keeperView(c), err)
	}
	s.Share.unlocked.lock()
	s.Share.unlocked.let(s.who(c).ID, s.Now()) // who chose it knows it
	return s.goTo(c, "/keeper?did="+did)
}

// trustPage tells how a device learns to trust our own certificate authority.
func (s *server) trustPage(c echo.Context) error {
	if s.Trust == nil {
		return echo.ErrNotFound
	}
	f := frame.Frame{Title: "Trust", Styles: []string{"keeper.css"}}
	return s.page(c, f, keeper.TrustPage(s.Trust.Fingerprint))
}

func (s *server) trustFile(c echo.Context) error {
	if s.Trust == nil {
		return echo.ErrNotFound
	}
	c.Response().Header().Set("Content-Disposition", `attachment; filename="ouverte.crt"`)
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.Blob(http.StatusOK, "application/x-x509-ca-cert", s.Trust.Certificate)
}
