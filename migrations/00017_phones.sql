-- Phones that look on by a link and have said whose they are. They go with their link.

-- +goose Up

CREATE TABLE phone (
  id     INTEGER PRIMARY KEY,
  watch  INTEGER NOT NULL REFERENCES watch (id) ON DELETE CASCADE,
  hash   BLOB    NOT NULL UNIQUE CHECK (length(hash) = 32),     -- of what the phone keeps
  player INTEGER NOT NULL REFERENCES player (id),
  made   INTEGER NOT NULL
) STRICT;

CREATE INDEX phone_watch ON phone (watch);
