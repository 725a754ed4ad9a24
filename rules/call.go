package rules

import "fmt"

// Call is one of the things a deal can come to (§2). The zero Call is no call at all.
type Call uint8

const (
	NoCall Call = iota
	Prop
	Solo
	Misere
	Abundance
	Royal
	PetitSlam
	MisereOuverte
	Declared
	GrandSlam
	Irish
	GeneralMisere
	Passed
	Void
	callCount
)

var callIDs = [callCount]string{
	Prop: "prop", Solo: "solo", Misere: "misere", Abundance: "abundance", Royal: "royal",
	PetitSlam: "petit-slam", MisereOuverte: "misere-ouverte", Declared: "declared",
	GrandSlam: "grand-slam", Irish: "irish", GeneralMisere: "general-misere",
	Passed: "passed", Void: "void",
}

// String gives the id of the call, as the wire and the book write it.
func (c Call) String() string {
	if c < callCount {
		return callIDs[c]
	}
	return fmt.Sprintf("Call(%d)", uint8(c))
}

// ParseCall finds the call with this id.
func ParseCall(id string) (Call, bool) {
	for c, s := range callIDs {
		if s == id && id != "" {
			return Call(c), true
		}
	}
	return NoCall, false
}

// Biddable tells whether the call can stand in the ladder of a set of house rules.
func (c Call) Biddable() bool { return c >= Prop && c <= Irish }

// MarshalText writes the id.
func (c Call) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads an id.
func (c *Call) UnmarshalText(b []byte) error {
	got, ok := ParseCall(string(b))
	if !ok {
		return fmt.Errorf("%q is not a call", b)
	}
	*c = got
	return nil
}
