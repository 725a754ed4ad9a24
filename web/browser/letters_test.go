package browser_test

// The letters the browser measures pages in: the same on every machine.

import (
	"fmt"
	"os"
	"path/filepath"
)

// dejaVu is where Debian's fonts-dejavu-core, the widest letters that .ci/run installs, has its files.
const dejaVu = "/usr/share/fonts/truetype/dejavu"

// dejaVuAlone is fontconfig's file that shows the browser these letters and no others, so that a page is as
// wide on every machine. It rejects what fonts-dejavu-extra adds to the folder. fontconfig writes its cache
// to the folder %s, and reads the system's, too. A FONTCONFIG_FILE in the environment is used instead.
const dejaVuAlone = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
	<dir>` + dejaVu + `</dir>
	<selectfont><rejectfont>
		<glob>*Condensed*</glob><glob>*Oblique*</glob><glob>*Italic*</glob><glob>*Light*</glob><glob>*Math*</glob>
	</rejectfont></selectfont>
	<include ignore_missing="yes">/etc/fonts/conf.d</include>
	<cachedir>%s/fontconfig</cachedir>
	<cachedir>/var/cache/fontconfig</cachedir>
</fontconfig>
`

// lettersIn writes that file into a folder, and gives what the browser's environment needs to read it: none
// where there is no DejaVu.
func lettersIn(dir string) (env []string, err error) {
	if _, err := os.Stat(dejaVu); err != nil || os.Getenv("FONTCONFIG_FILE") != "" {
		return nil, nil
	}
	path := filepath.Join(dir, "fonts.conf")
	return []string{"FONTCONFIG_FILE=" + path}, os.WriteFile(path, fmt.Appendf(nil, dejaVuAlone, dir), 0o600)
}
