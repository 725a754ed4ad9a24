package lawbook

import (
	"strings"
)

// firstCalls names the calls a newcomer hears of first.
func (v View) firstCalls() string {
	var out []string
	for _, r := range v.Calls() {
		if s := v.Said("first", r.Call); s != "" {
			out = append(out, s)
		}
	}
	if len(out) == 0 { // a house of great calls only; at three perhaps none can be made
		out = append(out, v.name(v.House.Calls[0].Call))
	}
	return strings.Join(out, ", ")
}
