package rules

type (
	ladder   []Call     // what may be called, lowest first
	stakes   []int64    // one for each call of the ladder
	perTrick [2]int64   // over, under
	overs    []perTrick // for prop, for solo, for abundance and royal alike
)

// usualLadder is the order of the calls where a set does not say otherwise.
var usualLadder = ladder{Prop, Solo, Misere, Abundance, Royal, MisereOuverte, Declared}

// ones are the over-tricks most sets have.
var ones = overs{{1, 1}, {1, 1}, {2, 1}}

// shipped are the sets that come with the product (§3). A column left empty has the value of "where not
// said"; TestSets compares every line with RULES.md.
var shipped = []struct {
	id, name string
	money    Money
	ladder   ladder
	stakes   stakes
	overs    overs
	besides  House
}{
	{"hoyle", "Hoyle, six-twelve-eighteen", LSD, usualLadder, stakes{6, 6, 12, 18, 18, 24, 36}, ones,
		House{Slam: SlamDoublesOver, DeclaredTrumps: DeclaredChosen, Shuffler: ShufflerLeft}},
	{"hoyle-pence", "Hoyle in pence", LSD, usualLadder, stakes{1, 1, 2, 3, 3, 4, 6}, nil,
		House{DeclaredTrumps: DeclaredChosen, Shuffler: ShufflerLeft}},
	{"hoyle-shillings", "Hoyle in shillings", LSD, usualLadder, stakes{12, 12, 24, 36, 36, 48, 72},
		overs{{3, 3}, {3, 3}, {3, 3}},
		House{Slam: SlamDoublesOver, DeclaredTrumps: DeclaredChosen, Shuffler: ShufflerLeft}},
	{"units", "Units", Units, usualLadder, stakes{1, 1, 2, 3, 3, 4, 6}, nil, House{}},
	{"units-steep", "Units, steep", Units, usualLadder, stakes{2, 2, 3, 4, 4, 6, 8}, nil, House{}},
	{"units-face-up", "Units, face up", Units, usualLadder, stakes{1, 1, 2, 3, 3, 4, 6}, nil,
		House{Lone: LoneThrownIn, DeclaredOpen: true}},
	{"units-over-4", "Units with over-tricks, from four", Units, usualLadder, stakes{4, 4, 8, 12, 12, 16, 24},
		ones, House{}},
	{"units-over-5", "Units with over-tricks, from five", Units, usualLadder, stakes{5, 5, 10, 15, 15, 20, 30},
		ones, House{}},
	{"units-over-6", "Units with over-tricks, from six", Units, usualLadder, stakes{6, 6, 12, 18, 18, 24, 36},
		ones, House{}},
	{"sixpence", "Sixpence", LSD, usualLadder, stakes{6, 6, 12, 18, 18, 24, 36}, ones, House{}},
	{"shilling", "Shilling", LSD, usualLadder, stakes{12, 12, 24, 36, 36, 48, 72},
		overs{{3, 3}, {3, 3}, {6, 3}}, House{}},
	{"ten-pence", "Ten pence", "GBP", usualLadder, stakes{10, 10, 20, 30, 30, 40, 60},
		overs{{2, 2}, {2, 2}, {4, 2}}, House{}},
	{"twenty-pence", "Twenty pence", "GBP", usualLadder, stakes{20, 20, 40, 60, 60, 80, 120},
		overs{{5, 5}, {5, 5}, {10, 5}}, House{}},
	{"sporting", "Sporting", Points, usualLadder, stakes{4, 4, 8, 12, 12, 16, 24},
		overs{{1, 1}, {1, 1}, {2, 2}}, House{Lone: LoneThrownIn, RaiseLast: true}},
	{"fagelson", "Fagelson", Units, usualLadder, stakes{1, 1, 2, 3, 3, 4, 6}, nil,
		House{Calls: []Rank{{Call: Prop, Target: 7}}, Auction: AuctionEldestTwice, DeclaredTrumps: DeclaredChosen,
			DeclaredOpen: true}},
	{"straight", "Straight solo, no prop", Units, usualLadder[1:], stakes{1, 2, 3, 3, 4, 6}, nil,
		House{DeclaredOpen: true}},
	{"high-scoring", "High-scoring", Units, usualLadder, stakes{1, 1, 2, 3, 3, 4, 6}, nil,
		House{Lone: LoneThrownIn, Shuffle: ShuffleAfterAbundance, ShufflePenalty: 1,
			Packets: PacketsRotatingFour, DeclaredOpen: true}},
	{"grand-slam", "Grand slam", Units,
		ladder{Solo, Misere, Abundance, Royal, PetitSlam, MisereOuverte, GrandSlam},
		stakes{2, 4, 6, 6, 7, 8, 12}, nil,
		House{Shuffle: ShuffleAfterAbundance, ShufflePenalty: 1, Packets: PacketsRotatingFour,
			Trumps: TrumpsCycle}},
	{"old-hands", "Old hands", Units, ladder{Prop, Solo, Abundance, Royal, Misere, Declared, MisereOuverte},
		stakes{1, 1, 2, 2, 3, 4, 6}, nil, House{}},
	{"irish", "Irish", Units, ladder{Irish, Misere}, stakes{1, 12}, nil, House{Short: ShortDummy}},
}

var (
	sets     = make([]*House, 0, len(shipped))
	setsByID = make(map[string]*House, len(shipped))
)

func init() {
	for _, row := range shipped {
		h := row.besides
		h.ID, h.Name, h.Money = row.id, row.name, row.money
		h.RevokeTricks, h.OffenderPays = defaults.RevokeTricks, defaults.OffenderPays
		h.Calls = make([]Rank, len(row.ladder))
		for i, call := range row.ladder {
			rank := Rank{Call: call, Target: call.UsualTarget(), Stake: row.stakes[i]}
			if own, said := row.besides.Rank(call); said {
				rank.Target = own.Target
			}
			if row.overs != nil {
				switch call {
				case Prop:
					rank.Over, rank.Under = row.overs[0][0], row.overs[0][1]
				case Solo:
					rank.Over, rank.Under = row.overs[1][0], row.overs[1][1]
				case Abundance, Royal:
					rank.Over, rank.Under = row.overs[2][0], row.overs[2][1]
				}
			}
			h.Calls[i] = rank
		}
		h.FillIn()
		sets = append(sets, &h)
		setsByID[h.ID] = &h
	}
}

// Sets lists the sets that come with the product, in the order of §3. Callers must not change them.
func Sets() []*House { return sets }

// Set finds a shipped set by id. Callers must not change it.
func Set(id string) (*House, bool) {
	h, ok := setsByID[id]
	return h, ok
}
