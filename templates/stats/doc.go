// Package stats draws the book of years: the list of evenings, the figures of the circle (stats) and of one
// player (player), the charts both use, awards, and deals found by a question.
package stats
