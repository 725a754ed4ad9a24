-- The entries that gave somebody a name: few among very many, so that a search also finds people by the names they had. No deal writes this
-- index.

-- +goose Up

CREATE INDEX entry_names ON entry (seq) WHERE kind IN ('player', 'rename');
