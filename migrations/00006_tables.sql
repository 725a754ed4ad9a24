-- The tables people play at, as nights are named: so that the evenings of one are found, and the names listed, however many
-- evenings there are.

-- +goose Up

CREATE INDEX night_name ON night (name, date, id);
