// Package stats draws the book of years: the list of evenings and of seasons, the figures of the circle
// (chapters) and of one player (player), a season as the club counts it (ladder), the charts they use,
// awards, and deals found by a question.
package stats
