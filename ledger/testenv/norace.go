//go:build !race

package testenv

const racing = false
