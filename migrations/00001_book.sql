-- The chain and what is derived from it.
--
-- entry and transfer are the book: rows are only ever added. All other tables of the chain follow from these
-- two and are kept up to date in the same transaction.

-- +goose Up

-- "Ouve": lets us tell a book from any other SQLite file.
PRAGMA application_id = 1333098085;

CREATE TABLE entry (
  seq      INTEGER PRIMARY KEY CHECK (seq > 0),
  night    INTEGER CHECK (night > 0),
  kind     TEXT    NOT NULL,
  key      TEXT    NOT NULL,
  part     INTEGER NOT NULL CHECK (part > 0),
  device   TEXT    NOT NULL,
  at       INTEGER NOT NULL,                                  -- ms since 1970, UTC
  ask      BLOB    NOT NULL CHECK (length(ask) = 16),
  body     TEXT    NOT NULL,
  reverses INTEGER REFERENCES entry (seq) CHECK (reverses < seq),
  prev     BLOB    NOT NULL CHECK (length(prev) = 32),
  hash     BLOB    NOT NULL CHECK (length(hash) = 32),
  UNIQUE (key, part)
) STRICT;

CREATE INDEX entry_night ON entry (night) WHERE night IS NOT NULL;
CREATE UNIQUE INDEX entry_reverses ON entry (reverses) WHERE reverses IS NOT NULL;

-- Who may stand in a transfer: players, and the kitty, which is -1.
CREATE TABLE player (
  id     INTEGER PRIMARY KEY,
  name   TEXT    NOT NULL,
  folded TEXT    NOT NULL,                                    -- the name as compared
  away   INTEGER NOT NULL DEFAULT 0 CHECK (away IN (0, 1)),
  same   INTEGER REFERENCES player (id) CHECK (same <> id),   -- turned out to be this one
  nights INTEGER NOT NULL DEFAULT 0,
  last   TEXT    NOT NULL DEFAULT '',                         -- date of the latest night
  recent INTEGER NOT NULL DEFAULT 0                           -- the entry that began the latest night they sat at
) STRICT;

CREATE UNIQUE INDEX player_folded ON player (folded) WHERE same IS NULL;
INSERT INTO player (id, name, folded) VALUES (-1, 'the kitty', 'the kitty');

CREATE TABLE transfer (
  entry  INTEGER NOT NULL REFERENCES entry (seq),
  n      INTEGER NOT NULL CHECK (n > 0),
  night  INTEGER CHECK (night > 0),                           -- NULL is the slate
  money  TEXT    NOT NULL,
  src    INTEGER NOT NULL REFERENCES player (id),
  dst    INTEGER NOT NULL REFERENCES player (id),
  amount INTEGER NOT NULL CHECK (amount > 0),
  CHECK (src <> dst),
  PRIMARY KEY (entry, n)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER entry_grows BEFORE INSERT ON entry
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)
  OR NEW.prev IS NOT coalesce((SELECT hash FROM entry ORDER BY seq DESC LIMIT 1), zeroblob(32))
  OR EXISTS (SELECT 1 FROM entry WHERE key = NEW.key AND part = NEW.part)
  OR (NEW.reverses IS NOT NULL AND EXISTS (SELECT 1 FROM entry WHERE reverses = NEW.reverses))
BEGIN SELECT RAISE(ABORT, 'the book only grows at its end'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER entry_stands BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfer_grows BEFORE INSERT ON transfer
WHEN NEW.entry IS NOT (SELECT max(seq) FROM entry)
  OR EXISTS (SELECT 1 FROM transfer WHERE entry = NEW.entry AND n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'a transfer belongs to the newest entry'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfer_stands BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never removed'); END;
-- +goose StatementEnd

-- The circle's own names for the calls, by their ids.
CREATE TABLE word (
  call TEXT PRIMARY KEY,
  word TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The circle's own sets of house rules, and which of all sets were used last or hidden.
CREATE TABLE house (
  id      TEXT    PRIMARY KEY,
  json    TEXT,                                               -- of an own set, its newest version
  version INTEGER NOT NULL DEFAULT 0,
  hidden  INTEGER NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1)),
  nights  INTEGER NOT NULL DEFAULT 0,
  last    TEXT    NOT NULL DEFAULT '',
  recent  INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE night (
  id      INTEGER PRIMARY KEY CHECK (id > 0),
  entry   INTEGER NOT NULL REFERENCES entry (seq),            -- that opened it
  name    TEXT    NOT NULL,
  date    TEXT    NOT NULL,
  money   TEXT    NOT NULL,
  house   TEXT    NOT NULL,
  scale   INTEGER NOT NULL,
  version INTEGER NOT NULL,                                   -- its latest entry
  closed  INTEGER,                                            -- the entry that closed it, if it is
  seal    TEXT    NOT NULL DEFAULT '',
  deals   INTEGER NOT NULL DEFAULT 0                          -- that stand
) STRICT;

CREATE INDEX night_date ON night (date, id);
CREATE INDEX night_open ON night (id) WHERE closed IS NULL;

-- What a night brought each account, by what it came from.
CREATE TABLE night_sum (
  night     INTEGER NOT NULL REFERENCES night (id),
  player    INTEGER NOT NULL REFERENCES player (id),
  sat       INTEGER NOT NULL CHECK (sat IN (0, 1)),           -- had a seat; else only an account
  deals     INTEGER NOT NULL,
  penalties INTEGER NOT NULL,
  costs     INTEGER NOT NULL,
  kitty     INTEGER NOT NULL,
  rounding  INTEGER NOT NULL,
  payments  INTEGER NOT NULL,
  carried   INTEGER NOT NULL,
  PRIMARY KEY (night, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX night_sum_player ON night_sum (player, night);

-- Everybody's balance in each money, over all nights and the slate.
CREATE TABLE balance (
  money  TEXT    NOT NULL,
  player INTEGER NOT NULL REFERENCES player (id),
  total  INTEGER NOT NULL,                                    -- all transfers there are
  paid   INTEGER NOT NULL,                                    -- of them, payments
  slate  INTEGER NOT NULL,                                    -- of them, outside the nights
  PRIMARY KEY (money, player)
) STRICT, WITHOUT ROWID;

-- What was posted outside the nights: payments of old debts, balances from before. What nights carry to the
-- slate and bring from it is in night_sum. Players are as the entry names them.
CREATE TABLE slate_line (
  player INTEGER NOT NULL REFERENCES player (id),
  money  TEXT    NOT NULL,
  entry  INTEGER NOT NULL REFERENCES entry (seq),
  other  INTEGER NOT NULL REFERENCES player (id),
  amount INTEGER NOT NULL,
  kind   TEXT    NOT NULL,                                    -- of a reversal, of what it reverses
  PRIMARY KEY (player, money, entry)
) STRICT, WITHOUT ROWID;

-- The deals that stand.
CREATE TABLE dealt (
  id      INTEGER PRIMARY KEY REFERENCES entry (seq),
  night   INTEGER NOT NULL REFERENCES night (id),
  nth     INTEGER NOT NULL,                                   -- 1, 2, 3 … of the night
  version INTEGER NOT NULL REFERENCES entry (seq)             -- the entry that says what it was
) STRICT;

CREATE INDEX dealt_night ON dealt (night, nth);

-- Links for looking on. No part of the book: made and ended at will.
CREATE TABLE watch (
  id    INTEGER PRIMARY KEY,
  hash  BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  night INTEGER NOT NULL,
  made  INTEGER NOT NULL
) STRICT;

CREATE INDEX watch_night ON watch (night);
