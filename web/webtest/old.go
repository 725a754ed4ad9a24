package webtest

import (
	"fmt"
	"regexp"
	"strings"
)

// Late is what an engine doesn't parse, by MDN's data: in a selector, which loses the rule; in a declaration,
// which is lost alone; and whole blocks.
type Late struct {
	Selector, Declaration, Block *regexp.Regexp
	flexGap                      bool
}

var Safari12 = Late{
	Selector: regexp.MustCompile(`&|:(has|is|where)\(|:focus-visible`),
	Declaration: regexp.MustCompile(`^(inset|rotate|translate|scale|aspect-ratio|appearance|container|` +
		`accent-color|overscroll-behavior|(padding|margin)-(inline|block)|inset-(inline|block).*)$|` +
		`color-mix\(|clamp\(|rgb\([^,]*\)|overflow(-[xy])?: clip|text-decoration: underline \w|[0-9][dsl]v[hw]\b|` +
		`content: ".*" / `),
	Block:   regexp.MustCompile(`^@(container|supports (not )?selector)`),
	flexGap: true,
}

// Aged is a style sheet as such an engine reads it.
func Aged(css string, late Late) string {
	css = regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(css, "")
	var out strings.Builder
	for {
		head, rest, more := strings.Cut(css, "{")
		if !more {
			return out.String()
		}
		end, deep := 0, 1
		for ; deep > 0; end++ {
			switch rest[end] {
			case '{':
				deep++
			case '}':
				deep--
			}
		}
		body, head := rest[:end-1], strings.TrimSpace(head)
		css = rest[end:]
		switch {
		case strings.HasPrefix(head, "@") && !late.Block.MatchString(head):
			head = strings.Replace(head, "not (container-type: inline-size)", "(display: block)", 1)
			if strings.HasPrefix(head, "@media") || strings.HasPrefix(head, "@supports") {
				body = Aged(body, late)
			}
			fmt.Fprintf(&out, "%s {%s}\n", head, body)
		case strings.HasPrefix(head, "@"), late.Selector.MatchString(head):
		case strings.Contains(body, "{"): // nested rules end what can be read of it
		default:
			fmt.Fprintf(&out, "%s {", head)
			for declared := range strings.SplitSeq(body, ";") {
				declared = strings.TrimSpace(declared)
				name, _, _ := strings.Cut(declared, ":")
				flexGap := late.flexGap && name == "gap" && strings.Contains(body, "flex")
				if !flexGap && !late.Declaration.MatchString(name) && !late.Declaration.MatchString(declared) {
					fmt.Fprintf(&out, "%s;", declared)
				}
			}
			out.WriteString("}\n")
		}
	}
}
