package store

import "testing"

func must1[T any](got T, err error) T {
	if err != nil {
		panic(err)
	}
	return got
}

func fine(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
