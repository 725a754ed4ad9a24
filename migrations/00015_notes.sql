-- An index of the entries that say a word about a deal, so that a search finds deals by it. No deal writes
-- it.

-- +goose Up

CREATE INDEX entry_notes ON entry (seq) WHERE kind = 'note';
