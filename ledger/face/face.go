// Package face is what tells the people of a circle apart at a glance: a colour and an emblem for each. Who
// has which is in the roster (ledger/people), the drawings are in templates, the colours in static/css.
//
// The words for both are written into entries. A word more goes to the end of its list; none is ever changed
// or taken away.
package face

import "slices"

// Colour is one of the Colours.
type Colour string

// Emblem is one of the Emblems.
type Emblem string

// Face is a person's colour and emblem.
type Face struct {
	Colour Colour
	Emblem Emblem
}

// Colours are all colours. The first eight are the furthest apart.
var Colours = [...]Colour{
	"green", "blue", "rust", "violet", "teal", "crimson", "gold", "slate",
	"pink", "olive", "brown", "indigo", "plum", "sky", "lime", "ink",
}

// Emblems are all emblems.
var Emblems = [...]Emblem{
	"star", "bell", "leaf", "key", "lantern", "owl", "boat", "kettle",
	"moon", "anchor", "mug", "fish", "hat", "candle", "umbrella", "crown",
	"acorn", "horseshoe", "hourglass", "fir", "boot", "goblet", "spectacles", "dice",
}

// Known tells whether there is such a face.
func (f Face) Known() bool {
	return slices.Contains(Colours[:], f.Colour) && slices.Contains(Emblems[:], f.Emblem)
}

// Of is the face of the nth player ever entered, counted from one, where nothing else was written. The first
// sixteen differ in colour, the first twenty-four in emblem, the first 384 in one of the two.
func Of(n int64) Face {
	at := max(n-1, 0)
	round := at / 48                                    // after which colour and emblem would meet again
	return Face{Colours[at%16], Emblems[(at+round)%24]} // so many for ever, or everybody's would change
}

// Give is the face for the nth player to be entered: what Of says, where nobody has it. taken are the faces
// of everybody else, first of those who sit with the newcomer, then of those who played last. A colour nobody
// has comes first, then the one whose nearest owner is farthest down that list; emblems alike.
func Give(n int64, taken []Face) Face {
	own := Of(n)
	return Face{
		farthest(Colours[:], own.Colour, taken, func(f Face) Colour { return f.Colour }),
		farthest(Emblems[:], own.Emblem, taken, func(f Face) Emblem { return f.Emblem }),
	}
}

// farthest is the word of a list that first comes last among those taken. Among equals it is the first from
// own on.
func farthest[W comparable](list []W, own W, taken []Face, of func(Face) W) W {
	nearest := make(map[W]int, len(list))
	for i, f := range taken {
		if _, seen := nearest[of(f)]; !seen {
			nearest[of(f)] = i
		}
	}
	best, far := own, -1
	from := slices.Index(list, own)
	for i := range list {
		word := list[(from+i)%len(list)]
		at, seen := nearest[word]
		if !seen {
			return word
		}
		if at > far {
			best, far = word, at
		}
	}
	return best
}
