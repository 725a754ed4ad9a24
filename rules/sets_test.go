package rules

import (
	"fmt"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The shipped sets are those of the table in RULES.md §3, column by column.
func TestSets(t *testing.T) {
	text, err := os.ReadFile("RULES.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "### Sets that come with the product")
	table, _, _ = strings.Cut(table, "\n## ")
	var ids []string
	for _, row := range strings.Split(table, "\n") {
		if !strings.HasPrefix(row, "| `") {
			continue
		}
		cells := strings.Split(strings.Trim(row, "| "), " | ")
		for len(cells) < 5 {
			cells = append(cells, "")
		}
		id := strings.Trim(cells[0], "`")
		ids = append(ids, id)
		h, ok := Set(id)
		if !ok {
			t.Errorf("no set %s", id)
			continue
		}
		if err := h.Check(); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		if got, want := written(h), setOfRow(t, id, cells[1], cells[2], cells[3], cells[4]); got != want {
			t.Errorf("%s\n got %s\nwant %s", id, got, want)
		}
	}
	if len(ids) != 20 || len(Sets()) != 20 {
		t.Fatalf("RULES.md has %d sets and we have %d; both should be 20", len(ids), len(Sets()))
	}
	for i, h := range Sets() {
		if h.ID != ids[i] {
			t.Errorf("set %d is %s, in RULES.md %s", i, h.ID, ids[i])
		}
	}
	if _, ok := Set("hoyle "); ok {
		t.Error("a set was found by an id it does not have")
	}
}

// written is a set but for its name, for comparing.
func written(h *House) string {
	nameless := *h
	nameless.Name = ""
	return fmt.Sprintf("%+v", nameless)
}

// setOfRow reads one row of the table in RULES.md.
func setOfRow(t *testing.T, id, money, stakes, overs, besides string) string {
	t.Helper()
	h := House{
		ID: id, Money: Money(money), Slam: "plain", AllPass: "throw-in", Auction: "open", Trumps: "turn-up",
		DeclaredTrumps: "none", Shuffle: "always", RevokeTricks: 3, OffenderPays: true,
		Lone: "raise", Packets: "threes", Shuffler: "dealer", Short: "strip",
	}
	add := func(c Call, stake int64, over, under int64) {
		targets := map[Call]int{
			Prop: 8, Solo: 5, Abundance: 9, Royal: 9, PetitSlam: 12, Declared: 13, GrandSlam: 13,
		}
		h.Calls = append(h.Calls, Rank{Call: c, Target: targets[c], Stake: stake, Over: over, Under: under})
	}
	columns := []Call{Prop, Solo, Misere, Abundance, Royal, MisereOuverte, Declared}
	if strings.Contains(stakes, "rank and stake") || strings.HasPrefix(stakes, "`") {
		columns = nil // the row names its calls: "rank and stake: prop 1, solo 1, …"
		_, list, found := strings.Cut(stakes, ": ")
		if !found {
			list = stakes
		}
		for _, item := range strings.Split(list, ", ") {
			last := strings.LastIndex(item, " ")
			plain := strings.NewReplacer("misère ouverte", "misere-ouverte", "misère", "misere", "`", "")
			call, ok := ParseCall(plain.Replace(item[:last]))
			stake, err := strconv.ParseInt(item[last+1:], 10, 64)
			if !ok || err != nil {
				t.Fatalf("%s: what is %q?", id, item)
			}
			add(call, stake, 0, 0)
		}
	}
	per := make([][2]int64, 3)
	if overs != "none" {
		for i, pair := range strings.Split(overs, ", ") {
			if _, err := fmt.Sscanf(pair, "%d/%d", &per[i][0], &per[i][1]); err != nil {
				t.Fatalf("%s: %q: %v", id, pair, err)
			}
		}
	}
	for i, stake := range strings.Fields(stakes)[:len(columns)] {
		if stake == "–" {
			continue
		}
		n, err := strconv.ParseInt(stake, 10, 64)
		if err != nil {
			t.Fatalf("%s: %v", id, err)
		}
		pair := map[Call][2]int64{Prop: per[0], Solo: per[1], Abundance: per[2], Royal: per[2]}[columns[i]]
		add(columns[i], n, pair[0], pair[1])
		if id == "grand-slam" && columns[i] == Royal {
			add(PetitSlam, 7, 0, 0)
		}
	}
	if id == "grand-slam" {
		add(GrandSlam, 12, 0, 0)
	}
	besides, _, _ = strings.Cut(besides, "**Choice**")
	left := besides
	for said, change := range map[string]func(){
		"`slam` doubles-over":       func() { h.Slam = "doubles-over" },
		"`declaredTrumps` chosen":   func() { h.DeclaredTrumps = "chosen" },
		"`auction` eldest-twice":    func() { h.Auction, h.Lone = "eldest-twice", "solo" },
		"`lone` thrown-in":          func() { h.Lone = "thrown-in" },
		"`raiseLast`":               func() { h.RaiseLast = true },
		"`declaredOpen`":            func() { h.DeclaredOpen = true },
		"`packets` rotating-four":   func() { h.Packets = "rotating-four" },
		"`shuffler` left":           func() { h.Shuffler = "left" },
		"`short` dummy":             func() { h.Short = "dummy" },
		"`shuffle` after-abundance": func() { h.Shuffle = "after-abundance" },
		"`shufflePenalty` 1":        func() { h.ShufflePenalty = 1 },
		"`trumps` cycle":            func() { h.Trumps = "cycle" },
	} {
		if strings.Contains(besides, said) {
			change()
			left = strings.ReplaceAll(left, said, "")
		}
	}
	if field := regexp.MustCompile("`(lone|packets|shuffler|short|slam|auction|trumps|shuffle|raise|royal)").
		FindString(left); field != "" {
		t.Errorf("%s: nothing here reads what the row says of %s", id, field)
	}
	target := regexp.MustCompile(`([a-zè-]+) target (\d+)`) // "solo target 6"
	for _, own := range target.FindAllStringSubmatch(besides, -1) {
		call, ok := ParseCall(own[1])
		i := slices.IndexFunc(h.Calls, func(r Rank) bool { return r.Call == call })
		if !ok || i < 0 {
			t.Fatalf("%s: what is %q?", id, own[0])
		}
		h.Calls[i].Target, _ = strconv.Atoi(own[2])
	}
	return written(&h)
}

func TestWhereNotSaid(t *testing.T) {
	h, err := ParseHouse(
		[]byte(
			`{"id":"ours","name":"Ours","calls":[{"call":"prop","stake":2},{"call":"solo","stake":3,"target":6,"over":1},
		{"call":"misere","stake":4},{"call":"abundance","stake":5},{"call":"royal","stake":5},{"call":"petit-slam","stake":6},
		{"call":"misere-ouverte","stake":6,"target":0},{"call":"declared","stake":7,"target":13},{"call":"grand-slam","stake":8}]}`,
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	want := &House{
		ID: "ours", Name: "Ours", Money: Units, Slam: SlamPlain, AllPass: ThrowIn, Auction: AuctionOpen,
		Trumps:         TrumpsTurnUp,
		DeclaredTrumps: DeclaredNone, Shuffle: ShuffleAlways, RevokeTricks: 3, OffenderPays: true,
		Lone: LoneRaise, Packets: PacketsThrees, Shuffler: ShufflerDealer, Short: ShortStrip,
		Calls: []Rank{
			{Call: Prop, Target: 8, Stake: 2}, {Call: Solo, Target: 6, Stake: 3, Over: 1},
			{Call: Misere, Stake: 4}, {Call: Abundance, Target: 9, Stake: 5}, {Call: Royal, Target: 9, Stake: 5},
			{Call: PetitSlam, Target: 12, Stake: 6}, {Call: MisereOuverte, Stake: 6},
			{Call: Declared, Target: 13, Stake: 7}, {Call: GrandSlam, Target: 13, Stake: 8},
		},
	}
	if !reflect.DeepEqual(h, want) {
		t.Errorf("\n got %+v\nwant %+v", h, want)
	}
	said, err := ParseHouse([]byte(`{"id":"x","name":"X","calls":[{"call":"solo","stake":1}],
		"offenderPays":false,"revokeTricks":0}`))
	if err != nil || said.OffenderPays || said.RevokeTricks != 0 {
		t.Errorf("false and 0 are not the same as left out: %+v, %v", said, err)
	}
}
