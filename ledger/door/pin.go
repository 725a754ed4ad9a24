package door

// The PIN: a few digits asked for before a night is closed, before a closed one is changed, and at the
// keeper's page. It is hashed by argon2id. Callers limit the rate of tries.

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"ouverte/ledger/chain"
	"ouverte/ledger/store"

	"golang.org/x/crypto/argon2"
)

// How hard it is to weigh a PIN: 19 MB and two passes, some 30 ms here and a third of a second on a small
// board.
const (
	pinMemory = 19 << 10 // KB
	pinPasses = 2
)

func (d *Door) HasPIN() bool { return d.now.Load().pin != "" }

// SetPIN sets the PIN, 4 to 12 digits; an empty one is none.
func (d *Door) SetPIN(ctx context.Context, pin string) error {
	kept := ""
	if pin != "" {
		if len(pin) < 4 || len(pin) > 12 || strings.Trim(pin, "0123456789") != "" {
			return chain.Refuse("pin", "A PIN has 4 to 12 digits.")
		}
		var salt [16]byte
		if _, err := io.ReadFull(d.needs.Rand, salt[:]); err != nil {
			return err
		}
		kept = d.weigh(pin, salt[:], pinMemory, pinPasses)
	}
	return d.needs.Write(ctx, func(w *store.Writer) error {
		d.publish(w, func(next *inside) { next.pin = kept })
		if _, err := w.Exec(`DELETE FROM pin`); err != nil || kept == "" {
			return err
		}
		_, err := w.Exec(`INSERT INTO pin (id, hash) VALUES (1, ?)`, kept)
		return err
	})
}

// IsPIN tells whether this is the PIN; never, if there is none.
func (d *Door) IsPIN(pin string) bool {
	kept := d.now.Load().pin
	var version, memory, passes, lanes uint32
	var rest string
	_, err := fmt.Sscanf(kept, "$argon2id$v=%d$m=%d,t=%d,p=%d$%s", &version, &memory, &passes, &lanes, &rest)
	salted, _, _ := strings.Cut(rest, "$")
	salt, wrong := base64.RawStdEncoding.DecodeString(salted)
	if err != nil || wrong != nil || len(pin) > 12 || passes == 0 || passes > 16 || memory > 1<<16 {
		return false
	}
	return subtle.ConstantTimeCompare([]byte(d.weigh(pin, salt, memory, passes)), []byte(kept)) == 1
}

func (d *Door) weigh(pin string, salt []byte, memory, passes uint32) string {
	d.weighing.Lock()
	defer d.weighing.Unlock()
	key := argon2.IDKey([]byte(pin), salt, passes, memory, 1, 32)
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, memory, passes, text(salt),
		text(key))
}
