package draw

import (
	"unicode/utf8"

	"github.com/a-h/templ"

	"ouverte/ledger/face"
)

// Face draws somebody's colour and emblem, which stand beside the name and never instead of it: a reader of
// screens passes it by. Nobody's face, as the kitty's, is nothing.
func Face(f face.Face) templ.Component {
	if drawn := faces[f]; drawn != nil {
		return drawn
	}
	return templ.NopComponent
}

// faces are all there are: a page may have hundreds.
var faces = func() map[face.Face]templ.Component {
	all := make(map[face.Face]templ.Component, len(face.Colours)*len(face.Emblems))
	for _, c := range face.Colours {
		for _, e := range face.Emblems {
			all[face.Face{Colour: c, Emblem: e}] = templ.Raw(`<svg class="face c-` + string(c) +
				`" viewBox="0 0 24 24" aria-hidden="true"><path d="` + drawings[e] + `"></path></svg>`)
		}
	}
	return all
}()

// drawings are the emblems on a square of 24, as filled paths; where two subpaths overlap there is a hole.
// static/css/parts.css draws the circle around them.
var drawings = map[face.Emblem]string{
	"star": "M12 2l3 6.6 7.1.8-5.3 4.8 1.5 7L12 17.7 5.7 21.2l1.5-7L1.9 9.4 9 8.6z",
	"bell": "M12 2a2 2 0 0 1 2 2.1c3 .8 4.5 3.4 4.5 6.9 0 3.6 1 5 2.5 6.5H3C4.5 16 5.5 14.6 5.5 11" +
		"c0-3.5 1.5-6.1 4.5-6.9A2 2 0 0 1 12 2zM9.5 19h5a2.5 2.5 0 0 1-5 0z",
	"leaf": "M21 3C9 3 4 8 4 14c0 1.6.3 2.9.9 4L3 20.5 4.5 22l2-2.4C8 20.5 9.5 21 11 21" +
		"c7 0 10-7 10-18zM8 17c2-4 5-7 9-9-3 3-6 6-7.5 9.5z",
	"key": "M8 3a6 6 0 0 1 5.8 7.5L22 18.5V22h-4v-2.5h-2.5V17H13l-2.3-2.6A6 6 0 1 1 8 3zM6.5 6" +
		"A2 2 0 1 0 8 9a2 2 0 0 0-1.5-3z",
	"lantern": "M9 1h6v2h-2v1.5L17.5 8h-11L11 4.5V3H9zM7 9h10l1.5 10.5h-13zM9 11l-.9 6.5h7.8L15 11z" +
		"M12 11.5c2 2.4 1.7 5 0 5s-2-2.6 0-5zM5 20.5h14V23H5z",
	"owl": "M4 2l4.5 2.5h7L20 2v10c0 6-3 10.5-8 10.5S4 18 4 12zM5.5 10" +
		"a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0zM7.3 10a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0" +
		"zM12.7 10a2.9 2.9 0 1 0 5.8 0 2.9 2.9 0 1 0-5.8 0zM14.5 10" +
		"a1.1 1.1 0 1 0 2.2 0 1.1 1.1 0 1 0-2.2 0zM10.8 13h2.4L12 15.8z",
	"boat":   "M11 1.5v14H3.5zM13 5l7 10.5h-7zM1.5 17h21l-3.5 5.5H5z",
	"kettle": "M5.5 9a6.5 6.5 0 0 1 13 0H16a4 4 0 0 0-8 0zM7 10h9.5l.5 2 2.5-3.5H23L18.7 17l.8 5H4z",
	"moon":   "M14.5 1.5A10.7 10.7 0 1 0 22.5 15 9.5 9.5 0 0 1 14.5 1.5z",
	"anchor": "M12 1a3.2 3.2 0 0 1 1.5 6V9H17v2.5h-3.5v7.8c2.7-.5 4.5-2 5.2-4.3h-2.2l4-4.5 3.2 5.5h-2" +
		"C20.5 20.3 17 23 12 23S3.5 20.3 2.3 16h-2l3.2-5.5 4 4.5H5.3c.7 2.3 2.5 3.8 5.2 4.3v-7.8" +
		"H7V9h3.5V7A3.2 3.2 0 0 1 12 1zM10.7 4.2a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0z",
	"mug": "M3 4h14v3h2a3.5 3.5 0 0 1 3.5 3.5v4A3.5 3.5 0 0 1 19 18h-2v4H3zM17 9.5v6h1.5" +
		"a1.5 1.5 0 0 0 1.5-1.5v-3a1.5 1.5 0 0 0-1.5-1.5zM6 8h2v10H6zM11.5 8h2v10h-2z",
	"fish": "M1 12c3-5 7-7 11.5-6.5 2.5.3 4.5 2 6 4.2L23 6c-1.2 4-1.2 8 0 12l-4.5-3.7" +
		"c-1.5 2.2-3.5 3.9-6 4.2C8 19 4 17 1 12zM5.5 10.5a1.5 1.5 0 1 0 3 0 1.5 1.5 0 1 0-3 0z",
	"hat": "M6 2.5h12L17 16.5H7zM7.3 11.5l.15 2.5h9.1l.15-2.5zM1 17.5h22c-.5 2.7-4 4-11 4" +
		"s-10.5-1.3-11-4z",
	"candle": "M12 .5c3.7 4 3.7 6.7 0 8.5-3.7-1.8-3.7-4.5 0-8.5zM9 10.5h6v7H9zM2.5 18.5h19" +
		"c0 2.7-2 4.5-4.5 4.5H7c-2.5 0-4.5-1.8-4.5-4.5z",
	"umbrella": "M11 1h2v2c6 .6 9.7 5 10.2 10.5-1.9-2-4-2-5.7 0-1.3-1.6-2.9-2-4.3-1v7a3.6 3.6 0 0 1-7.2 0" +
		"h2.3a1.3 1.3 0 0 0 2.6 0v-7c-1.4-1-2.9-.6-4.3 1-1.7-2-3.9-2-5.8 0C1.3 8 5 3.6 11 3z",
	"crown": "M1.5 6L7 11l5-8.5L17 11l5.5-5-2.2 11.5H3.7zM3.7 19h16.6v3H3.7z",
	"acorn": "M11 1h2v2.5c5 .3 8.5 2.5 8.5 6.5h-19c0-4 3.5-6.2 8.5-6.5zM4.5 11.5h15" +
		"c0 5.5-3 9-7.5 11.5-4.5-2.5-7.5-6-7.5-11.5z",
	"horseshoe": "M6.5 1.5C3.5 4.5 2 8.3 2 12.5 2 18.5 6 22.5 12 22.5s10-4 10-10c0-4.2-1.5-8-4.5-11l-4 2.5" +
		"c2.5 2.5 3.8 5.2 3.8 8.2 0 3.3-2 5.5-5.3 5.5s-5.3-2.2-5.3-5.5c0-3 1.3-5.7 3.8-8.2z",
	"hourglass": "M4.5 1h15v2.5h-15zM6 4.5h12c0 4-1.5 6-4.5 7.5 3 1.5 4.5 3.5 4.5 7.5H6c0-4 1.5-6 4.5-7.5" +
		"C7.5 10.5 6 8.5 6 4.5zM4.5 20.5h15V23h-15z",
	"fir":  "M12 .5l6 7.5h-3l5 6h-3.3l4.8 6h-8v3.5h-3V20h-8l4.8-6H4l5-6H6z",
	"boot": "M6 1.5h9v9.5c4 1.5 7.5 2 7.5 6V19H6zM6 20.2h16.5v2.6H6z",
	"goblet": "M5 1.5h14C20 8 18 12.3 13.5 13.3V20H18v2.5H6V20h4.5v-6.7C6 12.3 4 8 5 1.5zM7.3 4l.1 3" +
		"h9.2l.1-3z",
	"spectacles": "M6 6.5a5.5 5.5 0 0 1 5 3.3c.7-.3 1.3-.3 2 0a5.5 5.5 0 1 1-.4 3.1c-.4-.3-.8-.3-1.2 0" +
		"A5.5 5.5 0 1 1 6 6.5zM3.2 12a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0zM15.2 12" +
		"a2.8 2.8 0 1 0 5.6 0 2.8 2.8 0 1 0-5.6 0z",
	"dice": "M5.5 2h13A3.5 3.5 0 0 1 22 5.5v13a3.5 3.5 0 0 1-3.5 3.5h-13A3.5 3.5 0 0 1 2 18.5v-13" +
		"A3.5 3.5 0 0 1 5.5 2zM5.3 7.2a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM14.9 7.2" +
		"a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM10.1 12" +
		"a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM5.3 16.8" +
		"a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0zM14.9 16.8" +
		"a1.9 1.9 0 1 0 3.8 0 1.9 1.9 0 1 0-3.8 0z",
}

// pens are the colours on white paper, for pictures that stand alone; static/css/tokens.css has the same.
var pens = map[face.Colour]string{
	"green":   "#17603f",
	"blue":    "#1d4fa3",
	"rust":    "#a8480f",
	"violet":  "#6b3a8f",
	"teal":    "#0f6b73",
	"crimson": "#a3263f",
	"gold":    "#80662c",
	"slate":   "#46526a",
	"pink":    "#9c4788",
	"olive":   "#3f4400",
	"brown":   "#4a3120",
	"indigo":  "#3112af",
	"plum":    "#6a0045",
	"sky":     "#156fa4",
	"lime":    "#496e0d",
	"ink":     "#22262b",
}

// Pen is a colour on white paper; ink where there is none.
func Pen(c face.Colour) string {
	if pen, ok := pens[c]; ok {
		return pen
	}
	return pens["ink"]
}

// NameClass tells the style sheet how much room a name needs in a narrow place.
func NameClass(name string) string {
	switch n := utf8.RuneCountInString(name); {
	case n > 8:
		return "longish lengthy"
	case n > 6:
		return "longish"
	}
	return ""
}
