-- The entries that made two players one: very few among very many. No deal writes this index.

-- +goose Up

CREATE INDEX entry_joins ON entry (seq) WHERE kind = 'join';
