// Package years is a circle's statistics: pure functions over the nights of a state. Nothing is stored and
// nothing prepared; each page goes through all deals once.
//
//   - OfCircle and OfPlayer make the pages of a span of days in one money; PlayedFor, Scores and Won tell
//     what all moneys came to; LadderOf is the rating, over all evenings.
//   - A reader (sheet.go) says which deals, people and penalties a night comes to, and resolves players who
//     were joined. An evening at several tables is one night.
//   - sums (count.go) is the pass that counts for everybody, written for speed: a million deals take some
//     50 ms. personal (player.go) counts beside it what is of one person alone.
//   - FindDeals and OtherwiseBy go through the deals one by one.
//
// Nights are counted in the order of their dates, so of equal records the earlier stands.
package years
