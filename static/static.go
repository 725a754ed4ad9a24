// Package static embeds the files a browser fetches besides pages: styles, scripts, icons, typefaces and
// htmx.
//
// Each file is served under a name with part of its content's hash, so browsers may cache it for ever and a
// new release is seen at once. Load computes the names at start-up. Files refer to each other as
// "/static/NAME"; Load replaces those references too.
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
	"slices"
	"strings"
	"sync"
)

//go:embed css js icons vendor/*.js vendor/*.woff2 manifest.webmanifest
var files embed.FS

// joined are styles that pages need together, in this order: one request instead of several.
var joined = map[string][]string{
	"css/page.css": {"css/tokens.css", "css/base.css", "css/fields.css", "css/parts.css", "css/bar.css"},
	"css/deal.css": {"css/seats.css", "css/table.css", "css/tablesizes.css", "css/sheet.css"},
}

// prefix is the path under which the files are served.
const prefix = "/static/"

// File is one file, ready to serve.
type File struct {
	Name string // in the tree: "css/base.css"
	Path string // on the server: "/static/css/base.3f2a9c01d2.css"
	Type string // content type
	Body []byte

	names  []*File // the files its body refers to
	zipped func() []byte
}

// Gzip is the compressed body, computed on first use; nil for what is packed already, PNGs and typefaces.
func (f *File) Gzip() []byte { return f.zipped() }

// Set holds all files, by name and by path.
type Set struct{ byName, byPath map[string]*File }

// Load reads the embedded files. An error is a mistake in the tree.
func Load() (*Set, error) { return load(files) }

// At finds a file by its path.
func (s *Set) At(path string) (*File, bool) { f, ok := s.byPath[path]; return f, ok }

// Path returns the path of a named file. It panics on an unknown name, which is a mistake in a template.
func (s *Set) Path(name string) string {
	f, ok := s.byName[name]
	if !ok {
		panic(fmt.Sprintf("static: no file named %q", name))
	}
	return f.Path
}

// With lists the paths of these files and of all they refer to, each once. It panics as Path does.
func (s *Set) With(names ...string) (paths []string) {
	var add func(*File)
	add = func(f *File) {
		if slices.Contains(paths, f.Path) {
			return
		}
		paths = append(paths, f.Path)
		for _, other := range f.names {
			add(other)
		}
	}
	for _, name := range names {
		add(s.byPath[s.Path(name)])
	}
	return paths
}

// types are the kinds of file served.
var types = map[string]string{
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".woff2":       "font/woff2",
	".webmanifest": "application/manifest+json",
}

// named matches a reference to another file.
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
	for name, parts := range joined {
		var body []byte
		var names []*File
		for _, part := range parts {
			f := s.byName[part]
			body, names = append(body, f.Body...), append(names, f.names...)
		}
		s.put(name, body, names)
	}
	return s, err
}

// take reads the files a file refers to before the file itself, so that its hash covers theirs.
func (s *Set) take(tree fs.FS, name string, above []string) (*File, error) {
	if f, ok := s.byName[name]; ok {
		return f, nil
	}
	if slices.Contains(above, name) {
		return nil, fmt.Errorf("static: %s refers to itself through %s", name, strings.Join(above, ", "))
	}
	ext := path.Ext(name)
	if _, ok := types[ext]; !ok {
		return nil, fmt.Errorf("static: %s has a type that is not served", name)
	}
	body, err := fs.ReadFile(tree, name)
	if err != nil {
		return nil, err
	}
	var names []*File
	if ext != ".png" && ext != ".svg" && ext != ".woff2" && !strings.HasPrefix(name, "vendor/") {
		body = named.ReplaceAllFunc(body, func(ref []byte) []byte {
			f, e := s.take(tree, string(ref[len(prefix):]), append(above, name))
			if e != nil {
				err = e
				return ref
			}
			names = append(names, f)
			return []byte(f.Path)
		})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return s.put(name, body, names), nil
}

func (s *Set) put(name string, body []byte, names []*File) *File {
	ext, sum := path.Ext(name), sha256.Sum256(body)
	f := &File{
		Name: name,
		Path: prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:5]) + ext,
		Type: types[ext],
		Body: body,

		names: names,
	}
	f.zipped = sync.OnceValue(func() []byte {
		if ext == ".png" || ext == ".woff2" {
			return nil
		}
		var b bytes.Buffer
		w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		w.Write(body) // a bytes.Buffer never fails
		w.Close()
		return b.Bytes()
	})
	s.byName[name], s.byPath[f.Path] = f, f
	return f
}
