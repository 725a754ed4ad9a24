// Package deploy has the files for running the program elsewhere, and gives the program those it installs.
package deploy

import _ "embed"

// Unit is the hardened unit for systemd.
//
//go:embed ouverte.service
var Unit string
