package spreadsheet

import "testing"

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Ann": "Ann", "O’Neill": "O’Neill", "1s 6d": "1s 6d",
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@SUM(A1)": "'@SUM(A1)", "\t=1": "'\t'=1", " =1": "' =1",
		"＝1": "'＝1", "−1s": "'−1s", "|x": "'|x", "%x": "'%x",
		"Ann;=1+1": "Ann;'=1+1", "a; @b;c": "a;' @b;c", "=1;=2": "'=1;'=2", "Ann\t=1": "Ann\t'=1", "Ann;": "Ann;",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
