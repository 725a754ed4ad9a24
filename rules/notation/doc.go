// Package notation reads and writes deals as people and pipes do. It knows words and fields; whether a deal
// is possible is for rules.Settle to say. It does no I/O.
//
// # The players' notation
//
// A few words, as one would say them across the table, for catching up from a paper sheet. [Parse] reads a
// line, [Write] writes it: the call, who called, the tricks, and what went wrong.
//
//	solo ann 7                        Ann called solo, and took seven tricks
//	solo ann 7 h                      the same, with hearts for trumps
//	prop ann bob 8                    Ann proposed, Bob accepted, they took eight
//	mis dan 1 rev cat                 misère by Dan, one trick, Cat revoked
//	abundance ann 9 rev cat 2         Cat revoked twice
//	solo ann wrong bob                Bob had a wrong number of cards
//	mis ann exposed cat               Cat exposed a card, or led or played out of turn
//	6h ann 7                          an Irish bid of six in hearts by Ann, who took seven
//	misery loser ann                  a general misère, and Ann pays
//	misery wrong ann                  the same, since Ann had a wrong number of cards
//	misery ann 3 bob 4 cat 2 dan 4    one where each player's tricks count
//	pass                              all passed, and nothing was played
//	void                              the deal is void
//
// Calls are prop, solo, mis, abundance, royal, petit, open (or ouverte), declared, grand, irish and misery,
// in full or cut short as long as they stay unambiguous, as names do. Capitals and accents make no
// difference. A name with a space in it, or one that looks like a word of the notation, stands between
// "quotation marks". Trumps are c d h s nt or ♣ ♦ ♥ ♠. [ParseAside] reads what stands on a sheet between the
// deals; [Examples] is this table for pages.
//
// # The wire
//
// [Wire] answers `ouverte score` and `ouverte auction`, a line of JSON for a line of JSON (RULES.md §11). A
// sound line costs no allocation.
//
// Errors are *rules.Problem throughout.
package notation
