// Package say puts a night's facts into words: amounts, names, dates, what a deal brought, who plays for
// whom; and has the addresses of pages and of places in the laws. It computes no fact: each is a method in
// ledger.
package say
