package testenv

import "os"

// Whole tells whether tests try every case: if CI=true. Elsewhere they needn't go through what differs from
// what they tried only in the device, the house rules or chance.
func Whole() bool { return os.Getenv("CI") == "true" }

// Some are the cases to try: all of them if every one is to be tried, or else the first.
func Some[T any](all ...T) []T {
	if Whole() {
		return all
	}
	return all[:1]
}

// Share is how many of n cases of one kind to try, most often drawn by chance: all of them, or a fourth.
func Share(n int) int {
	if Whole() {
		return n
	}
	return (n + 3) / 4
}
