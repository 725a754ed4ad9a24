// Package picture draws what people send each other: a night, a person's evenings, what two took from each
// other, a season's race and its calendar.
//
// A Picture is a list of marks on 400 × 500 units, which Draw writes as an SVG that needs nothing else: its
// colours and its typefaces are in it. Sizes are those of the pages, and 38 for the sentence, which is broken
// into lines and never made smaller. A picture never holds the book's address, and names only those it is of.
package picture
