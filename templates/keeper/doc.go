// Package keeper draws what the keeper of the book sees to: the devices that may use it and how they are
// paired, the PIN, backups and checks, and who is the same person under two names.
package keeper
