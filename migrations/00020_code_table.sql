-- A code may let in a device that records at one table of an evening only.

-- +goose Up

ALTER TABLE code ADD COLUMN night INTEGER;
