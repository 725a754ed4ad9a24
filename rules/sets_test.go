package rules

import (
	"bytes"
	"encoding/json"
	"errors"
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

func TestSetsRoundTrip(t *testing.T) {
	for _, h := range Sets() {
		first, err := h.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseHouse(first)
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		if !reflect.DeepEqual(h, again) {
			t.Errorf("%s came back as\n%+v, was\n%+v", h.ID, again, h)
		}
		second, err := json.Marshal(again) // by way of the encoder, which compacts and escapes
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("%s\n%s\n%v", first, second, err)
		}
		var third House
		if err := json.Unmarshal(first, &third); err != nil || !reflect.DeepEqual(h, &third) {
			t.Errorf("%s by json.Unmarshal: %v", h.ID, err)
		}
	}
	odd := with("hoyle", func(h *House) { h.Name = "Tom & Jerry's <“house”>" })
	direct, _ := odd.MarshalJSON()
	encoded, _ := json.Marshal(odd)
	if !bytes.Equal(direct, encoded) {
		t.Errorf("%s\n%s", direct, encoded)
	}
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

// Each kind of nonsense in a set has its field and its sentence.
func TestNonsenseInSets(t *testing.T) {
	const solo = `"id":"ours","name":"Ours","calls":[{"call":"solo","stake":1}]`
	calls := func(list string) string { return `{"id":"ours","name":"Ours","calls":[` + list + `]}` }
	for _, c := range []struct{ text, field, sentence string }{
		{``, "", "The set is not whole, well-formed JSON."},
		{`{` + solo, "", "The set is not whole, well-formed JSON."},
		{`{` + solo + `,}`, "", "The set is not whole, well-formed JSON."},
		{"{" + solo + "\x00}", "", "The set is not whole, well-formed JSON."},
		{"{" + solo + ",\"money\":\"\xff\"}", "", "The text of the set is damaged: it is not UTF-8."},
		{`[]`, "", "A set of house rules is a JSON object."},
		{`null`, "", "A set of house rules is a JSON object."},
		{`"hoyle"`, "", "A set of house rules is a JSON object."},
		{`{` + solo + `}{}`, "", "Something stands after the end of the set."},
		{`{` + solo + `} x`, "", "Something stands after the end of the set."},

		{`{"name":"Ours","calls":[{"call":"solo","stake":1}]}`, "id", "A set must have an id."},
		{`{"id":"ours","calls":[{"call":"solo","stake":1}]}`, "name", "A set must have a name."},
		{`{"id":"ours","name":"Ours"}`, "calls", "A set must say what may be called."},
		{`{"id":"","name":"Ours","calls":[{"call":"solo","stake":1}]}`, "id", "The id of a set cannot be empty."},
		{`{"id":"ours","name":" \t","calls":[{"call":"solo","stake":1}]}`, "name",
			"The name of a set cannot be empty."},
		{`{"id":"ours","name":"Ours\n","calls":[{"call":"solo","stake":1}]}`, "name",
			"The name of a set cannot have control characters in it."},
		{`{"id":"ours","name":"\u202eOurs","calls":[{"call":"solo","stake":1}]}`, "name",
			"The name of a set cannot have control characters in it."},
		{`{"id":"ours","name":"\ud800","calls":[{"call":"solo","stake":1}]}`, "name",
			"The name of a set cannot have control characters in it."},
		{`{"id":"` + strings.Repeat("é", 61) + `","name":"Ours","calls":[{"call":"solo","stake":1}]}`, "id",
			"The id of a set has at most 60 characters; this one has 61."},
		{`{"id":"ours","name":"` + strings.Repeat("é", 81) + `","calls":[{"call":"solo","stake":1}]}`, "name",
			"The name of a set has at most 80 characters; this one has 81."},
		{`{"id":7,"name":"Ours","calls":[{"call":"solo","stake":1}]}`, "id",
			"The field id must be text between quotation marks."},

		{`{` + solo + `,"scale":2}`, "scale", "A set of house rules has no field “scale”."},
		{`{` + solo + `,"Money":"lsd"}`, "Money", "A set of house rules has no field “Money”."},
		{`{` + solo + `,"money":"lsd","money":"lsd"}`, "money", "The field money is there twice."},
		{`{` + solo + `,"money":"lsd","mon\u0065y":"lsd"}`, "money", "The field money is there twice."},
		{`{` + solo + `,"money":null}`, "money", "The field money must be text between quotation marks."},
		{`{` + solo + `,"money":"ZZZ"}`, "money",
			"“ZZZ” is no money we know: use units, points, lsd or the code of a currency in use, such as GBP or EUR."},
		{`{` + solo + `,"slam":"double"}`, "slam",
			"The field slam can be plain or doubles-over, and not “double”."},
		{`{` + solo + `,"allPass":"throwin"}`, "allPass",
			"The field allPass can be throw-in, goulash, last-trick, fewest or five-or-four, and not “throwin”."},
		{`{` + solo + `,"auction":""}`, "auction",
			"The field auction can be open, single or eldest-twice, and not “”."},
		{`{` + solo + `,"trumps":"NT"}`, "trumps",
			"The field trumps can be turn-up, second-pack, cycle or cycle-nt, and not “NT”."},
		{`{` + solo + `,"declaredTrumps":true}`, "declaredTrumps",
			"The field declaredTrumps must be text between quotation marks."},
		{`{` + solo + `,"declaredTrumps":"some"}`, "declaredTrumps",
			"The field declaredTrumps can be none or chosen, and not “some”."},
		{`{` + solo + `,"shuffle":"sometimes"}`, "shuffle",
			"The field shuffle can be always, after-abundance or never, and not “sometimes”."},
		{`{` + solo + `,"slam":"doubles-over"}`, "slam",
			"Only a proposal doubles for a slam, and this set has none."},
		{`{` + solo + `,"shufflePenalty":-1}`, "shufflePenalty",
			"The penalty for shuffling cannot be below zero."},
		{`{` + solo + `,"shufflePenalty":"1"}`, "shufflePenalty", "The field shufflePenalty must be a number."},
		{`{` + solo + `,"revokeTricks":-1}`, "revokeTricks", "A revoke costs 0 to 13 tricks, and not -1."},
		{`{` + solo + `,"revokeTricks":14}`, "revokeTricks", "A revoke costs 0 to 13 tricks, and not 14."},
		{`{` + solo + `,"revokeTricks":3.0}`, "revokeTricks",
			"The field revokeTricks must be a whole number in plain digits, and not “3.0”."},
		{`{` + solo + `,"offenderPays":1}`, "offenderPays", "The field offenderPays must be true or false."},
		{`{` + solo + `,"calls":[]}`, "calls", "The field calls is there twice."},
		{`{` + solo + `,"lone":""}`, "lone", "The field lone can be raise, solo or thrown-in, and not “”."},
		{`{` + solo + `,"packets":"fours"}`, "packets",
			"The field packets can be threes, rotating-four or ones, and not “fours”."},
		{`{` + solo + `,"shuffler":"right"}`, "shuffler",
			"The field shuffler can be dealer or left, and not “right”."},
		{`{` + solo + `,"short":3}`, "short", "The field short must be text between quotation marks."},
		{`{` + solo + `,"short":"half"}`, "short",
			"The field short can be strip, drop-suit or dummy, and not “half”."},
		{`{` + solo + `,"short":"dummy"}`, "short",
			"An open fourth hand goes with Irish bids and misère only, and this set has other calls."},
		{`{` + solo + `,"misery":0}`, "misery", "The stake of a general misère must be above zero."},
		{`{` + solo + `,"misery":-1}`, "misery", "The stake of a general misère must be above zero."},
		{`{` + solo + `,"misery":"1"}`, "misery", "The field misery must be a number."},
		{`{` + solo + `,"royalOver":"yes"}`, "royalOver", "The field royalOver must be true or false."},
		{`{` + solo + `,"royalOver":true}`, "royalOver",
			"Royal abundance can only be called over an abundance, and this set has no abundance."},
		{`{"id":"ours","name":"Ours","royalOver":true,"calls":[{"call":"abundance","stake":1}]}`, "royalOver",
			"This set has no royal abundance to call over an abundance."},
		{`{"id":"ours","name":"Ours","royalOver":true,"calls":[{"call":"royal","stake":1},` +
			`{"call":"abundance","stake":1}]}`, "royalOver",
			"Royal abundance stands below abundance in this set, so it cannot be called over one."},
		{`{` + solo + `,"auction":"single","raiseLast":true}`, "raiseLast",
			"Where everyone speaks once, the caller has no last word to raise with."},
		{`{` + solo + `,"auction":"eldest-twice","raiseLast":true}`, "raiseLast",
			"Where everyone speaks once, the caller has no last word to raise with."},
		{`{` + solo + `,"raiseLast":1}`, "raiseLast", "The field raiseLast must be true or false."},
		{`{` + solo + `,"declaredOpen":null}`, "declaredOpen", "The field declaredOpen must be true or false."},

		{`{"id":"ours","name":"Ours","calls":{}}`, "calls", "The field calls must be a list."},
		{calls(``), "calls", "A set must have at least one call."},
		{calls(`"solo"`), "calls[0]", "What stands at calls[0] must be an object."},
		{calls(`{"stake":1}`), "calls[0].call", "Say which call this is."},
		{calls(`{"call":"solo"}`), "calls[0].stake", "Every call must have a stake."},
		{calls(`{"call":"cop","stake":1}`), "calls[0].call", "There is no call “cop”."},
		{calls(`{"call":"Solo","stake":1}`), "calls[0].call", "There is no call “Solo”."},
		{calls(`{"call":"","stake":1}`), "calls[0].call", "There is no call “”."},
		{calls(`{"call":"passed","stake":1}`), "calls[0].call", "All passed is nothing a player can call."},
		{calls(`{"call":"general-misere","stake":1}`), "calls[0].call",
			"A general misère is not called: it is what can be played when all pass, and is chosen there."},
		{calls(`{"call":"solo","stake":1},{"call":"misere","stake":1},{"call":"solo","stake":2}`),
			"calls[2].call", "The set has solo twice."},
		{calls(`{"call":"solo","stake":1,"price":2}`), "calls[0].price", "A call of a set has no field “price”."},
		{calls(`{"call":"solo","stake":1,"stake":2}`), "calls[0].stake",
			"The field calls[0].stake is there twice."},
		{calls(`{"call":"solo","stake":0}`), "calls[0].stake", "The stake of solo must be above zero."},
		{calls(`{"call":"solo","stake":1},{"call":"misere","stake":-5}`), "calls[1].stake",
			"The stake of misère must be above zero."},
		{calls(`{"call":"solo","stake":"7"}`), "calls[0].stake", "The field calls[0].stake must be a number."},
		{calls(`{"call":"solo","stake":7.5}`), "calls[0].stake",
			"The field calls[0].stake must be a whole number in plain digits, and not “7.5”."},
		{calls(`{"call":"solo","stake":1e9}`), "calls[0].stake",
			"The field calls[0].stake must be a whole number in plain digits, and not “1e9”."},
		{calls(`{"call":"solo","stake":9223372036854775808}`), "calls[0].stake",
			"The number in calls[0].stake is too large."},
		{calls(`{"call":"solo","stake":1,"target":0}`), "calls[0].target",
			"The target of solo must be 1 to 13 tricks, and not 0."},
		{calls(`{"call":"solo","stake":1,"target":14}`), "calls[0].target",
			"The target of solo must be 1 to 13 tricks, and not 14."},
		{calls(`{"call":"misere","stake":1,"target":1}`), "calls[0].target",
			"The target of misère is always 0 and cannot be 1."},
		{calls(`{"call":"declared","stake":1,"target":12}`), "calls[0].target",
			"The target of abundance declared is always 13 and cannot be 12."},
		{calls(`{"call":"irish","stake":1,"target":6}`), "calls[0].target",
			"The target of an Irish call is the bid, so the set gives it none."},
		{calls(`{"call":"solo","stake":1,"over":-1}`), "calls[0].over",
			"What solo pays for each trick over cannot be below zero."},
		{calls(`{"call":"solo","stake":1,"under":-1}`), "calls[0].under",
			"What solo costs for each trick under cannot be below zero."},
		{calls(`{"call":"misere","stake":1,"over":1}`), "calls[0].over",
			"Winning misère pays the stake only: tricks over do not count."},
		{calls(`{"call":"grand-slam","stake":1,"under":1}`), "calls[0].under",
			"Losing the grand slam costs the stake only: tricks under do not count."},
		{calls(`{"call":"declared","stake":1,"freeUnder":1}`), "calls[0].freeUnder",
			"Losing abundance declared costs the stake only: tricks under do not count, so none of them can be free."},
		{calls(`{"call":"irish","stake":1,"under":1}`), "calls[0].under",
			"Losing the Irish bid costs the stake only: tricks under do not count."},
		{calls(`{"call":"irish","stake":1,"bonus":1}`), "calls[0].bonus",
			"Winning the Irish bid pays the stake only: there is no bonus for all thirteen tricks."},
		{calls(`{"call":"misere","stake":1,"bonus":1}`), "calls[0].bonus",
			"Winning misère pays the stake only: there is no bonus for all thirteen tricks."},
		{calls(`{"call":"solo","stake":1,"bonus":-1}`), "calls[0].bonus",
			"What solo pays for all thirteen tricks cannot be below zero."},
		{calls(`{"call":"solo","stake":1,"freeUnder":-1}`), "calls[0].freeUnder",
			"Of solo 0 to 13 tricks short can be free, and not -1."},
		{calls(`{"call":"solo","stake":1,"freeUnder":14}`), "calls[0].freeUnder",
			"Of solo 0 to 13 tricks short can be free, and not 14."},
		{calls(`{"call":"solo","stake":1,"freeUnder":1.5}`), "calls[0].freeUnder",
			"The field calls[0].freeUnder must be a whole number in plain digits, and not “1.5”."},
		{calls(`{"call":"solo","stake":1,"lost":0}`), "calls[0].lost",
			"What solo costs when it is lost must be above zero."},
		{calls(`{"call":"solo","stake":1,"lost":-2}`), "calls[0].lost",
			"What solo costs when it is lost must be above zero."},
		{calls(`{"call":"irish","stake":1},{"call":"solo","stake":1}`), "calls[1].call",
			"Beside Irish bids only misère can be called: there is no rank for solo among them."},
		{calls(`{"call":"misere","stake":1},{"call":"irish","stake":1}`), "calls[0].call",
			"Irish bids begin below misère, so they stand before it."},
		{calls(strings.Repeat(`{"call":"solo","stake":1},`, 20) + `{"call":"solo","stake":1}`), "calls",
			"There are more calls in the set than there are calls in the game."},
		{`{"id":"ours","name":"Ours","calls":[{"call":"misere","stake":1}],"allPass":"last-trick"}`,
			"allPass", "A general misère is paid at a stake of its own or at that of a solo, and this set has " +
				"neither."},
		{`{"id":"ours","name":"Ours","calls":[{"call":"misere","stake":1}],"allPass":"fewest"}`, "allPass",
			"A general misère is paid at a stake of its own or at that of a solo, and this set has neither."},
		{`{"` + strings.Repeat("x", 1000) + `":1}`, strings.Repeat("x", 40) + "…",
			"A set of house rules has no field “" + strings.Repeat("x", 40) + "…”."},
	} {
		h, err := ParseHouse([]byte(c.text))
		var p *Problem
		if !errors.As(err, &p) || h != nil {
			t.Errorf("%s was taken as %+v, %v", c.text, h, err)
			continue
		}
		if p.Field != c.field || p.Sentence != c.sentence {
			t.Errorf("%s\n got %s: %s\nwant %s: %s", c.text, p.Field, p.Sentence, c.field, c.sentence)
		}
		if !wellPut(p.Sentence) {
			t.Errorf("%q is not a sentence", p.Sentence)
		}
	}
}
