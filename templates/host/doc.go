// Package host draws the page of who runs a house of circles: how large each is, when it was last written to
// and whether it is well. It knows files and no book, so it can't show what is in one.
package host
