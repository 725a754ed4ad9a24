package web_test

// Pages and forms through the real router, on a real book, without a browser. The house and its people are
// in web/webtest; web/browser looks at the same screens in Chromium.

import (
	"os"
	"testing"

	"ouverte/ledger/testenv"
)

func TestMain(m *testing.M) {
	testenv.Waiting() // for streams
	os.Exit(testenv.Tests{M: m}.Run())
}

var fine = testenv.Fine

func must[T any](got T, err error) func(testing.TB) T { return testenv.Must(got, err) }

func same[T comparable](t testing.TB, got, want T, says string) {
	t.Helper()
	testenv.Same(t, got, want, says)
}
