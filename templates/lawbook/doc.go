// Package lawbook draws the laws of the game with the numbers of the rules in force, the questions that lead
// to a ruling when something went wrong (trouble), the sets of house rules and how to change one, and the
// circle's words for the calls.
package lawbook
