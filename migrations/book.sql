-- The book: what it is made of, by the version that brought it. A new book gets all of it, an older one what
-- came after its version.
--
-- entry and transfer are the book: rows are only ever added. Who is let in lies beside them. Older books had
-- tables of what follows from the entries; those are taken away.

-- version 1

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

CREATE TRIGGER entry_grows BEFORE INSERT ON entry
WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry)
  OR NEW.prev IS NOT coalesce((SELECT hash FROM entry ORDER BY seq DESC LIMIT 1), zeroblob(32))
  OR EXISTS (SELECT 1 FROM entry WHERE key = NEW.key AND part = NEW.part)
  OR (NEW.reverses IS NOT NULL AND EXISTS (SELECT 1 FROM entry WHERE reverses = NEW.reverses))
BEGIN SELECT RAISE(ABORT, 'the book only grows at its end'); END;

CREATE TRIGGER entry_stands BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entry_stays BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never removed'); END;

CREATE TRIGGER transfer_grows BEFORE INSERT ON transfer
WHEN NEW.entry IS NOT (SELECT max(seq) FROM entry)
  OR EXISTS (SELECT 1 FROM transfer WHERE entry = NEW.entry AND n = NEW.n)
BEGIN SELECT RAISE(ABORT, 'a transfer belongs to the newest entry'); END;

CREATE TRIGGER transfer_stands BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never changed'); END;

CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'a transfer is never removed'); END;

-- Links for looking on. No part of the book: made and ended at will.
CREATE TABLE watch (
  id    INTEGER PRIMARY KEY,
  hash  BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  night INTEGER NOT NULL,
  made  INTEGER NOT NULL
) STRICT;

CREATE INDEX watch_night ON watch (night);

-- version 2

-- Who is let in: devices, the codes that let in one more, and the PIN. No part of the chain and of no export.

CREATE TABLE device (
  id    INTEGER PRIMARY KEY,
  name  TEXT    NOT NULL,
  may   INTEGER NOT NULL CHECK (may BETWEEN 1 AND 3),         -- watch, score, keep
  token BLOB    NOT NULL UNIQUE CHECK (length(token) = 32),   -- hashed
  made  INTEGER NOT NULL,
  seen  INTEGER NOT NULL                                      -- to the hour
) STRICT;

CREATE TABLE code (
  id   INTEGER PRIMARY KEY,
  hash BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),
  may  INTEGER NOT NULL CHECK (may BETWEEN 1 AND 3),
  made INTEGER NOT NULL
) STRICT;

CREATE TABLE pin (
  id   INTEGER PRIMARY KEY CHECK (id = 1),
  hash TEXT NOT NULL
) STRICT;

-- version 3

-- When the circle's season begins: month and day, "01-01" for calendar years. No part of the chain.
CREATE TABLE season (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  begins TEXT NOT NULL
) STRICT;

INSERT INTO season (one, begins) VALUES (1, '01-01');

-- version 4

CREATE INDEX transfer_slate ON transfer (money, entry, n, src, dst, amount) WHERE night IS NULL;

-- version 9

-- A link for looking on ends when its night closes, and stays ended when that night is opened again.
ALTER TABLE watch ADD COLUMN over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1));
UPDATE watch SET over = 1;

-- version 11

CREATE INDEX entry_names ON entry (seq) WHERE kind IN ('player', 'rename');

-- version 12

CREATE INDEX entry_joins ON entry (seq) WHERE kind = 'join';

-- version 13

CREATE INDEX transfer_couple ON transfer (money, src, dst, entry) WHERE night IS NULL;

-- version 15

CREATE INDEX entry_notes ON entry (seq) WHERE kind = 'note';

-- version 16

CREATE INDEX entry_faces ON entry (seq) WHERE kind = 'face';

-- version 17

-- Phones that look on by a link and have said whose they are. They go with their link.
CREATE TABLE phone (
  id     INTEGER PRIMARY KEY,
  watch  INTEGER NOT NULL REFERENCES watch (id) ON DELETE CASCADE,
  hash   BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),     -- of what the phone keeps
  player INTEGER NOT NULL REFERENCES player (id),
  made   INTEGER NOT NULL
) STRICT;

CREATE INDEX phone_watch ON phone (watch);

-- version 19

-- A device that records may be bound to one table of an evening.
ALTER TABLE device ADD COLUMN night INTEGER;

-- version 20

-- A code may let in a device that records at one table of an evening only.
ALTER TABLE code ADD COLUMN night INTEGER;

-- version 21

-- What follows from the entries is worked out when a book is opened. For people who look with SQL there are
-- views (docs/operating.md). The program reads none of them but balances, for the audit.
DROP TABLE IF EXISTS year_record; -- of 5 to 13
DROP TABLE IF EXISTS year_pair;   -- of 3 to 13
DROP TABLE IF EXISTS year_seat;   -- of 3 to 13
DROP TABLE IF EXISTS year_call;   -- of 3 to 13
DROP TABLE IF EXISTS year_line;   -- of 3 to 13
DROP TABLE IF EXISTS year_player; -- of 3 to 20
DROP TABLE IF EXISTS year_circle; -- of 14 to 20
DROP TABLE IF EXISTS year_kept;   -- of 14 to 20
DROP TABLE IF EXISTS year_night;  -- of 3 to 20
DROP TABLE IF EXISTS year_loose;  -- of 3 to 20
DROP TABLE IF EXISTS year_stakes; -- of 3 to 20
DROP TABLE IF EXISTS dealt;       -- of 1 to 20
DROP TABLE IF EXISTS slate_line;  -- of 1 to 20
DROP TABLE IF EXISTS balance;     -- of 1 to 20
DROP TABLE IF EXISTS night_sum;   -- of 1 to 20
DROP TABLE IF EXISTS night;       -- of 1 to 20
DROP TABLE IF EXISTS house;       -- of 1 to 20
DROP TABLE IF EXISTS word;        -- of 1 to 20

DROP INDEX entry_names;
DROP INDEX entry_joins;
DROP INDEX entry_notes;
DROP INDEX entry_faces;
DROP INDEX transfer_slate;
DROP INDEX transfer_couple;

-- Whom transfers and phones may name. The table isn't renamed into its place: SQLite would look through views
-- of somebody else's for its name, and unfold them.
CREATE TEMP TABLE player_ids AS SELECT id FROM main.player;
DROP TABLE player;
CREATE TABLE player (
  id INTEGER PRIMARY KEY
) STRICT;
INSERT INTO player SELECT id FROM player_ids;
DROP TABLE temp.player_ids;

-- Everybody by the id that entries and transfers give them, and which person that is: who was joined to
-- another has that one's id and name. The kitty is -1.
CREATE VIEW people (id, person, name) AS
WITH RECURSIVE joined (gone, stays) AS MATERIALIZED (
  SELECT json_extract(body, '$.gone'), json_extract(body, '$.stays')
  FROM entry e
  WHERE kind = 'join' AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
), became (id, person) AS (
  SELECT gone, stays FROM joined
  UNION                                                       -- without ALL: a circle comes to an end
  SELECT b.id, j.stays FROM became b JOIN joined j ON j.gone = b.person
), named (id, name, latest) AS MATERIALIZED (
  SELECT json_extract(body, '$.player'), json_extract(body, '$.name'), max(seq)
  FROM entry
  WHERE kind IN ('player', 'rename')
  GROUP BY 1
)
SELECT n.id, p.id, p.name
FROM named n
LEFT JOIN became b ON b.id = n.id AND b.person NOT IN (SELECT gone FROM joined)
JOIN named p ON p.id = coalesce(b.person, n.id)
UNION ALL
SELECT -1, -1, 'the kitty';

-- What everybody has won and lost in each money: all transfers there are.
-- Summed in two halves, so that nothing on the way to a sum leaves 64 bits.
CREATE VIEW balances (money, player, name, amount) AS
WITH moved (money, src, dst, high, low) AS MATERIALIZED (
  SELECT money, src, dst, sum(amount >> 32), sum(amount & 4294967295) FROM transfer GROUP BY money, src, dst
)
SELECT m.money, coalesce(p.person, m.id), p.name, (sum(m.high) << 32) + sum(m.low)
FROM (
  SELECT money, dst AS id, high, low FROM moved
  UNION ALL
  SELECT money, src, -high, -low FROM moved
) m
LEFT JOIN people p ON p.id = m.id
GROUP BY 1, 2;

-- The deals that stand, in the version that stands. id is the entry that first recorded the deal.
CREATE VIEW deals (id, night, version, at, call, caller, name, tricks) AS
SELECT coalesce(e.body ->> '$.deal', e.seq), e.night, e.seq, datetime(e.at / 1000, 'unixepoch'),
  e.body ->> '$.call', p.person, p.name, e.body ->> '$.tricks'
FROM entry e
LEFT JOIN people p ON p.id = json_extract(e.body, '$.seats[' || (json_extract(e.body, '$.caller') - 1) || ']')
WHERE e.kind = 'deal' AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq);

-- All nights. One with an evening is a table of that evening at several tables, which is a night without
-- deals.
CREATE VIEW nights (id, name, date, money, house, scale, evening, closed, deals) AS
WITH edited (night, seq, name, date) AS MATERIALIZED (
  SELECT night, seq, body ->> '$.name', body ->> '$.date' FROM entry WHERE kind = 'edit'
), ended (night, latest, kind) AS MATERIALIZED (
  SELECT night, max(seq), kind FROM entry WHERE kind IN ('close', 'reopen') GROUP BY night
), dealt (night, deals) AS MATERIALIZED (
  SELECT night, count(*)
  FROM entry e
  WHERE kind = 'deal' AND NOT EXISTS (SELECT 1 FROM entry u WHERE u.reverses = e.seq)
  GROUP BY night
)
SELECT e.night,
  coalesce((SELECT name FROM edited WHERE night = e.night AND name IS NOT NULL ORDER BY seq DESC LIMIT 1),
    e.body ->> '$.name', ''),
  coalesce((SELECT date FROM edited WHERE night = e.night AND date IS NOT NULL ORDER BY seq DESC LIMIT 1),
    e.body ->> '$.date'),
  e.body ->> '$.house.money', e.body ->> '$.house.name', e.body ->> '$.scale', e.body ->> '$.evening',
  coalesce((SELECT kind FROM ended WHERE night = e.night) = 'close', 0),
  coalesce((SELECT deals FROM dealt WHERE night = e.night), 0)
FROM entry e
WHERE e.kind IN ('night', 'evening');

-- version 22

-- Which payment a phone that looks on has ticked: it takes back its own, and no other phone does, whatever
-- the name kept with the entry. It goes with the phone.
CREATE TABLE phone_entry (
  entry INTEGER PRIMARY KEY,
  phone INTEGER NOT NULL REFERENCES phone (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX phone_entry_phone ON phone_entry (phone);
