-- The evenings by their house rules and by their money, so that few among very many are found without going through all. Neither
-- changes with a deal, so no deal writes these indexes.

-- +goose Up

CREATE INDEX night_house ON night (house, date, id);
CREATE INDEX night_money ON night (money, date, id);
