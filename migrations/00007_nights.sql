-- Indexes to find evenings by their house rules and by their money. Neither changes with a deal, so no deal
-- writes them.

-- +goose Up

CREATE INDEX night_house ON night (house, date, id);
CREATE INDEX night_money ON night (money, date, id);
