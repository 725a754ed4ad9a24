// Package circles keeps many books in one folder, a circle each: friday is the book friday.db. It knows files
// and names alone; web serves them, each at a host name of its own.
//
//   - Folder is such a folder. State says what a name is in it: a circle, one that is closed, one that moved
//     away, or nothing. List says it of all, with sizes.
//   - New makes a book. Close and Open say whether it is served; Move takes it to another place.
//
// A name that is closed, being moved or gone elsewhere has a sign, a small file beside the book. The program
// that serves the folder looks for signs every second and closes the book; the one that set the sign waits
// for the book's lock. So a circle is closed or moved while the others are played in, with no other right
// than the one to write to the folder. A book that is served by itself knows no signs, keeps its lock, and
// the sign is taken back.
//
// Folder.Own is a folder within for what belongs to all circles: the host's secret, certificates, an address.
package circles
