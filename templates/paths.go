package templates

import (
	"strconv"
	"strings"

	"ouverte/ledger/show"
)

// NightPath is the address of a night.
func NightPath(id show.NightID) string { return "/nights/" + strconv.FormatInt(int64(id), 10) }

// MeetingPath is the address of an evening at several tables.
func MeetingPath(id show.NightID) string { return "/meetings/" + strconv.FormatInt(int64(id), 10) }

// DealPath is the address of a deal.
func DealPath(n show.NightID, d show.DealID) string {
	return NightPath(n) + "/deals/" + strconv.FormatInt(int64(d), 10)
}

// SeasonPath is the address of a season's page.
func SeasonPath(name string) string { return "/seasons/" + strings.ReplaceAll(name, "/", "-") }

// PlayerPath is the address of a person's page.
func PlayerPath(p show.PlayerID) string { return "/players/" + PlayerNo(p) }

// EntryNo writes an entry as forms send it.
func EntryNo(e show.EntryID) string { return strconv.FormatInt(int64(e), 10) }

// PlayerNo writes a player as forms send it.
func PlayerNo(p show.PlayerID) string { return strconv.FormatInt(int64(p), 10) }
