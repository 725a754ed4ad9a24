package say

import (
	"strconv"
	"strings"

	"ouverte/ledger/chain"
)

// NightPath is the address of a night.
func NightPath(id chain.NightID) string { return "/nights/" + strconv.FormatInt(int64(id), 10) }

// MeetingPath is the address of an evening at several tables.
func MeetingPath(id chain.NightID) string { return "/meetings/" + strconv.FormatInt(int64(id), 10) }

// DealPath is the address of a deal.
func DealPath(n chain.NightID, d chain.DealID) string {
	return NightPath(n) + "/deals/" + strconv.FormatInt(int64(d), 10)
}

// SeasonPath is the address of a season's page.
func SeasonPath(name string) string { return "/seasons/" + strings.ReplaceAll(name, "/", "-") }

// PlayerPath is the address of a person's page.
func PlayerPath(p chain.PlayerID) string { return "/players/" + PlayerNo(p) }

// EntryNo writes an entry as forms send it.
func EntryNo(e chain.EntryID) string { return strconv.FormatInt(int64(e), 10) }

// PlayerNo writes a player as forms send it.
func PlayerNo(p chain.PlayerID) string { return strconv.FormatInt(int64(p), 10) }
