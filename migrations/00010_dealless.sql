-- The circle doesn't count an evening at which no deal was played. Books that have counted some take them
-- out; the line each has in the list of evenings stays.

-- +goose Up

WITH dealless AS (
  SELECT money, CAST(substr(date, 1, 4) || substr(date, 6, 2) AS INTEGER) AS month,
    min(3, (CAST(substr(date, 9, 2) AS INTEGER) + 9) / 10) AS third
  FROM year_night WHERE deals = 0
), less AS (
  SELECT money, period, count(*) AS nights
  FROM (
    SELECT money, month / 100 * 100 AS period FROM dealless
    UNION ALL SELECT money, month FROM dealless
    UNION ALL SELECT money, month * 100 + third FROM dealless
  )
  GROUP BY money, period
)
UPDATE year_player SET nights = year_player.nights - less.nights FROM less
WHERE year_player.player = 0 AND year_player.money = less.money AND year_player.period = less.period;
