-- The tables people play at, as nights are named: an index to list the names and to find the evenings of one.

-- +goose Up

CREATE INDEX night_name ON night (name, date, id);
