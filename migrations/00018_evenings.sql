-- An evening at several tables is a night at which nothing is dealt; its tables are nights that belong to it.

-- +goose Up

-- The evening a night is a table of.
ALTER TABLE night ADD COLUMN evening INTEGER REFERENCES night (id);

CREATE INDEX night_evening ON night (evening, id) WHERE evening IS NOT NULL;

-- What a table handed over to its evening, and the evening took.
ALTER TABLE night_sum ADD COLUMN handed INTEGER NOT NULL DEFAULT 0;
