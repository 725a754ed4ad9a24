package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"ouverte/migrations"
)

// The text of the table and its rows are those that goose v3 writes: older programs read it by goose, and the
// guards compare books by the version in it.
const migrated = "goose_db_version"

const makeMigrated = `CREATE TABLE IF NOT EXISTS ` + migrated + ` (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
	INSERT INTO ` + migrated + ` (version_id, is_applied)
	SELECT 0, 1 WHERE NOT EXISTS (SELECT 1 FROM ` + migrated + `)`

// check looks at a file that was migrated. With an error of it, the file stays as it was.
type check func(context.Context, *sql.Conn) error

// migrateFile applies the steps that a file hasn't had, in one transaction: whatever ends the process, the
// file has had all of them or none.
func migrateFile(ctx context.Context, dsn string, checks ...check) error {
	db, err := openDB(dsn, 1)
	if err != nil {
		return err
	}
	conn, err := db.Conn(ctx)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	// A connection that is closed within a transaction rolls it back.
	return errors.Join(migrate(ctx, conn, checks), conn.Close(), db.Close())
}

func migrate(ctx context.Context, conn *sql.Conn, checks []check) error {
	// A step that makes a table anew drops one that others refer to. SQLite turns foreign keys off only
	// outside a transaction.
	if err := execAll(ctx, conn, `PRAGMA foreign_keys = OFF`, `BEGIN IMMEDIATE`, makeMigrated); err != nil {
		return err
	}
	var had int64
	err := conn.QueryRowContext(ctx, `SELECT max(version_id) FROM `+migrated+` WHERE is_applied = 1`).Scan(&had)
	if err != nil {
		return err
	}
	for _, step := range migrations.Steps() {
		if step.Number <= had {
			continue
		}
		noted := fmt.Sprintf(`INSERT INTO %s (version_id, is_applied) VALUES (%d, 1)`, migrated, step.Number)
		if err := execAll(ctx, conn, step.SQL, noted); err != nil {
			return fmt.Errorf("store: step %d: %w", step.Number, err)
		}
	}
	for _, check := range checks {
		if err := check(ctx, conn); err != nil {
			return err
		}
	}
	return execAll(ctx, conn, `COMMIT`)
}

func execAll(ctx context.Context, conn *sql.Conn, statements ...string) error {
	for _, text := range statements {
		if _, err := conn.ExecContext(ctx, text); err != nil {
			return err
		}
	}
	return nil
}

// noneDangles is a check: an alteredError where a row of ours refers to one that isn't there.
func noneDangles(ctx context.Context, conn *sql.Conn) error {
	var table, onto string
	err := conn.QueryRowContext(ctx, `SELECT f."table", f.parent
		FROM sqlite_schema s CROSS JOIN pragma_foreign_key_check(s.name) f
		WHERE s.name IN ('entry', 'transfer', 'phone', 'phone_entry')`).Scan(&table, &onto)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	what := fmt.Sprintf("the table %s has a row that refers to none of %s", escaped(table), escaped(onto))
	return &alteredError{[]Alteration{{What: what}}}
}
