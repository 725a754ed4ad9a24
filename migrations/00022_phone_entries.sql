-- Which payment a phone that looks on has ticked: it takes back its own, and no other phone does, whatever
-- the name kept with the entry. It goes with the phone.

-- +goose Up

CREATE TABLE phone_entry (
  entry INTEGER PRIMARY KEY,
  phone INTEGER NOT NULL REFERENCES phone (id) ON DELETE CASCADE
) STRICT;

CREATE INDEX phone_entry_phone ON phone_entry (phone);
