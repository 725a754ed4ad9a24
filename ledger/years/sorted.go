package years

import (
	"cmp"
	"slices"
)

// sorted gives values in order, equal ones as they stood. Ours are long, so their places are sorted, and each
// value moves once.
func sorted[T any](all []T, compare func(a, b *T) int) []T {
	if len(all) < 2 {
		return all
	}
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if c := compare(&all[i], &all[j]); c != 0 {
			return c
		}
		return cmp.Compare(i, j)
	})
	out := make([]T, len(all))
	for to, from := range order {
		out[to] = all[from]
	}
	return out
}
