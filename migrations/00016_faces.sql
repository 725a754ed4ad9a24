-- An index of the entries that gave somebody a colour and an emblem, so that opening a book reads them
-- without the deals. No deal writes it.

-- +goose Up

CREATE INDEX entry_faces ON entry (seq) WHERE kind = 'face';
