// Package sheet draws a night's score sheet: on the screen (sheet.templ) and as a card club prints it
// (printed.templ). Beside it live what else is shown wherever a night is shown: the duties of the coming deal
// (§8), what happened meanwhile, and the strip on which the players agree to a result.
//
// New builds the view of the sheet from a show.Night; the printed one is drawn from it as it is.
package sheet
