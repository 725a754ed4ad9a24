-- What two settled on the slate since an evening is found among all who ever did.

-- +goose Up
CREATE INDEX transfer_couple ON transfer (money, src, dst, entry) WHERE night IS NULL;
