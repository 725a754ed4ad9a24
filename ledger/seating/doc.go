// Package seating plans who sits with whom, and who rests, over the rounds of an evening at several tables.
// It is pure: it takes the people and the rounds they played, and returns rounds to come.
//
//   - Plan is what is known; Memo.Propose plans the rounds to come, and keeps them.
//   - Plan.Moves is how people move. Unless everybody meets everybody, Propose seats one round, from the
//     results so far.
//   - Tables offers tables for so many people: fours, and fives or threes where the numbers ask for them.
//   - The measure says how unevenly people have met. Propose makes it as small as its search can.
//
// # Partners-to-be and opponents
//
// The calls decide who is whose partner in Solo Whist, so a plan can only say who might be. As in a whist
// tournament, two who sit opposite are partners-to-be, and two side by side are opponents. At a table of five
// one sits out each deal and the four others close up; of the five deals in which each has sat out once, two
// who are neighbours play three, as opponents, and two who aren't play three too, twice opposite and once
// side by side. At a table of three all are opponents. A round is therefore counted in fifths:
//
//	four   opposite       5 as partners       side by side   5 as opponents
//	five   not neighbours 2 as partners, 1 as opponents     neighbours   3 as opponents
//	three                                    everybody      5 as opponents
//
// # The search
//
// Simulated annealing over swaps of two people within a round, from a random seating and, where there is one,
// from a cyclic whist tournament and from an earlier plan; the best of these is proposed. Its steps are
// counted, and its chance comes from a seed: the same Plan gives the same rounds everywhere.
//
// A Plan is not stored. The book keeps the seatings people agreed to.
package seating
