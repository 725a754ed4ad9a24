-- The statistics keep sums of whole years, as the circle counts them, and the brief of each night; no months,
-- no parts of months, and no line for each evening of each person. A book that has counted nights makes its
-- sums from their briefs when it is next opened.

-- +goose Up

DROP TABLE year_record;
DROP TABLE year_pair;
DROP TABLE year_seat;
DROP TABLE year_call;
DROP TABLE year_player;
DROP TABLE year_line;

-- Which sums there are: of years that begin on this day, and of nights up to that.
CREATE TABLE year_kept (
  one    INTEGER PRIMARY KEY CHECK (one = 1),
  begins TEXT NOT NULL,              -- as in season
  until  TEXT NOT NULL               -- 9999-12-31 when they are of all nights
) STRICT;

INSERT INTO year_kept (one, begins, until)
SELECT 1, '01-01', CASE WHEN EXISTS (SELECT 1 FROM year_night) THEN '' ELSE '9999-12-31' END;

-- How everybody stands after a year, by the calendar year it begins in; ledger/years/pack.go has the format.
CREATE TABLE year_circle (
  money    TEXT    NOT NULL,
  year     INTEGER NOT NULL,
  standing BLOB    NOT NULL,
  PRIMARY KEY (money, year)
) STRICT;

-- The calls, seats, partners and evenings of each player in it. Player 0 is the whole circle: there a deal
-- counts once.
CREATE TABLE year_player (
  player  INTEGER NOT NULL,
  money   TEXT    NOT NULL,
  year    INTEGER NOT NULL,
  figures BLOB    NOT NULL,
  PRIMARY KEY (player, money, year)
) STRICT;
