// Package ui draws the parts that pages are made of: sections, notices, fields and what refuses them, lists
// to choose from, links into the laws, the clock of a round.
package ui
