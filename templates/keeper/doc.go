// Package keeper draws the keeper's page and what it leads to: the devices and how they are let in, the PIN,
// copies and putting one back, the check, evenings from another book, and people under two names.
package keeper
