//go:build !linux

package main

func returnProgram() {}
