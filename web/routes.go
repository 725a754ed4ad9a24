package web

import (
	"crypto/rand"
	"net/http"

	"github.com/labstack/echo/v4"
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

func get(path string, right Right, handle echo.HandlerFunc, more ...func(*Route)) Route {
	return route(http.MethodGet, path, right, handle, more)
}

func post(path string, right Right, handle echo.HandlerFunc, more ...func(*Route)) Route {
	return route(http.MethodPost, path, right, handle, more)
}

func route(method, path string, right Right, handle echo.HandlerFunc, more []func(*Route)) Route {
	r := Route{Method: method, Path: path, Right: right, Handle: handle}
	for _, set := range more {
		set(&r)
	}
	return r
}

func pin(r *Route)    { r.PIN = true }
func stream(r *Route) { r.Stream = true }
func long(r *Route)   { r.Long = true }

func limit(bytes int64) func(*Route) { return func(r *Route) { r.Limit = bytes } }

// routes is the one list of all routes. Tests compare it with the router's own, and go through it right by
// right.
func (s *server) routes() []Route {
	return []Route{
		// starting a night, and the evenings
		get("/", Scorer, s.startPage),
		get("/nights", Watcher, s.nightsPage),
		get("/table", Watcher, s.toTable),
		post("/nights", Scorer, s.startNight),

		// the table
		get("/nights/:night", Watcher, loaded(s.nightOf, s.tablePage)),
		get("/nights/:night/now", Watcher, loaded(s.oneTable, andForm(s.tableNow))),
		get("/nights/:night/news", Watcher, loaded(s.nightOf, andForm(s.nightNews))),
		get("/nights/:night/events", Watcher, loaded(s.nightOf, s.events), stream),
		post("/nights/:night/deals", Scorer, s.recordDeal),
		get("/nights/:night/deals/:deal", Watcher, s.atDeal(s.dealPage)),
		post("/nights/:night/deals/:deal", Scorer, s.atDeal(s.mendDeal)),
		get("/nights/:night/deals/:deal/change", Scorer, s.atDeal(s.changePage)),
		get("/nights/:night/deals/:deal/before", Scorer, s.atDeal(s.beforePage)),
		get("/nights/:night/deals/:deal/effect", Scorer, s.atDeal(s.mendEffect)),
		post("/nights/:night/deals/:deal/agree", Scorer, s.atDeal(s.agreeDeal)),
		post("/nights/:night/deals/:deal/note", Scorer, s.atDeal(s.noteDeal)),
		get("/nights/:night/table", Scorer, loaded(s.openTable, s.peoplePage)),
		post("/nights/:night/table", Scorer, loaded(s.openTable, s.changeTable)),
		post("/nights/:night/date", Scorer, loaded(s.nightOf, s.putDateRight)),
		get("/nights/:night/paper", Scorer, loaded(s.openTable, s.paperPage)),
		post("/nights/:night/paper", Scorer, loaded(s.openTable, s.recordPaper)),
		post("/nights/:night/paper/reckon", Scorer, loaded(s.openTable, s.reckonPaper)),
		get("/nights/:night/penalties", Watcher, loaded(s.oneTable, andForm(s.penaltiesPage))),
		post("/nights/:night/penalties", Scorer, loaded(s.nightOf, s.penalise)),
		post("/nights/:night/penalties/:entry/withdraw", Scorer, loaded(s.nightOf, s.withdrawPenalty)),
		get("/nights/:night/preview", Scorer, loaded(s.oneTable, s.previewDeal)),
		get("/nights/:night/outcomes", Scorer, loaded(s.oneTable, s.nightOutcomes)),
		get("/nights/:night/auction", Scorer, loaded(s.oneTable, s.auctionCall)),
		post("/nights/:night/plain", Scorer, loaded(s.oneTable, s.dismissPlain)),
		post("/nights/:night/take-back", Scorer, loaded(s.oneTable, andForm(s.takeBack))),
		post("/nights/:night/put-back", Scorer, loaded(s.oneTable, andForm(s.putBack))),
		post("/nights/:night/dealer", Scorer, loaded(s.oneTable, andForm(s.sayDealer))),
		post("/nights/:night/here", Scorer, loaded(s.oneTable, andForm(s.sayHere))),

		// an evening at several tables
		get("/meetings/:meeting", Watcher, loaded(s.meetingOf, s.meetingPage)),
		get("/meetings/:meeting/events", Watcher, loaded(s.meetingOf, s.meetingEvents), stream),
		post("/meetings/:meeting/rounds", Scorer, s.ofRound(s.agreeRound)),
		post("/meetings/:meeting/people", Scorer, s.ofRound(s.meetingPeople)),
		get("/meetings/:meeting/slips", Watcher, loaded(s.meetingOf, andForm(s.slipsPage))),
		get("/meetings/:meeting/till", Watcher, loaded(s.meetingOf, s.tillPage)),
		post("/meetings/:meeting/till", Scorer, loaded(s.meetingOf, s.atTill)),
		get("/meetings/:meeting/wall", Watcher, loaded(s.meetingOf, s.wallPage)),
		get("/meetings/:meeting/wall/now", Watcher, loaded(s.meetingOf, s.wallNow)),
		get("/meetings/:meeting/wall/events", Watcher, loaded(s.meetingOf, s.wallEvents), stream),

		// settling up, and the end of a night
		get("/nights/:night/sheet", Watcher, loaded(s.nightOf, s.sheetPage)),
		get("/nights/:night/picture.svg", Watcher, loaded(s.nightOf, s.nightPicture)),
		get("/nights/:night/settle", Watcher, loaded(s.nightOf, andForm(s.settlePage))),
		get("/nights/:night/settle/why/:player", Watcher, loaded(s.nightOf, andForm(s.whyPage))),
		post("/nights/:night/settle/way", Scorer, settles[wayForm](s, "way", "way")),
		post("/nights/:night/settle/pay", Scorer, settles[payForm](s, "pay", "paid")),
		post("/nights/:night/settle/withdraw", Scorer, settles[withdrawForm](s, "paid", "withdrawn")),
		post("/nights/:night/settle/round", Scorer, settles[roundForm](s, "round", "rounded")),
		post("/nights/:night/settle/costs", Scorer, settles[costForm](s, "cost", "cost")),
		post("/nights/:night/settle/kitty", Scorer, settles[kittyForm](s, "kitty", "shared")),
		post("/nights/:night/settle/bring", Scorer, settles[bringForm](s, "former", "brought")),
		post(paysFormer, Scorer, settles[payFormerForm](s, "former", "apart")),
		post("/nights/:night/settle/last", Scorer, settles[lastForm](s, "last", "last")),
		post("/nights/:night/gather", Scorer, settles[gatherForm](s, "gather", "gathered")),
		post("/nights/:night/close", Scorer, settles[closeForm](s, "close", "closed"), pin),
		post("/nights/:night/reopen", Scorer, settles[reopenForm](s, "reopen", "reopened"), pin),

		// looking on; in /watch/:secret the secret is the right
		get("/nights/:night/watch", Scorer, loaded(s.nightOf, s.watchersPage)),
		post("/nights/:night/watch", Scorer, loaded(s.nightOf, andForm(s.makeWatch))),
		post("/nights/:night/watch/end", Scorer, loaded(s.nightOf, andForm(s.endWatches))),
		post("/nights/:night/watch/phones", Scorer, loaded(s.nightOf, andForm(s.letPhones))),
		post("/nights/:night/watch/phones/end", Scorer, loaded(s.nightOf, andForm(s.endPhone))),
		get("/nights/:night/watch/:secret", Scorer, loaded(s.nightOf, s.watchersPage)),
		get("/watch/:secret", Watcher, s.watchedSeason(loaded(s.watchedNight, s.watchPage))),
		get("/watch/:secret/now", Watcher, loaded(s.watchedNight, s.watchNow)),
		get("/watch/:secret/picture.svg", Watcher, loaded(s.watchedNight, s.watchedPicture)),
		get("/watch/:secret/me", Watcher, loaded(s.watchedNight, s.whosePage)),
		post("/watch/:secret/on", Watcher, loaded(s.watchedNight, s.followOn)),
		post("/watch/:secret/me", Watcher, loaded(s.watchedNight, s.sayWhose)),
		post("/watch/:secret/pay", Watcher, loaded(s.watchedNight, asPhone(s, true, s.payOwn))),
		post("/watch/:secret/unpay", Watcher, loaded(s.watchedNight, asPhone(s, true, s.unpayOwn))),
		post("/watch/:secret/agree", Watcher, loaded(s.watchedNight, asPhone(s, true, s.answerOwn))),
		post("/watch/:secret/here", Watcher, loaded(s.watchedNight, asPhone(s, false, s.ownHere))),
		get("/watch/:secret/events", Watcher, loaded(s.watchedNight, s.watchEvents), stream),

		// players and balances
		get("/players", Watcher, s.playersPage),
		get("/players/:player", Watcher, loaded(s.playerOf, s.playerPage)),
		get("/players/:player/picture.svg", Watcher, loaded(s.playerOf, andForm(s.playerPicture))),
		get("/players/:player/send", Watcher, loaded(s.playerOf, andForm(s.sendPlayer))),
		get("/players/:player/person", Scorer, loaded(s.playerOf, s.personPage)),
		post("/players/:player/face", Scorer, loaded(s.playerOf, s.chooseFace)),
		post("/players/:player/name", Scorer, loaded(s.playerOf, s.renamePlayer)),
		post("/players/:player/away", Scorer, loaded(s.playerOf, s.putAway)),
		post("/players/:player/join", Scorer, loaded(s.playerOf, s.joinPlayer), pin),
		post("/players/:player/part", Scorer, loaded(s.playerOf, s.partPlayer), pin),
		get("/balances", Watcher, withForm(s.balancesPage)),
		post("/balances/pay", Scorer, s.paySlate),
		post("/balances/strike", Scorer, s.strikeCircle),
		post("/balances/withdraw", Scorer, s.withdrawSlate),
		post("/balances/open", Scorer, s.openBalance),

		// the book of years
		get("/stats", Watcher, s.chapter),
		get("/stats/calls", Watcher, s.chapter),
		get("/stats/together", Watcher, s.chapter),
		get("/stats/evenings", Watcher, s.chapter),
		get("/stats/records", Watcher, s.chapter),
		post("/stats/season", Scorer, s.saveSeason),
		get("/seasons", Watcher, s.seasonsPage),
		get("/seasons/:season", Watcher, withForm(s.seasonPage)),
		post("/seasons/:season/away", Scorer, withForm(s.putSeasonAway)),
		get("/seasons/:season/picture.svg", Watcher, withForm(s.seasonPicture)),
		get("/seasons/:season/calendar.svg", Watcher, withForm(s.seasonCalendar)),
		get("/seasons/:season/send", Watcher, withForm(s.sendSeason)),
		get("/ladders/new", Scorer, s.newLadderPage),
		post("/ladders", Scorer, s.countLadder),
		get("/ladders/:ladder", Watcher, loaded(s.ladderOf, andForm(s.ladderPage))),
		post("/ladders/:ladder", Scorer, loaded(s.ladderOf, s.recountLadder)),
		get("/ladders/:ladder/watch/:code", Scorer, loaded(s.ladderOf, s.ladderWatch)),
		post("/ladders/:ladder/watch", Scorer, loaded(s.ladderOf, andForm(s.makeLadderWatch))),
		post("/ladders/:ladder/watch/end", Scorer, loaded(s.ladderOf, andForm(s.endLadderWatches))),
		post("/ladders/:ladder/without", Scorer, loaded(s.ladderOf, andForm(s.leaveOut))),
		get("/ladders/:ladder/change", Scorer, loaded(s.ladderOf, s.changeLadderPage)),
		get("/ladders/:ladder/paper", Watcher, loaded(s.ladderOf, s.ladderPaper)),
		get("/ladders/:ladder/ladder.csv", Watcher, loaded(s.ladderOf, s.ladderCSV), stream),
		get("/stats/otherwise", Watcher, withForm(s.otherwisePage)),
		get("/deals", Watcher, s.findPage),
		get("/deals.csv", Watcher, withForm(s.findCSV), stream),

		// the laws and the house rules
		get("/laws", Watcher, withForm(s.lawsPage)),
		get("/laws/find", Watcher, withForm(s.findLaws)),
		get("/laws/trouble", Watcher, withForm(s.troublePage)),
		get("/laws/trouble/*", Watcher, withForm(s.troublePage)),
		post("/laws/first", Watcher, withForm(s.dismissFirst)),
		get("/laws/words", Scorer, withForm(s.wordsPage)),
		post("/laws/words", Scorer, s.saveWords),
		get("/houses", Watcher, withForm(s.housesPage)),
		post("/houses", Scorer, s.saveHouse),
		get("/houses/new", Scorer, withForm(s.newHousePage)),
		post("/houses/draft", Scorer, s.draftHouse),
		post("/houses/file", Scorer, s.bringHouse, limit(mostHouse)),
		get("/houses/:house", Watcher, withForm(s.housePage)),
		get("/houses/:house/edit", Scorer, s.editHousePage),
		get("/houses/:house/file", Watcher, s.houseFile),
		post("/houses/:house/hide", Scorer, withForm(s.hideHouse)),

		// the door, and the keeper's page
		get("/pair", Nobody, s.pairPage),
		get("/pair/:code", Nobody, s.pairPage),
		post("/pair", Nobody, s.pair),
		post("/pin", Scorer, withForm(s.givePIN)),
		get("/trust", Nobody, s.trustPage),
		get("/trust/ouverte.crt", Nobody, s.trustFile),
		get("/keeper", Keeper, s.keeperPage, pin),
		get("/keeper/codes", Keeper, s.codesMade, pin),
		post("/keeper/codes", Keeper, s.makeCode, pin),
		get("/keeper/came", Keeper, s.cameIn, pin),
		post("/keeper/devices/:device", Keeper, s.renameDevice, pin),
		post("/keeper/devices/:device/table", Keeper, s.bindDevice, pin),
		post("/keeper/devices/:device/out", Keeper, s.turnOut, pin),
		post("/keeper/pin", Keeper, s.setPIN, pin),
		get("/keeper/backup", Keeper, s.backup, pin, long),
		get("/keeper/export/:form", Keeper, s.export, pin, long),
		post("/keeper/copy", Keeper, s.copyNow, pin, long),
		post("/keeper/place", Keeper, s.namePlace, pin, long),
		get("/keeper/copies", Keeper, withForm(s.copiesPage), pin, long),
		post("/keeper/copies", Keeper, withForm(s.putCopyBack), pin, long),
		post("/keeper/copies/file", Keeper, s.handInCopy, pin, long, limit(mostCopy)),
		get("/keeper/new", Keeper, s.newBookPage, pin),
		post("/keeper/new", Keeper, withForm(s.beginNewBook), pin, long),
		get("/keeper/fault", Keeper, s.faultPage, pin),
		post("/keeper/check", Keeper, s.checkBooks, pin, long),
		get("/keeper/evenings", Keeper, s.elsewherePage, pin, long),
		post("/keeper/evenings", Keeper, withForm(s.bringEvenings), pin, long),
		post("/keeper/evenings/file", Keeper, s.takeElsewhere, pin, long, limit(mostGuest)),

		// what pages load, and monitors ask
		get("/static/*", Nobody, s.staticFile),
		get("/sw.js", Nobody, s.worker()),
		get("/healthz", Nobody, s.health),
	}
}

// ---- fields that several forms have ----

// keyed is the field every form that writes has: the same key never records twice.
type keyed struct {
	Key string `form:"key" validate:"required,max=64" label:"The key of the form"`
}

// newKey makes the key of a form.
func newKey() string { return rand.Text() }

// didForm is the field of an address that names the action just done.
type didForm struct {
	Did string `form:"did" validate:"max=20"`
}

// noForm is a posting without fields.
type noForm struct{}
