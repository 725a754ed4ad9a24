// Package live tells open pages of a night that something is new. A Stream says only which version the night
// has now; each page fetches what it needs. Nothing is kept for a page that is away.
package live
