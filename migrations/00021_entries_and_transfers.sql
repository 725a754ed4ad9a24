-- The book keeps entries, their transfers, and what isn't of the chain: devices, codes, the PIN, links,
-- phones, the season's day. What follows from the entries is worked out when a book is opened. For people who
-- look with SQL there are views (docs/operating.md). The program reads none of them but balances, for the
-- audit.

-- +goose Up

DROP TABLE year_player;
DROP TABLE year_circle;
DROP TABLE year_kept;
DROP TABLE year_night;
DROP TABLE year_loose;
DROP TABLE year_stakes;
DROP TABLE dealt;
DROP TABLE slate_line;
DROP TABLE balance;
DROP TABLE night_sum;
DROP TABLE night;
DROP TABLE house;
DROP TABLE word;

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
