package webtest

import (
	"testing"

	"ouverte/web"
)

// Unkept is a site whose book has no keeper yet, as it is on its own machine.
func Unkept(t testing.TB, change ...func(*web.Options)) *Site {
	return Open(t, append([]func(*web.Options){func(o *web.Options) { o.Who = nil }}, change...)...)
}
