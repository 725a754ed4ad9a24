package host_test

import (
	"net/url"
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

// aSolo is the form of a deal.
func aSolo(key string) url.Values {
	return url.Values{"key": {key}, "call": {"solo"}, "who": {"1"}, "tricks": {"6"}}
}
