package web

// Reading forms, strictly: what an honest page of ours would not send is a bad request (400), what a person may well have
// typed wrong is a sentence beside its field (422).
//
// A form is a struct. `form:"name"` names the field; string, bool, int and int64 kinds are single, a slice may repeat.
// `validate:"…"` are validator's tags; without a max a text may have up to 200 letters. `label:"The name"` begins the
// sentence about the field.

import (
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v4"
)

// Wrong are sentences about what was typed, by field.
type Wrong map[string]string

func (w Wrong) Error() string {
	for _, sentence := range w {
		return sentence
	}
	return "Something was typed that can't be."
}

const (
	longestText = 200  // letters in a field that says nothing else
	mostRepeats = 1000 // of one field
)

// bind reads the form of a POST, or the query of a GET, into a form struct. On Wrong everything that could be read is in
// the struct, so that the form can be shown again with it.
func bind(c echo.Context, form any) error {
	values, err := valuesOf(c.Request())
	if err != nil {
		return err
	}
	return fill(values, form)
}

func valuesOf(r *http.Request) (url.Values, error) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		values, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return nil, badRequest("The address has signs in it that can't be read.")
		}
		return values, nil
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, &Fault{Status: http.StatusUnsupportedMediaType, Heading: "Not a form",
			Sentence: "Only a form as our own pages send it is read here. Nothing was recorded."}
	}
	if err := r.ParseForm(); err != nil {
		if large := (*http.MaxBytesError)(nil); errors.As(err, &large) {
			return nil, tooLarge(large.Limit)
		}
		return nil, badRequest("The form came in pieces that don't fit together. Nothing was recorded.")
	}
	return r.PostForm, nil
}

func badRequest(sentence string) error {
	return &Fault{Status: http.StatusBadRequest, Heading: "That was no form of ours", Sentence: sentence}
}

func fill(values url.Values, form any) error {
	at := reflect.ValueOf(form).Elem()
	fields := fieldsOf(at.Type())
	for name := range values {
		if _, ok := fields[name]; !ok {
			return badRequest("The form has a field this page doesn't know. Nothing was recorded; load the page anew and try again.")
		}
	}
	wrong := Wrong{}
	for name, f := range fields {
		given := values[name]
		if len(given) == 0 {
			continue
		}
		to := at.FieldByIndex(f.index)
		if !f.many && len(given) > 1 {
			return badRequest("The form says the same thing twice. Nothing was recorded; load the page anew and try again.")
		}
		if len(given) > mostRepeats {
			return badRequest("The form says the same thing far too often. Nothing was recorded.")
		}
		for _, text := range given {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return badRequest("The form has signs in it that are no letters. Nothing was recorded.")
			}
			if utf8.RuneCountInString(text) > f.longest {
				wrong[name] = fmt.Sprintf("%s is too long: %d letters at most.", f.label, f.longest)
			}
			if f.many {
				one := reflect.New(to.Type().Elem()).Elem()
				if sentence := read(one, text, f.label); sentence != "" {
					wrong[name] = sentence
				}
				to.Set(reflect.Append(to, one))
			} else if sentence := read(to, text, f.label); sentence != "" {
				wrong[name] = sentence
			}
		}
	}
	if err := checks().Struct(form); err != nil {
		var failed validator.ValidationErrors
		if !errors.As(err, &failed) {
			return err
		}
		for _, e := range failed {
			name, _, _ := strings.Cut(e.Field(), "[")
			if wrong[name] == "" {
				wrong[name] = sentenceFor(e, fields[name].label)
			}
		}
	}
	if len(wrong) > 0 {
		return wrong
	}
	return nil
}

// read puts one text into one value; what it gives back is the sentence about it, if it won't do.
func read(to reflect.Value, text, label string) string {
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
			return label + " can only be yes or no."
		}
	default:
		if text = strings.TrimSpace(text); text == "" {
			return ""
		}
		n, err := strconv.ParseInt(strings.Replace(text, "−", "-", 1), 10, to.Type().Bits())
		if err != nil {
			return label + " must be a whole number."
		}
		to.SetInt(n)
	}
	return ""
}

// formField is what bind knows of a field of a form struct.
type formField struct {
	index   []int
	label   string
	many    bool
	longest int
}

var knownForms sync.Map // reflect.Type → map[string]formField

func fieldsOf(t reflect.Type) map[string]formField {
	if known, ok := knownForms.Load(t); ok {
		return known.(map[string]formField)
	}
	fields := map[string]formField{}
	for _, sf := range reflect.VisibleFields(t) {
		name := sf.Tag.Get("form")
		if name == "" {
			continue
		}
		f := formField{index: sf.Index, label: sf.Tag.Get("label"), many: sf.Type.Kind() == reflect.Slice, longest: longestText}
		if f.label == "" {
			f.label = strings.ToUpper(name[:1]) + name[1:]
		}
		kind := sf.Type
		if f.many {
			kind = kind.Elem()
		}
		for tag := range strings.SplitSeq(sf.Tag.Get("validate"), ",") {
			if n, ok := strings.CutPrefix(tag, "max="); ok && kind.Kind() == reflect.String && !f.many {
				f.longest, _ = strconv.Atoi(n)
			}
		}
		fields[name] = f
	}
	knownForms.Store(t, fields)
	return fields
}

// checks is validator, set up once: fields go by their form names.
var checks = sync.OnceValue(func() *validator.Validate {
	v := validator.New(validator.WithRequiredStructEnabled())
	v.RegisterTagNameFunc(func(f reflect.StructField) string { return f.Tag.Get("form") })
	return v
})

// sentenceFor puts a failed check into words.
func sentenceFor(e validator.FieldError, label string) string {
	text, many := e.Kind() == reflect.String, e.Kind() == reflect.Slice
	switch e.Tag() {
	case "required":
		return label + " is missing."
	case "min", "gte":
		switch {
		case text:
			return fmt.Sprintf("%s needs at least %s letters.", label, e.Param())
		case many:
			return fmt.Sprintf("%s: at least %s.", label, e.Param())
		}
		return fmt.Sprintf("%s must be %s or more.", label, e.Param())
	case "max", "lte":
		switch {
		case text:
			return fmt.Sprintf("%s is too long: %s letters at most.", label, e.Param())
		case many:
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
