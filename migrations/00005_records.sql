-- Records: the best and the worst evening, the dearest deals and the runs of a person, for each third of a
-- month, month and year, since these can't be added up like sums. A page reads a few of these rows instead of
-- every evening. They follow from year_line; a book that has counted evenings is filled when it is next
-- opened.

-- +goose Up

CREATE TABLE year_record (
  period      INTEGER NOT NULL,       -- as in year_player
  money       TEXT    NOT NULL,
  player      INTEGER NOT NULL,
  best        INTEGER NOT NULL,       -- of equal ones the earliest, here and below
  best_night  INTEGER NOT NULL,
  best_date   TEXT    NOT NULL,
  worst       INTEGER NOT NULL,
  worst_night INTEGER NOT NULL,
  worst_date  TEXT    NOT NULL,
  gain        INTEGER NOT NULL,       -- the dearest deal won; night 0 is none …
  gain_deal   INTEGER NOT NULL,
  gain_night  INTEGER NOT NULL,
  gain_date   TEXT    NOT NULL,
  loss        INTEGER NOT NULL,       -- … and the dearest lost, below zero
  loss_deal   INTEGER NOT NULL,
  loss_night  INTEGER NOT NULL,
  loss_date   TEXT    NOT NULL,
  runs        BLOB    NOT NULL,       -- as in year_line …
  turns       BLOB    NOT NULL,       -- … and of evenings up and down: see statsruns.go
  PRIMARY KEY (period, money, player)
) STRICT, WITHOUT ROWID;
