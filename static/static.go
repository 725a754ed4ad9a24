// Package static holds what the browser fetches besides pages: the style, the little script there is, icons, and htmx.
//
// Every file is served under a name that carries a piece of its own hash, so that a browser may keep it for ever and a
// new release is still seen at once. The names are made at start-up from the files themselves: nothing to build, nothing
// to forget. Style sheets, scripts and the manifest name each other as "/static/NAME"; those names are replaced too.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"sync"
)

//go:embed css js icons vendor/*.js manifest.webmanifest
var files embed.FS

// Prefix is where the files live on the server.
const Prefix = "/static/"

// File is one file ready to be sent.
type File struct {
	Name string // as written in the tree: "css/base.css"
	Path string // as the browser asks for it: "/static/css/base.3f2a9c01d2.css"
	Type string // its content type
	Body []byte

	zipped func() []byte
}

// Gzip is the body compressed, made at the first asking; nil for pictures, which gain nothing.
func (f *File) Gzip() []byte { return f.zipped() }

// Set is all files, to be found by the name in the tree and by the path on the server.
type Set struct{ byName, byPath map[string]*File }

// Load reads what is embedded. An error is a mistake in the tree, not in the world.
func Load() (*Set, error) { return load(files) }

// At finds a file by the path the browser asks for.
func (s *Set) At(path string) (*File, bool) { f, ok := s.byPath[path]; return f, ok }

// Path gives the path of a named file. A name nobody has is a mistake in a template: it panics, and the tests see it.
func (s *Set) Path(name string) string {
	f, ok := s.byName[name]
	if !ok {
		panic(fmt.Sprintf("static: no file named %q", name))
	}
	return f.Path
}

// types are the only kinds of file that may lie here.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".webmanifest": "application/manifest+json",
}

var named = regexp.MustCompile(`/static/[a-z0-9][a-z0-9./-]*[a-z0-9]`)

func load(tree fs.FS) (*Set, error) {
	s := &Set{byName: map[string]*File{}, byPath: map[string]*File{}}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		_, err = s.take(tree, name, nil)
		return err
	})
	return s, err
}

// take reads one file after those it names, so that its own hash covers theirs.
func (s *Set) take(tree fs.FS, name string, above []string) (*File, error) {
	if f, ok := s.byName[name]; ok {
		return f, nil
	}
	for _, a := range above {
		if a == name {
			return nil, fmt.Errorf("static: %s names itself by way of %s", name, strings.Join(above, ", "))
		}
	}
	ext := path.Ext(name)
	typ, ok := types[ext]
	if !ok {
		return nil, fmt.Errorf("static: %s is of a kind that is not served", name)
	}
	body, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	if text := ext == ".css" || ext == ".webmanifest" || ext == ".js" && !strings.HasPrefix(name, "vendor/"); text {
		body = named.ReplaceAllFunc(body, func(ref []byte) []byte {
			f, e := s.take(tree, string(ref[len(Prefix):]), append(above, name))
			if e != nil {
				err = e
				return ref
			}
			return []byte(f.Path)
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	sum := sha256.Sum256(body)
	f := &File{
		Name: name,
		Path: Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext,
		Type: typ,
		Body: body,
	}
	f.zipped = sync.OnceValue(func() []byte {
		if ext == ".png" {
			return nil
		}
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		w.Write(body) // a bytes.Buffer takes everything
		w.Close()
		return b.Bytes()
	})
	s.byName[name], s.byPath[f.Path] = f, f
	return f, nil
}
