package ledger

import (
	"fmt"
	"strings"
	"time"

	"ouverte/ledger/chain"
	"ouverte/ledger/show"
)

// A Slip comes with every posting: who hands it in, and the key by which the book knows it again.
type Slip struct {
	// Key is made by the page, once per form: 1 to 64 letters, digits, and . _ - : signs. The same key with
	// the same content answers with the first receipt; with other content it is refused.
	Key string
	// Device is the name of the device, kept with the entry and shown in the history.
	Device string
	// Phone is the phone that looks on and hands it in, if one does. A night that doesn't let them refuses it.
	Phone int64
	// Show asks for the night as it stands afterwards, in the receipt.
	Show bool

	pays string // how a key begins that the book makes of the payment handed in
}

// keepsApart refuses a key that the book makes of something else than is handed in, and gives a phone keys of
// its own: nobody uses up the key of another one's form before that is sent.
func (s *Slip) keepsApart() error {
	switch made, _, _ := strings.Cut(s.Key, "-"); {
	case s.pays != "" && strings.HasPrefix(s.Key, s.pays):
	case made == "pay" || made == "slate" || made == "head" || made == "phone":
		return refuse("key", "This form is mixed up with another one. Load the page again.")
	case s.Phone != 0:
		s.Key = fmt.Sprintf("phone-%d-%s", s.Phone, s.Key)
	}
	return chain.CheckKey(s.Key)
}

// A Receipt says what a posting became.
type Receipt struct {
	Entry    chain.EntryID // the entry made; of several the last: for a correction the new version
	Night    chain.NightID // the night it belongs to, if any
	Deal     chain.DealID  // the deal, where it was about one
	ID       int64         // the player or the season it was about
	Repeated bool          // the book had it already: this is the first answer once more
	At       time.Time     // when it was written
	// Shown is the night with this in it, if the slip asks for it. An error beside a receipt says that the night
	// can't be shown; the posting is on disk.
	Shown *show.Night
}

func refuse(field, format string, args ...any) error {
	return chain.Refuse(field, format, args...)
}
