// Package laws says what holds when something went wrong at the table: somebody revokes, shows a card, leads
// out of turn, has twelve cards. It is data, pure like package rules.
//
//   - inquiry.go has the questions, from "What happened?" to a ruling in four taps at the most.
//   - texts.go has the rulings. A [Ruling] is a law, which either side may insist on, or a custom.
//   - A ruling's [Posting] says what it brings to the score, and marks the deal to record; [Ruling.Worths] is
//     what that comes to in money.
//
// Texts carry names in braces, such as {solo} or {revoke tricks}. [Question.For] and [Ruling.For] fill them
// in for a house, a number of seats and the circle's words; seats 0 is any number. What can't come up there
// isn't offered. Tests settle every ruling that moves money and hold the result against its sentences.
package laws
