package forms

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"
)

func bind(r *http.Request, form any) error {
	e := echo.New()
	e.Validator = Binder{}
	return Binder{}.Bind(form, e.NewContext(r, nil))
}

type inner struct {
	Key string `form:"key" validate:"required,max=8" label:"The key"`
}

type every struct {
	inner
	Name  string    `form:"name" validate:"max=5"`
	Count int64     `form:"count" validate:"min=0,max=5" label:"The count"`
	Yes   bool      `form:"yes"`
	Sorts []string  `form:"sorts" validate:"max=3,dive,max=4" label:"The sorts"`
	IDs   []int64   `form:"ids"`
	Took  [3]int    `form:"took-#" validate:"dive,min=0,max=13" label:"The number of tricks"`
	Total [2]string `form:"total-#" validate:"dive,max=6"`
	Other string    // no field of the form
}

func TestBind(t *testing.T) {
	for query, want := range map[string]string{
		"key=k": "", "key=k&name=Ann&count=−0&yes=on&sorts=a&sorts=b&ids=3&ids=-4&took-2=13&total-1=6d": "",
		"":                                      "key: The key is missing.",
		"key=k&name=Ludwig":                     "name: Name is too long: 5 letters at most.",
		"key=k&count=6":                         "count: The count must be 5 or less.",
		"key=k&count=111111":                    "count: The count must be 5 or less.",
		"key=k&count=-1":                        "count: The count must be 0 or more.",
		"key=k&count=one":                       "count: The count must be a whole number.",
		"key=k&yes=maybe":                       "yes: Yes can only be yes or no.",
		"key=k&sorts=a&sorts=b&sorts=c&sorts=d": "sorts: The sorts: no more than 3.",
		"key=k&sorts=abcde":                     "sorts: The sorts is too long: 4 letters at most.",
		"key=k&took-3=14":                       "took-3: The number of tricks must be 13 or less.",
		"key=k&took-1=x":                        "took-1: The number of tricks must be a whole number.",
		"key=k&total-2=1234567":                 "total-2: Total-2 is too long: 6 letters at most.",
		"key=k&took-4=1":                        "", "key=k&took-#=1": "", "key=k&other=1": "",
		"key=k&key=k": "bad", "key=k&name=%00": "bad", "key=k&name=%ff": "bad", "%zz": "bad",
	} {
		var f every
		err := bind(httptest.NewRequest("GET", "/?"+query, nil), &f)
		got := ""
		var wrong Wrong
		switch {
		case errors.As(err, new(Bad)):
			got = "bad"
		case errors.As(err, &wrong):
			for name, sentence := range wrong {
				got += name + ": " + sentence
			}
		case err != nil:
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
	for _, body := range []string{"key=k&took-4=1", "key=k&took-#=1", "key=k&other=1"} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if err := bind(r, &every{}); !errors.As(err, new(Bad)) {
			t.Errorf("a form with an unknown field: %q: %v", body, err)
		}
	}
	r := httptest.NewRequest("POST", "/", strings.NewReader("key=k"))
	if err := bind(r, &every{}); !errors.Is(err, ErrNoForm) {
		t.Errorf("without a content type: %v", err)
	}
}

// TestQuery: what Query writes, Bind reads back.
func TestQuery(t *testing.T) {
	f := every{inner: inner{"k"}, Name: "Ann", Count: 3, Yes: true, Sorts: []string{"a", "", "b"},
		IDs: []int64{-2}, Took: [3]int{0, 13, 0}, Total: [2]string{"1s", ""}}
	query := Query(f).Encode()
	if want := "count=3&ids=-2&key=k&name=Ann&sorts=a&sorts=&sorts=b&took-2=13&total-1=1s&yes=on"; query != want {
		t.Errorf("%s, want %s", query, want)
	}
	var back every
	if err := bind(httptest.NewRequest("GET", "/?"+query, nil), &back); err != nil ||
		!reflect.DeepEqual(f, back) {
		t.Errorf("read back: %+v, %v", back, err)
	}
	if got := Query(&every{}); len(got) != 0 {
		t.Errorf("of nothing: %v", url.Values(got))
	}
}
