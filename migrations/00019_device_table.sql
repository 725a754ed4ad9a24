-- A device that records may be bound to one table of an evening.

-- +goose Up

ALTER TABLE device ADD COLUMN night INTEGER;
