-- A link for looking on ends when its night closes, and stays ended when that night is opened again.

-- +goose Up

ALTER TABLE watch ADD COLUMN over INTEGER NOT NULL DEFAULT 0 CHECK (over IN (0, 1));

UPDATE watch SET over = 1 WHERE night IN (SELECT id FROM night WHERE closed IS NOT NULL);
