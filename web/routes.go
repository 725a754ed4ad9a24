package web

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// Route is one way into the house.
type Route struct {
	Method, Path string
	Right        Right // the least that whoever asks must have
	Handle       echo.HandlerFunc
	PIN          bool  // asks for the PIN besides, where there is one
	Stream       bool  // stays open: server-sent events. Not compressed, no HEAD
	Long         bool  // may take its time: goes through the whole book
	Limit        int64 // of the body in bytes; ordinaryBody where 0
}

const (
	get  = http.MethodGet
	post = http.MethodPost
)

// routes is the one list of all routes. A test compares it with the router's own, others go through it right by right.
func (s *Server) routes() []Route {
	return []Route{
		{Method: get, Path: "/", Right: Scorer, Handle: s.startPage},
		{Method: get, Path: "/laws", Right: Watcher, Handle: s.lawsPage},
		{Method: get, Path: "/laws/trouble", Right: Watcher, Handle: s.troublePage},
		{Method: get, Path: "/laws/trouble/*", Right: Watcher, Handle: s.troublePage},
		{Method: get, Path: "/nights", Right: Watcher, Handle: s.nightsPage},
		{Method: post, Path: "/nights", Right: Scorer, Handle: s.startNight},
		{Method: post, Path: "/laws/first", Right: Watcher, Handle: s.dismissFirst},
		{Method: get, Path: "/laws/words", Right: Scorer, Handle: s.wordsPage},
		{Method: post, Path: "/laws/words", Right: Scorer, Handle: s.saveWords},
		{Method: get, Path: "/houses", Right: Watcher, Handle: s.housesPage},
		{Method: post, Path: "/houses", Right: Scorer, Handle: s.saveHouse},
		{Method: get, Path: "/houses/new", Right: Scorer, Handle: s.newHousePage},
		{Method: post, Path: "/houses/draft", Right: Scorer, Handle: s.draftHouse},
		{Method: post, Path: "/houses/file", Right: Scorer, Handle: s.bringHouse, Limit: mostHouse},
		{Method: get, Path: "/houses/:house", Right: Watcher, Handle: s.housePage},
		{Method: get, Path: "/houses/:house/edit", Right: Scorer, Handle: s.editHousePage},
		{Method: get, Path: "/houses/:house/file", Right: Watcher, Handle: s.houseFile},
		{Method: post, Path: "/houses/:house/hide", Right: Scorer, Handle: s.hideHouse},
		{Method: get, Path: "/pair", Right: Nobody, Handle: s.pairPage},
		{Method: get, Path: "/pair/:code", Right: Nobody, Handle: s.pairPage},
		{Method: post, Path: "/pair", Right: Nobody, Handle: s.pair},
		{Method: post, Path: "/pin", Right: Scorer, Handle: s.givePIN},
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
		{Method: get, Path: "/players/:player", Right: Watcher, Handle: s.playerPage},
		{Method: get, Path: "/players/:player/person", Right: Scorer, Handle: s.personPage},
		{Method: post, Path: "/players/:player/name", Right: Scorer, Handle: s.renamePlayer},
		{Method: post, Path: "/players/:player/away", Right: Scorer, Handle: s.putAway},
		{Method: post, Path: "/players/:player/join", Right: Scorer, PIN: true, Handle: s.joinPlayer},
		{Method: post, Path: "/players/:player/part", Right: Scorer, PIN: true, Handle: s.partPlayer},
		{Method: get, Path: "/stats", Right: Watcher, Handle: s.statsPage},
		{Method: post, Path: "/stats/season", Right: Scorer, Handle: s.saveSeason},
		{Method: get, Path: "/stats/otherwise", Right: Watcher, Handle: s.otherwisePage},
		{Method: get, Path: "/stats/otherwise/events", Right: Watcher, Handle: s.otherwiseEvents, Stream: true},
		{Method: get, Path: "/deals", Right: Watcher, Handle: s.findPage},
		{Method: get, Path: "/deals/more", Right: Watcher, Handle: s.findMore},
		{Method: get, Path: "/deals.csv", Right: Watcher, Handle: s.findCSV, Stream: true},
		{Method: get, Path: "/nights/:night/sheet", Right: Watcher, Handle: s.sheetPage},

		{Method: get, Path: "/nights/:night", Right: Watcher, Handle: s.tablePage},
		{Method: get, Path: "/nights/:night/now", Right: Watcher, Handle: s.tableNow},
		{Method: get, Path: "/nights/:night/news", Right: Watcher, Handle: s.nightNews},
		{Method: get, Path: "/nights/:night/events", Right: Watcher, Handle: s.events, Stream: true},
		{Method: post, Path: "/nights/:night/deals", Right: Scorer, Handle: s.recordDeal},
		{Method: get, Path: "/nights/:night/deals/:deal", Right: Watcher, Handle: s.dealPage},
		{Method: post, Path: "/nights/:night/deals/:deal", Right: Scorer, Handle: s.mendDeal},
		{Method: get, Path: "/nights/:night/deals/:deal/change", Right: Scorer, Handle: s.changePage},
		{Method: get, Path: "/nights/:night/deals/:deal/before", Right: Scorer, Handle: s.beforePage},
		{Method: get, Path: "/nights/:night/deals/:deal/effect", Right: Scorer, Handle: s.mendEffect},
		{Method: post, Path: "/nights/:night/deals/:deal/agree", Right: Scorer, Handle: s.agreeDeal},
		{Method: get, Path: "/nights/:night/table", Right: Scorer, Handle: s.peoplePage},
		{Method: post, Path: "/nights/:night/table", Right: Scorer, Handle: s.changeTable},
		{Method: post, Path: "/nights/:night/options", Right: Scorer, Handle: s.nightOptions},
		{Method: get, Path: "/nights/:night/paper", Right: Scorer, Handle: s.paperPage},
		{Method: post, Path: "/nights/:night/paper", Right: Scorer, Handle: s.recordPaper},
		{Method: post, Path: "/nights/:night/paper/reckon", Right: Scorer, Handle: s.reckonPaper},
		{Method: get, Path: "/nights/:night/penalties", Right: Watcher, Handle: s.penaltiesPage},
		{Method: post, Path: "/nights/:night/penalties", Right: Scorer, Handle: s.penalise},
		{Method: post, Path: "/nights/:night/penalties/:entry/withdraw", Right: Scorer, Handle: s.withdrawPenalty},
		{Method: get, Path: "/nights/:night/preview", Right: Scorer, Handle: s.previewDeal},
		{Method: get, Path: "/nights/:night/auction", Right: Scorer, Handle: s.auctionCall},
		{Method: post, Path: "/nights/:night/take-back", Right: Scorer, Handle: s.takeBack},
		{Method: post, Path: "/nights/:night/put-back", Right: Scorer, Handle: s.putBack},

		{Method: get, Path: "/balances", Right: Watcher, Handle: s.balancesPage},
		{Method: post, Path: "/balances/pay", Right: Scorer, Handle: s.paySlate},
		{Method: post, Path: "/balances/withdraw", Right: Scorer, Handle: s.withdrawSlate},
		{Method: post, Path: "/balances/open", Right: Scorer, Handle: s.openBalance},
		{Method: get, Path: "/players/:player/statement", Right: Watcher, Handle: s.statementPage},
		{Method: post, Path: "/players/:player/statement", Right: Scorer, Handle: s.statementBack},
		{Method: get, Path: "/nights/:night/picture.svg", Right: Watcher, Handle: s.nightPicture},
		{Method: get, Path: "/nights/:night/settle", Right: Watcher, Handle: s.settlePage},
		{Method: get, Path: "/nights/:night/settle/why/:player", Right: Watcher, Handle: s.whyPage},
		{Method: post, Path: "/nights/:night/settle/pay", Right: Scorer, Handle: s.pay},
		{Method: post, Path: "/nights/:night/settle/withdraw", Right: Scorer, Handle: s.settleBack},
		{Method: post, Path: "/nights/:night/settle/round", Right: Scorer, Handle: s.round},
		{Method: post, Path: "/nights/:night/settle/costs", Right: Scorer, Handle: s.addCost},
		{Method: post, Path: "/nights/:night/settle/kitty", Right: Scorer, Handle: s.shareKitty},
		{Method: post, Path: "/nights/:night/settle/bring", Right: Scorer, Handle: s.bring},
		{Method: post, Path: "/nights/:night/settle/former", Right: Scorer, Handle: s.payFormer},
		{Method: post, Path: "/nights/:night/settle/last", Right: Scorer, Handle: s.lastRound},
		{Method: post, Path: "/nights/:night/close", Right: Scorer, PIN: true, Handle: s.closeNight},
		{Method: post, Path: "/nights/:night/reopen", Right: Scorer, PIN: true, Handle: s.reopenNight},

		{Method: get, Path: "/nights/:night/watch", Right: Scorer, Handle: s.watchersPage},
		{Method: post, Path: "/nights/:night/watch", Right: Scorer, Handle: s.makeWatch},
		{Method: post, Path: "/nights/:night/watch/end", Right: Scorer, Handle: s.endWatches},
		{Method: get, Path: "/nights/:night/watch/:secret", Right: Scorer, Handle: s.watchersPage},
		{Method: get, Path: "/watch/:secret", Right: Watcher, Handle: s.watchPage}, // the secret is the right
		{Method: get, Path: "/watch/:secret/now", Right: Watcher, Handle: s.watchNow},
		{Method: get, Path: "/watch/:secret/events", Right: Watcher, Handle: s.watchEvents, Stream: true},
	}
}
