// Package settle works out who hands what to whom. It is pure: it takes balances and returns payments.
//
//   - By plans as a night is settled: with the fewest payments that clear all balances (Fewest), through a
//     banker (ThroughBanker), or between each two as it fell (AsTheyFell), also where you pay as you go. Kept
//     goes on with a plan after some of it was paid.
//   - CountOut makes up an amount from coins.
//   - Equally and Rounded share an amount out and round balances to a coin.
//
// A Net above zero is what somebody is to get, below zero what they owe. All plans are deterministic: they
// depend on the balances and the players' ids alone.
package settle
