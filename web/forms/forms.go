package forms

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v4"

	"ouverte/rules/english"
)

// Wrong holds sentences about the input, by field.
type Wrong map[string]string

func (w Wrong) Error() string {
	for _, sentence := range w {
		return sentence
	}
	return "Something you typed can't be right."
}

// Bad says of a form why no page of ours sent it.
type Bad string

func (b Bad) Error() string { return string(b) }

// Anew is Bad where loading the page anew helps.
func Anew(what string) Bad { return Bad(what + "; load the page again and try once more.") }

// ErrNoForm means that the body is something else than a form.
var ErrNoForm = errors.New("this page reads only our own forms")

// ErrTorn means that the body breaks off, or isn't a form though it says so.
const ErrTorn = Bad("The form arrived broken. Nothing was recorded.")

const (
	longestText = 200  // letters in a field that says nothing else
	mostRepeats = 1000 // of one field
)

// Binder is echo's binder and validator.
type Binder struct{}

// Bind reads the form of a POST, or the query of a GET, and has it validated. Besides Bad, Wrong and
// ErrNoForm it returns *http.MaxBytesError.
func (Binder) Bind(form any, c echo.Context) error {
	values, err := Values(c.Request())
	if err != nil {
		return err
	}
	unread, err := fill(values, form, c.Request().Method == http.MethodPost)
	if err != nil {
		return err
	}
	err = c.Validate(form)
	var wrong Wrong
	if errors.As(err, &wrong) {
		maps.Copy(wrong, unread) // what couldn't be read is the better reason
	} else if err == nil && len(unread) > 0 {
		return unread
	}
	return err
}

// Validate puts what validator finds into words.
func (Binder) Validate(form any) error {
	err := checks().Struct(form)
	var failed validator.ValidationErrors
	if !errors.As(err, &failed) {
		return err
	}
	wrong, fields := Wrong{}, fieldsOf(reflect.TypeOf(form).Elem())
	for _, e := range failed {
		if name := nameOf(e.Field()); wrong[name] == "" {
			wrong[name] = sentenceFor(e, fields[name].label)
		}
	}
	return wrong
}

// Values gives the fields of a request unread.
func Values(r *http.Request) (url.Values, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return nil, Bad("We can't read some characters in this address.")
		}
		return values, nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, ErrNoForm
	}
	if err := r.ParseForm(); err != nil {
		if errors.As(err, new(*http.MaxBytesError)) {
			return nil, err
		}
		return nil, ErrTorn
	}
	return r.PostForm, nil
}

// fill puts fields into a form. Addresses grow fields on their way here, of which nothing follows; a form of
// ours has none that its page doesn't know.
func fill(values url.Values, form any, strict bool) (unread Wrong, err error) {
	at := reflect.ValueOf(form).Elem()
	fields := fieldsOf(at.Type())
	for name := range values {
		if _, ok := fields[name]; strict && !ok {
			return nil, Anew("The form has a field this page doesn't know. Nothing was recorded")
		}
	}
	unread = Wrong{}
	for name, f := range fields {
		given := values[name]
		switch {
		case !f.many && len(given) > 1:
			return nil, Anew("The form says the same thing twice. Nothing was recorded")
		case len(given) > mostRepeats:
			return nil, Bad("The form says the same thing far too often. Nothing was recorded.")
		}
		for _, text := range given {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return nil, Bad("We can't read some characters in this form. Nothing was recorded.")
			}
			if sentence := f.read(at, text); sentence != "" {
				unread[name] = sentence
			}
		}
	}
	return unread, nil
}

// Read reads a form from what Query wrote.
func Read(query string, form any) error {
	values, err := url.ParseQuery(query)
	if err != nil {
		return Anew("The form says something that can't be read. Nothing was recorded")
	}
	unread, err := fill(values, form, true)
	if err == nil && len(unread) > 0 {
		err = unread
	}
	if err == nil {
		err = Binder{}.Validate(form)
	}
	return err
}

// Query writes a form as the fields of an address that Bind reads back, without those that hold nothing.
func Query(form any) url.Values {
	at := reflect.Indirect(reflect.ValueOf(form))
	out := url.Values{}
	for name, f := range fieldsOf(at.Type()) {
		v := f.of(at)
		if v.IsZero() {
			continue
		}
		if !f.many {
			out.Set(name, write(v))
			continue
		}
		for i := range v.Len() {
			out.Add(name, write(v.Index(i)))
		}
	}
	return out
}

// Pairs are the names and values of Query in turn, by name.
func Pairs(form any) (out []string) {
	all := Query(form)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, value := range all[name] {
			out = append(out, name, value)
		}
	}
	return out
}

func write(v reflect.Value) string {
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Bool:
		return "on"
	}
	return strconv.FormatInt(v.Int(), 10)
}

// field is what is known of a field of a form struct.
type field struct {
	index   []int
	at      int // of an array; -1 elsewhere
	label   string
	many    bool
	longest int
}

func (f *field) of(form reflect.Value) reflect.Value {
	v := form.FieldByIndex(f.index)
	if f.at >= 0 {
		v = v.Index(f.at)
	}
	return v
}

// read puts one text into the field. It returns the sentence about it, if it won't do.
func (f *field) read(form reflect.Value, text string) (sentence string) {
	to := f.of(form)
	if utf8.RuneCountInString(text) > f.longest {
		sentence = fmt.Sprintf("%s is too long: %d letters at most.", f.label, f.longest)
	}
	if !f.many {
		return cmp.Or(f.set(to, text), sentence)
	}
	one := reflect.New(to.Type().Elem()).Elem()
	unread := f.set(one, text)
	to.Set(reflect.Append(to, one))
	return cmp.Or(unread, sentence)
}

func (f *field) set(to reflect.Value, text string) (sentence string) {
	switch to.Kind() {
	case reflect.String:
		to.SetString(text)
	case reflect.Bool:
		switch text {
		case "on", "1", "true":
			to.SetBool(true)
		case "", "0", "false":
			to.SetBool(false)
		default:
			return f.label + " can only be yes or no."
		}
	default:
		if text = strings.TrimSpace(text); text == "" {
			return ""
		}
		n, err := strconv.ParseInt(strings.Replace(text, "−", "-", 1), 10, to.Type().Bits())
		if err != nil {
			return f.label + " must be a whole number."
		}
		to.SetInt(n)
	}
	return ""
}

var known sync.Map // reflect.Type → map[string]*field

func fieldsOf(t reflect.Type) map[string]*field {
	if fields, ok := known.Load(t); ok {
		return fields.(map[string]*field)
	}
	fields := map[string]*field{}
	for _, sf := range reflect.VisibleFields(t) {
		name := sf.Tag.Get("form")
		if name == "" {
			continue
		}
		f := field{
			index: sf.Index, at: -1, many: sf.Type.Kind() == reflect.Slice, longest: longestText,
			label: cmp.Or(sf.Tag.Get("label"), english.Capital(name)),
		}
		kind, array := sf.Type.Kind(), sf.Type.Kind() == reflect.Array
		if array {
			kind = sf.Type.Elem().Kind()
		}
		for tag := range strings.SplitSeq(sf.Tag.Get("validate"), ",") {
			if n, ok := strings.CutPrefix(tag, "max="); ok && kind == reflect.String {
				f.longest, _ = strconv.Atoi(n)
			}
		}
		if !array {
			fields[name] = &f
			continue
		}
		for i := range sf.Type.Len() {
			one, number := f, strconv.Itoa(i+1)
			one.at, one.label = i, strings.Replace(f.label, "#", number, 1)
			fields[strings.Replace(name, "#", number, 1)] = &one
		}
	}
	known.Store(t, fields)
	return fields
}

// nameOf is the field validator means: "shares[2]" is one of shares, "took-#[2]" is took-3.
func nameOf(said string) string {
	name, index, _ := strings.Cut(said, "[")
	if i, err := strconv.Atoi(strings.TrimSuffix(index, "]")); err == nil {
		name = strings.Replace(name, "#", strconv.Itoa(i+1), 1)
	}
	return name
}

// checks is validator, set up once: fields go by their form names.
var checks = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("form") })
	return v
})

// sentenceFor puts a failed check into words.
func sentenceFor(e validator.FieldError, label string) string {
	kind := e.Kind()
	switch e.Tag() {
	case "required":
		return label + " is missing."
	case "min":
		if kind == reflect.String {
			return fmt.Sprintf("%s needs at least %s letters.", label, e.Param())
		} else if kind == reflect.Slice {
			return fmt.Sprintf("%s: at least %s.", label, e.Param())
		}
		return fmt.Sprintf("%s must be %s or more.", label, e.Param())
	case "max":
		if kind == reflect.String {
			return fmt.Sprintf("%s is too long: %s letters at most.", label, e.Param())
		} else if kind == reflect.Slice {
			return fmt.Sprintf("%s: no more than %s.", label, e.Param())
		}
		return fmt.Sprintf("%s must be %s or less.", label, e.Param())
	case "oneof":
		return label + ": choose one of those the page offers."
	case "datetime":
		return label + " must be a date, such as 2026-11-21."
	}
	return label + " can't be that."
}
