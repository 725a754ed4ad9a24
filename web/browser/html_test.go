package browser_test

// What html-validate says of every page that is looked at: nothing.

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ouverte/ledger/testenv"
)

// htmlRules are html-validate's recommended ones, but for those about the style of writing; for names that
// several fields of a form share, which the server reads as a list; for roles that tables name, because they
// lose them where styles draw them as blocks; for forms whose button stands elsewhere on the page; and for
// the PIN, which no browser shall keep. Ids may have any letter a name has.
const htmlRules = `{"root": true, "extends": ["html-validate:recommended"], "rules": {
	"attribute-boolean-style": "off", "doctype-style": "off", "long-title": "off", "no-inline-style": "off",
	"no-trailing-whitespace": "off", "no-implicit-button-type": "off", "void-style": "off",
	"form-dup-name": "off", "no-redundant-role": "off", "wcag/h32": "off",
	"autocomplete-password": "off", "valid-id": ["error", {"relaxed": true}],
	"aria-label-misuse": ["error", {"allowAnyNamable": true}]}}`

// validated asks html-validate about the pages in a folder.
func validated(t *testing.T, pages string) {
	t.Helper()
	tool := must(filepath.Abs("../../.ci/node/node_modules/.bin/html-validate"))(t)
	if own := os.Getenv("HTML_VALIDATE"); own != "" {
		tool = own
	}
	if _, err := os.Stat(tool); err != nil {
		testenv.Noted(t, "html-validate, which .ci/vendor installs")
		return
	}
	rules := filepath.Join(pages, "rules.json")
	fine(t, os.WriteFile(rules, []byte(htmlRules), 0o600))
	said, err := exec.Command(tool, "--config", rules, "--formatter", "text", pages).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, strings.ReplaceAll(string(said), pages+"/", ""))
	}
}
