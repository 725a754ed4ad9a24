package testenv

import "os"

// Whole tells whether tests try every case: if CI=true. Elsewhere they needn't go through what differs from
// what they tried only in the house rules or in chance.
func Whole() bool { return os.Getenv("CI") == "true" }

// Share is how many of n cases of one kind to try, most often drawn by chance: all of them, or a fourth.
func Share(n int) int {
	if Whole() {
		return n
	}
	return (n + 3) / 4
}
