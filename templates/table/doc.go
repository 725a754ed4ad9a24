// Package table draws a night while it is played: the screen with the deal form (table, dealform), the
// auction, a single deal with its history and how it is put right (mend), penalties, and catching up from a
// paper sheet.
//
// Each screen is a view model (View, DealForm, PaperView …) built from a show.Night by a New…
// function, and a templ component of it.
package table
