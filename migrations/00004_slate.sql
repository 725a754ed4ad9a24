-- What was ever put on the slate or taken off it, to be found without going through the deals.

-- +goose Up

CREATE INDEX transfer_slate ON transfer (money, entry, n, src, dst, amount) WHERE night IS NULL;
