-- Who is let in: devices, the codes that let in one more, and the PIN. No part of the chain and of no export.

-- +goose Up

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
