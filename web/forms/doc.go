// Package forms reads what a browser sends into a struct, strictly, and writes a struct back as a query.
//
// What an honest page of ours would not send is Bad (400): a single field twice, bytes that are no text, in a
// POST a field the struct doesn't have. An address may have others: what leads here adds them (fbclid). What
// a person may have typed wrong is Wrong (422): a sentence under each field. On Wrong everything that could
// be read is in the struct, so that the form can be drawn again with it.
//
// A form is a struct. `form:"name"` names a field; `form:"took-#"` on an array names took-1, took-2 and so
// on. Strings, bools and ints come once, a slice may repeat. `validate:"…"` holds validator's tags; without a
// max a text may have 200 letters. `label:"The name"` begins the sentence about the field.
package forms
