package web

import (
	"crypto/rand"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"ouverte/ledger"
)

// Route is one way in.
type Route struct {
	Method, Path string
	Right        Right // the least a visitor must have
	Handle       echo.HandlerFunc
	PIN          bool  // asks for the PIN besides, where there is one
	Stream       bool  // stays open: server-sent events. Not compressed, no HEAD
	Long         bool  // goes through the whole book, and may take its time
	Limit        int64 // of the body in bytes; ordinaryBody where 0
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// routes is the one list of all routes. Tests compare it with the router's own, and go through it right by right.
func (s *Server) routes() []Route {
	return []Route{
		{Method: get, Path: "/", Right: Scorer, Handle: s.startPage},
		{Method: get, Path: "/laws", Right: Watcher, Handle: withForm(s.lawsPage)},
		{Method: get, Path: "/laws/trouble", Right: Watcher, Handle: withForm(s.troublePage)},
		{Method: get, Path: "/laws/trouble/*", Right: Watcher, Handle: withForm(s.troublePage)},
		{Method: get, Path: "/nights", Right: Watcher, Handle: s.nightsPage},
		{Method: post, Path: "/nights", Right: Scorer, Handle: s.startNight},
		{Method: post, Path: "/laws/first", Right: Watcher, Handle: withForm(s.dismissFirst)},
		{Method: get, Path: "/laws/words", Right: Scorer, Handle: withForm(s.wordsPage)},
		{Method: post, Path: "/laws/words", Right: Scorer, Handle: s.saveWords},
		{Method: get, Path: "/houses", Right: Watcher, Handle: withForm(s.housesPage)},
		{Method: post, Path: "/houses", Right: Scorer, Handle: s.saveHouse},
		{Method: get, Path: "/houses/new", Right: Scorer, Handle: withForm(s.newHousePage)},
		{Method: post, Path: "/houses/draft", Right: Scorer, Handle: s.draftHouse},
		{Method: post, Path: "/houses/file", Right: Scorer, Handle: s.bringHouse, Limit: mostHouse},
		{Method: get, Path: "/houses/:house", Right: Watcher, Handle: withForm(s.housePage)},
		{Method: get, Path: "/houses/:house/edit", Right: Scorer, Handle: s.editHousePage},
		{Method: get, Path: "/houses/:house/file", Right: Watcher, Handle: s.houseFile},
		{Method: post, Path: "/houses/:house/hide", Right: Scorer, Handle: withForm(s.hideHouse)},
		{Method: get, Path: "/pair", Right: Nobody, Handle: s.pairPage},
		{Method: get, Path: "/pair/:code", Right: Nobody, Handle: s.pairPage},
		{Method: post, Path: "/pair", Right: Nobody, Handle: s.pair},
		{Method: post, Path: "/pin", Right: Scorer, Handle: withForm(s.givePIN)},
		{Method: get, Path: "/trust", Right: Nobody, Handle: s.trustPage},
		{Method: get, Path: "/trust/ouverte.crt", Right: Nobody, Handle: s.trustFile},
		{Method: get, Path: "/keeper", Right: Keeper, PIN: true, Handle: s.keeperPage},
		{Method: post, Path: "/keeper/codes", Right: Keeper, PIN: true, Handle: s.makeCode},
		{Method: post, Path: "/keeper/devices/:device", Right: Keeper, PIN: true, Handle: s.renameDevice},
		{Method: post, Path: "/keeper/devices/:device/out", Right: Keeper, PIN: true, Handle: s.turnOut},
		{Method: post, Path: "/keeper/pin", Right: Keeper, PIN: true, Handle: s.setPIN},
		{Method: get, Path: "/keeper/backup", Right: Keeper, PIN: true, Handle: s.backup, Long: true},
		{Method: get, Path: "/keeper/export/:form", Right: Keeper, PIN: true, Handle: s.export, Long: true},
		{Method: post, Path: "/keeper/check", Right: Keeper, PIN: true, Handle: s.checkBooks, Long: true},

		{Method: get, Path: "/static/*", Right: Nobody, Handle: s.staticFile},
		{Method: get, Path: "/healthz", Right: Nobody, Handle: s.health},

		{Method: get, Path: "/players", Right: Watcher, Handle: s.playersPage},
		{Method: get, Path: "/players/:player", Right: Watcher, Handle: s.atPlayer(s.playerPage)},
		{Method: get, Path: "/players/:player/person", Right: Scorer, Handle: s.atPlayer(s.personPage)},
		{Method: post, Path: "/players/:player/name", Right: Scorer, Handle: s.atPlayer(s.renamePlayer)},
		{Method: post, Path: "/players/:player/away", Right: Scorer, Handle: s.atPlayer(s.putAway)},
		{Method: post, Path: "/players/:player/join", Right: Scorer, PIN: true, Handle: s.atPlayer(s.joinPlayer)},
		{Method: post, Path: "/players/:player/part", Right: Scorer, PIN: true, Handle: s.atPlayer(s.partPlayer)},
		{Method: get, Path: "/stats", Right: Watcher, Handle: s.statsPage},
		{Method: post, Path: "/stats/season", Right: Scorer, Handle: s.saveSeason},
		{Method: get, Path: "/stats/otherwise", Right: Watcher, Handle: withForm(s.otherwisePage)},
		{Method: get, Path: "/stats/otherwise/events", Right: Watcher, Handle: withForm(s.otherwiseEvents), Stream: true},
		{Method: get, Path: "/deals", Right: Watcher, Handle: s.findPage},
		{Method: get, Path: "/deals/more", Right: Watcher, Handle: withForm(s.findMore)},
		{Method: get, Path: "/deals.csv", Right: Watcher, Handle: withForm(s.findCSV), Stream: true},
		{Method: get, Path: "/nights/:night/sheet", Right: Watcher, Handle: s.atNight(s.sheetPage)},

		{Method: get, Path: "/nights/:night", Right: Watcher, Handle: s.atNight(s.tablePage)},
		{Method: get, Path: "/nights/:night/now", Right: Watcher, Handle: nightForm(s, s.tableNow)},
		{Method: get, Path: "/nights/:night/news", Right: Watcher, Handle: nightForm(s, s.nightNews)},
		{Method: get, Path: "/nights/:night/events", Right: Watcher, Handle: s.atNight(s.events), Stream: true},
		{Method: post, Path: "/nights/:night/deals", Right: Scorer, Handle: s.atNight(s.recordDeal)},
		{Method: get, Path: "/nights/:night/deals/:deal", Right: Watcher, Handle: s.atDeal(s.dealPage)},
		{Method: post, Path: "/nights/:night/deals/:deal", Right: Scorer, Handle: s.atDeal(s.mendDeal)},
		{Method: get, Path: "/nights/:night/deals/:deal/change", Right: Scorer, Handle: s.atDeal(s.changePage)},
		{Method: get, Path: "/nights/:night/deals/:deal/before", Right: Scorer, Handle: s.atDeal(s.beforePage)},
		{Method: get, Path: "/nights/:night/deals/:deal/effect", Right: Scorer, Handle: s.atDeal(s.mendEffect)},
		{Method: post, Path: "/nights/:night/deals/:deal/agree", Right: Scorer, Handle: s.atDeal(s.agreeDeal)},
		{Method: get, Path: "/nights/:night/table", Right: Scorer, Handle: s.atOpen(s.peoplePage)},
		{Method: post, Path: "/nights/:night/table", Right: Scorer, Handle: s.atOpen(s.changeTable)},
		{Method: post, Path: "/nights/:night/options", Right: Scorer, Handle: s.atNight(s.nightOptions)},
		{Method: get, Path: "/nights/:night/paper", Right: Scorer, Handle: s.atOpen(s.paperPage)},
		{Method: post, Path: "/nights/:night/paper", Right: Scorer, Handle: s.atOpen(s.recordPaper)},
		{Method: post, Path: "/nights/:night/paper/reckon", Right: Scorer, Handle: s.atOpen(s.reckonPaper)},
		{Method: get, Path: "/nights/:night/penalties", Right: Watcher, Handle: nightForm(s, s.penaltiesPage)},
		{Method: post, Path: "/nights/:night/penalties", Right: Scorer, Handle: s.atNight(s.penalise)},
		{Method: post, Path: "/nights/:night/penalties/:entry/withdraw", Right: Scorer, Handle: s.atNight(s.withdrawPenalty)},
		{Method: get, Path: "/nights/:night/preview", Right: Scorer, Handle: s.atNight(s.previewDeal)},
		{Method: get, Path: "/nights/:night/auction", Right: Scorer, Handle: s.atNight(s.auctionCall)},
		{Method: post, Path: "/nights/:night/take-back", Right: Scorer, Handle: nightForm(s, s.takeBack)},
		{Method: post, Path: "/nights/:night/put-back", Right: Scorer, Handle: nightForm(s, s.putBack)},

		{Method: get, Path: "/balances", Right: Watcher, Handle: withForm(s.balancesPage)},
		{Method: post, Path: "/balances/pay", Right: Scorer, Handle: s.paySlate},
		{Method: post, Path: "/balances/withdraw", Right: Scorer, Handle: s.withdrawSlate},
		{Method: post, Path: "/balances/open", Right: Scorer, Handle: s.openBalance},
		{Method: get, Path: "/players/:player/statement", Right: Watcher, Handle: s.atPlayer(s.statementPage)},
		{Method: post, Path: "/players/:player/statement", Right: Scorer, Handle: s.atPlayer(s.statementBack)},
		{Method: get, Path: "/nights/:night/picture.svg", Right: Watcher, Handle: s.atNight(s.nightPicture)},
		{Method: get, Path: "/nights/:night/settle", Right: Watcher, Handle: nightForm(s, s.settlePage)},
		{Method: get, Path: "/nights/:night/settle/why/:player", Right: Watcher, Handle: nightForm(s, s.whyPage)},
		{Method: post, Path: "/nights/:night/settle/pay", Right: Scorer, Handle: s.atNight(s.pay)},
		{Method: post, Path: "/nights/:night/settle/withdraw", Right: Scorer, Handle: s.atNight(s.settleBack)},
		{Method: post, Path: "/nights/:night/settle/round", Right: Scorer, Handle: s.atNight(s.round)},
		{Method: post, Path: "/nights/:night/settle/costs", Right: Scorer, Handle: s.atNight(s.addCost)},
		{Method: post, Path: "/nights/:night/settle/kitty", Right: Scorer, Handle: s.atNight(s.shareKitty)},
		{Method: post, Path: "/nights/:night/settle/bring", Right: Scorer, Handle: s.atNight(s.bring)},
		{Method: post, Path: "/nights/:night/settle/former", Right: Scorer, Handle: s.atNight(s.payFormer)},
		{Method: post, Path: "/nights/:night/settle/last", Right: Scorer, Handle: s.atNight(s.lastRound)},
		{Method: post, Path: "/nights/:night/close", Right: Scorer, PIN: true, Handle: s.atNight(s.closeNight)},
		{Method: post, Path: "/nights/:night/reopen", Right: Scorer, PIN: true, Handle: s.atNight(s.reopenNight)},

		{Method: get, Path: "/nights/:night/watch", Right: Scorer, Handle: s.atNight(s.watchersPage)},
		{Method: post, Path: "/nights/:night/watch", Right: Scorer, Handle: nightForm(s, s.makeWatch)},
		{Method: post, Path: "/nights/:night/watch/end", Right: Scorer, Handle: nightForm(s, s.endWatches)},
		{Method: get, Path: "/nights/:night/watch/:secret", Right: Scorer, Handle: s.atNight(s.watchersPage)},
		{Method: get, Path: "/watch/:secret", Right: Watcher, Handle: s.atWatched(s.watchPage)}, // the secret is the right
		{Method: get, Path: "/watch/:secret/now", Right: Watcher, Handle: s.atWatched(s.watchNow)},
		{Method: get, Path: "/watch/:secret/events", Right: Watcher, Handle: s.atWatched(s.watchEvents), Stream: true},
	}
}

// ---- what a handler is given ----

// atNight gives a handler the night its address names.
func (s *Server) atNight(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		n, err := s.nightOf(c)
		if err != nil {
			return err
		}
		return do(c, n)
	}
}

// atOpen gives a handler the night, and refuses one that is closed.
func (s *Server) atOpen(do func(echo.Context, *ledger.Night) error) echo.HandlerFunc {
	return s.atNight(func(c echo.Context, n *ledger.Night) error {
		if err := mustBeOpen(n); err != nil {
			return err
		}
		return do(c, n)
	})
}

func mustBeOpen(n *ledger.Night) error {
	if n.Open {
		return nil
	}
	return &ledger.Refusal{Sentence: "This night is closed. Open it again first."}
}

// withForm gives a handler its form, bound and valid. Handlers that draw a refused form again bind it themselves.
func withForm[F any](do func(echo.Context, *F) error) echo.HandlerFunc {
	return func(c echo.Context) error {
		var form F
		if err := bind(c, &form); err != nil {
			return err
		}
		return do(c, &form)
	}
}

// nightForm gives a handler both.
func nightForm[F any](s *Server, do func(echo.Context, *ledger.Night, *F) error) echo.HandlerFunc {
	return s.atNight(func(c echo.Context, n *ledger.Night) error {
		return withForm(func(c echo.Context, form *F) error { return do(c, n, form) })(c)
	})
}

// nightOf finds the night an address names.
func (s *Server) nightOf(c echo.Context) (*ledger.Night, error) {
	id, err := idIn(c, "night")
	if err != nil {
		return nil, err
	}
	return s.book.Night(c.Request().Context(), ledger.NightID(id))
}

// idIn reads the number of a night, player, deal … in an address.
func idIn(c echo.Context, what string) (int64, error) {
	id, err := strconv.ParseInt(c.Param(what), 10, 64)
	if err != nil || id < 1 {
		return 0, &ledger.NotFound{What: what}
	}
	return id, nil
}

// keyed is the field every form that writes has: the same key never records twice.
type keyed struct {
	Key string `form:"key" validate:"required,max=64" label:"The key of the form"`
}

// newKey makes the key of a form.
func newKey() string { return rand.Text() }

// didForm is the field of an address that says what was just done.
type didForm struct {
	Did string `form:"did" validate:"max=20"`
}

// noForm is a posting without fields.
type noForm struct{}
