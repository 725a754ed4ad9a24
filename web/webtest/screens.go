package webtest

import (
	"strings"

	"ouverte/web"
)

// Screen is one thing to see. Open prepares a site and gives the path.
type Screen struct {
	Name   string
	Open   func(h *Site) string
	Change func(*web.Options) // where it needs another site
	Base   string             // where the browser comes by another name, without the port
}

// Screens are all screens there are.
var Screens = []Screen{
	{Name: "start-first", Open: func(*Site) string { return "/" }},
	{Name: "start-four", Open: func(h *Site) string {
		h.Players("Ann", "Bob", "Cat", "Dan", "Eve", "Fred", "Grace", "Henrietta", "Ivo", "Konstantin", "Lou",
			"Mia", "Ned", "Olive")
		return "/?do=keep&seats=1&seats=2&seats=4&seats=7&dealer=4&drawn=on&house=hoyle&scale=2&name=Friday+night&date=2026-11-20"
	}},
	{Name: "start-five-changing", Open: func(h *Site) string {
		h.Players("Ann", "Bob", "Cat", "Dan", "Eve")
		return "/?do=keep&seats=1&seats=2&seats=%2BZo%C3%AB&seats=4&seats=5&picked=2&house=units&scale=1&name=Friday+night&date=2026-11-20"
	}},
	{Name: "start-refused", Open: func(h *Site) string {
		h.Players("Ann", "Bob", "Cat")
		return "/?do=stake&solo=0&seats=1&scale=1&house=units&name=Friday+night"
	}},
	{Name: "start-open", Open: func(h *Site) string {
		h.Night("hoyle", h.Players("Ann", "Bob", "Cat", "Dan")...)
		h.Night("units", h.Players("Eve", "Fred", "Grace")...)
		ended := h.Night("hoyle", h.Players("Hal", "Ivy", "Jo", "Kit")...) // who can play the same again
		h.Plays(ended, "solo hal 5")
		h.Closes(ended)
		return "/"
	}},
	{Name: "start-long-names", Open: func(h *Site) string {
		h.Players(strings.Repeat("W", 40), "Maximilian von und zu Hohenstein-Ansbach", strings.Repeat("🃏", 40),
			"Bo")
		long := strings.Repeat("M", 60)
		return "/?do=keep&seats=1&seats=2&seats=3&picked=1&dealer=1&house=units&scale=1&name=" + long
	}},
	{Name: "menu", Open: func(*Site) string { return "/nights" }},
	{Name: "nights", Open: func(h *Site) string {
		four := h.Players("Ann", "Bob", "Cat", "Dan")
		for range 30 { // what one page lists, so that it leads to older ones
			h.Night("hoyle", four...)
		}
		h.Night("units", h.Players("Eve", "Fred", "Grace")...)
		return "/nights"
	}},
	{Name: "not-found", Open: func(*Site) string { return "/attic" }},
}
