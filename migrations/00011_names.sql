-- An index of the entries that gave somebody a name, so that a search finds people by the names they had. No
-- deal writes it.

-- +goose Up

CREATE INDEX entry_names ON entry (seq) WHERE kind IN ('player', 'rename');
