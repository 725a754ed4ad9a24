package webtest

import (
	"ouverte/web"
)

func init() {
	Screens = append(Screens, Screen{Name: "parts", Open: func(*House) string { return "/parts" },
		Change: func(o *web.Options) { o.Parts = true }})
}
