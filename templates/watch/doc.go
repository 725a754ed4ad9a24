// Package watch draws a night for those who look on: large, live, with nothing to tap. The page of the table
// that makes and ends the links for it is here too.
package watch
