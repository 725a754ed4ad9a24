package templates

import (
	"strconv"
	"strings"

	"ouverte/ledger"
)

// NightPath is the address of a night.
func NightPath(id ledger.NightID) string { return "/nights/" + strconv.FormatInt(int64(id), 10) }

// MeetingPath is the address of an evening at several tables.
func MeetingPath(id ledger.NightID) string { return "/meetings/" + strconv.FormatInt(int64(id), 10) }

// DealPath is the address of a deal.
func DealPath(n ledger.NightID, d ledger.DealID) string {
	return NightPath(n) + "/deals/" + strconv.FormatInt(int64(d), 10)
}

// SeasonPath is the address of a season's page.
func SeasonPath(name string) string { return "/seasons/" + strings.ReplaceAll(name, "/", "-") }

// PlayerPath is the address of a person's page.
func PlayerPath(p ledger.PlayerID) string { return "/players/" + PlayerNo(p) }

// EntryNo writes an entry as forms send it.
func EntryNo(e ledger.EntryID) string { return strconv.FormatInt(int64(e), 10) }

// PlayerNo writes a player as forms send it.
func PlayerNo(p ledger.PlayerID) string { return strconv.FormatInt(int64(p), 10) }
