// Package guard keeps a host open under load and slow to guess at. It knows nothing of books or pages.
//
// HTTPServer is a server with limits on time, on header size and on the number of connections: when there are
// too many, it closes the one that is missed least, and those of devices (Known) last. A Throttle limits
// guesses at codes and PINs, of each visitor and of all together. Streams limits what stays open, in shares.
package guard
