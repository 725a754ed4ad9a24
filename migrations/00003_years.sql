-- The book of years: what the evenings come to over months and years.
--
-- A night is counted when it is closed, so that recording a deal costs nothing here. Until then, and from a
-- correction to the next closing, it is loose, and readers add it from its entries. All of this follows from
-- the entries.

-- +goose Up

-- House rules with their scale, as nights were played by them.
CREATE TABLE year_stakes (
  id    INTEGER PRIMARY KEY,
  house TEXT    NOT NULL,
  scale INTEGER NOT NULL,
  UNIQUE (house, scale)
) STRICT;

-- Nights that are not counted below.
CREATE TABLE year_loose (
  night INTEGER PRIMARY KEY REFERENCES night (id)
) STRICT;

INSERT INTO year_loose SELECT id FROM night;

-- Nights that are, each in brief: who sat where, what was dealt, what was called and taken.
CREATE TABLE year_night (
  night  INTEGER PRIMARY KEY REFERENCES night (id),
  date   TEXT    NOT NULL,
  money  TEXT    NOT NULL,
  stakes INTEGER NOT NULL REFERENCES year_stakes (id),
  deals  INTEGER NOT NULL,
  brief  BLOB    NOT NULL
) STRICT;

CREATE INDEX year_night_date ON year_night (date, night, money, deals);

-- What a night was to each at it. The amounts score and penalties are of the account, all others of the
-- person who sat.
CREATE TABLE year_line (
  player     INTEGER NOT NULL REFERENCES player (id),
  money      TEXT    NOT NULL,
  date       TEXT    NOT NULL,
  night      INTEGER NOT NULL REFERENCES night (id),
  sat        INTEGER NOT NULL,
  score      INTEGER NOT NULL,       -- deals and penalties
  penalties  INTEGER NOT NULL,
  played     INTEGER NOT NULL,       -- won and lost in the own chair
  deals      INTEGER NOT NULL,       -- played
  best       INTEGER NOT NULL,       -- the dearest deal won …
  best_deal  INTEGER NOT NULL,
  worst      INTEGER NOT NULL,       -- … and the dearest lost, below zero
  worst_deal INTEGER NOT NULL,
  calls      INTEGER NOT NULL,       -- called or accepted, won or lost
  runs       BLOB    NOT NULL,       -- of calls won, of calls lost, and of deals without a call won: see statsruns.go
  PRIMARY KEY (player, money, date, night)
) STRICT, WITHOUT ROWID;

-- For the records: of equal ones the earliest.
CREATE INDEX year_line_up ON year_line (money, sat, score DESC, date, night, player);
CREATE INDEX year_line_down ON year_line (money, sat, score, date, night, player);
CREATE INDEX year_line_deal ON year_line (money, best DESC, date, night, player);
CREATE INDEX year_line_night ON year_line (date, night, sat, played);

-- Sums by years (202600), by months (202611), and by thirds of months (20261101 to 20261103). Player 0 is the
-- whole circle: there a night or a deal counts once.
CREATE TABLE year_player (
  period    INTEGER NOT NULL,
  money     TEXT    NOT NULL,
  player    INTEGER NOT NULL,
  nights    INTEGER NOT NULL,
  up        INTEGER NOT NULL,        -- nights that ended above nothing …
  down      INTEGER NOT NULL,        -- … and below
  score     INTEGER NOT NULL,
  penalties INTEGER NOT NULL,
  played    INTEGER NOT NULL,
  deals     INTEGER NOT NULL,
  won       INTEGER NOT NULL,        -- deals that brought something
  out       INTEGER NOT NULL,        -- sat out at a table of five
  revokes   INTEGER NOT NULL,
  broken    INTEGER NOT NULL,        -- misères of others lost
  PRIMARY KEY (period, money, player)
) STRICT, WITHOUT ROWID;

-- By call, and the part somebody had in it: 0 the deal itself, 1 called, 2 accepted, 3 against, 4 each for
-- himself.
CREATE TABLE year_call (
  period  INTEGER NOT NULL,
  money   TEXT    NOT NULL,
  player  INTEGER NOT NULL,
  call    INTEGER NOT NULL,
  part    INTEGER NOT NULL,
  n       INTEGER NOT NULL,
  won     INTEGER NOT NULL,
  lost    INTEGER NOT NULL,
  told    INTEGER NOT NULL,          -- deals where the tricks are known …
  tricks  INTEGER NOT NULL,          -- … and the tricks of the caller's side in them
  over    INTEGER NOT NULL,
  under   INTEGER NOT NULL,
  amount  INTEGER NOT NULL,
  squares INTEGER NOT NULL,
  PRIMARY KEY (period, money, player, call, part)
) STRICT, WITHOUT ROWID;

-- By the place from the dealer's left, 1 is eldest, in tables of three and four active players: 31 … 44.
CREATE TABLE year_seat (
  period INTEGER NOT NULL,
  money  TEXT    NOT NULL,
  player INTEGER NOT NULL,
  place  INTEGER NOT NULL,
  n      INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  called INTEGER NOT NULL,
  won    INTEGER NOT NULL,
  lost   INTEGER NOT NULL,
  gained INTEGER NOT NULL,           -- as the caller
  squares INTEGER NOT NULL,          -- of that
  PRIMARY KEY (period, money, player, place)
) STRICT, WITHOUT ROWID;

-- By pairs, a < b.
CREATE TABLE year_pair (
  period  INTEGER NOT NULL,
  money   TEXT    NOT NULL,
  a       INTEGER NOT NULL,
  b       INTEGER NOT NULL,
  beside  INTEGER NOT NULL,          -- partners in a call
  won     INTEGER NOT NULL,
  lost    INTEGER NOT NULL,
  amount  INTEGER NOT NULL,          -- of both, as partners
  against INTEGER NOT NULL,
  a_paid  INTEGER NOT NULL,          -- a to b
  b_paid  INTEGER NOT NULL,
  PRIMARY KEY (period, money, a, b),
  CHECK (a < b)
) STRICT, WITHOUT ROWID;

CREATE INDEX year_pair_b ON year_pair (period, money, b);

-- When the circle's season begins: month and day, "01-01" for calendar years. No part of the chain.
CREATE TABLE season (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  begins TEXT NOT NULL
) STRICT;

INSERT INTO season (one, begins) VALUES (1, '01-01');
