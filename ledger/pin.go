package ledger

// The PIN: a few digits asked for before a night is closed, before a closed one is changed, and at the
// keeper's page. It is hashed by argon2id. Callers limit the rate of tries.

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"ouverte/ledger/store"

	"golang.org/x/crypto/argon2"
)

// How hard it is to weigh a PIN: 19 MB and two passes, some 30 ms here and a third of a second on a small
// board.
const (
	pinMemory = 19 << 10 // KB
	pinPasses = 2
)

// HasPIN tells whether there is a PIN.
func (b *Book) HasPIN() bool { return *b.door.pin.Load() != "" }

// SetPIN sets the PIN, 4 to 12 digits; an empty one is none.
func (b *Book) SetPIN(ctx context.Context, pin string) error {
	if pin == "" {
		return b.writePIN(ctx, "")
	}
	if len(pin) < 4 || len(pin) > 12 || strings.Trim(pin, "0123456789") != "" {
		return refuse("pin", "A PIN has 4 to 12 digits.")
	}
	var salt [16]byte
	if _, err := io.ReadFull(b.rand, salt[:]); err != nil {
		return err
	}
	return b.writePIN(ctx, b.weigh(pin, salt[:], pinMemory, pinPasses))
}

func (b *Book) writePIN(ctx context.Context, hash string) error {
	err := b.write(ctx, func(d *desk) error {
		if err := d.exec(`DELETE FROM pin`); err != nil || hash == "" {
			return err
		}
		return d.exec(`INSERT INTO pin (id, hash) VALUES (1, ?)`, hash)
	})
	if err != nil {
		return err
	}
	return b.loadPIN(context.WithoutCancel(ctx))
}

// IsPIN tells whether this is the PIN; never, if there is none.
func (b *Book) IsPIN(pin string) bool {
	hash := *b.door.pin.Load()
	var version int
	var memory, passes uint32
	var lanes uint8
	fields := strings.Split(hash, "$")
	if len(fields) != 6 || len(pin) > 12 {
		return false
	}
	_, err1 := fmt.Sscanf(fields[2], "v=%d", &version)
	_, err2 := fmt.Sscanf(fields[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes)
	salt, err3 := base64.RawStdEncoding.DecodeString(fields[4])
	if errors.Join(err1, err2, err3) != nil || version != argon2.Version || lanes != 1 || passes == 0 ||
		passes > 16 || memory > 1<<20 {
		return false
	}
	return subtle.ConstantTimeCompare([]byte(b.weigh(pin, salt, memory, passes)), []byte(hash)) == 1
}

// weigh gives the hash of a PIN as it is kept, in the usual form.
func (b *Book) weigh(pin string, salt []byte, memory, passes uint32) string {
	b.door.weighing.Lock()
	defer b.door.weighing.Unlock()
	key := argon2.IDKey([]byte(pin), salt, passes, memory, 1, 32)
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, memory, passes, text(salt),
		text(key))
}

// loadPIN reads the PIN's hash.
func (b *Book) loadPIN(ctx context.Context) error {
	return b.read(ctx, func(tx *store.Tx) error {
		if err := tx.Lock(b.door.loading); err != nil {
			return err
		}
		defer b.door.loading.Unlock()
		var hash string
		if err := tx.Row(`SELECT hash FROM pin`).Scan(&hash); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		b.door.pin.Store(&hash)
		return nil
	})
}

// loadDoor fills the cache of devices and PIN when a book is opened.
func (b *Book) loadDoor(ctx context.Context) error {
	return errors.Join(b.loadPIN(ctx), b.loadDevices(ctx, false))
}
