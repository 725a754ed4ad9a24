package rules

// Outcome tells how a deal ended.
type Outcome uint8

const (
	NoOutcome Outcome = iota
	Won
	Lost
	VoidDeal
	PassedOut
	Played // a general misère
)

var outcomes = [...]string{
	NoOutcome: "none", Won: "won", Lost: "lost", VoidDeal: "void", PassedOut: "passed", Played: "played",
}

// String returns the outcome as the wire writes it.
func (o Outcome) String() string {
	if int(o) < len(outcomes) {
		return outcomes[o]
	}
	return outcomes[NoOutcome]
}

// Result is what a deal comes to. It holds no pointers.
type Result struct {
	Outcome     Outcome
	Over, Under int                 // tricks above or below the target (§4, §5), whatever they are worth
	Net         [MaxSeats + 1]int64 // by Seat
	pays        Payments
}

// Pays lists the payments, none of zero; they add up to Net.
func (r *Result) Pays() []Pay { return r.pays.List() }

// settled is called for each deal settled. A test sets it, to count.
var settled func()

// Settle reckons a deal (§4 to §6). It checks the deal against the set first; the set itself must be sound:
// shipped, parsed, or found so by Check. Settle allocates nothing for a sound deal, and no sum wraps.
//
// It goes in three steps: judge tells who won and what one opponent's share is, what each is the better by
// follows from that and from who pays, and who pays whom from what each is the better by.
func Settle(h *House, d *Deal) (Result, error) {
	if settled != nil {
		settled()
	}
	rank, p := h.impossible(d)
	if p != nil {
		return Result{}, p
	}
	r := Result{}
	fits := true
	switch d.Call {
	case Passed:
		r.Outcome = PassedOut
	case Void:
		r.Outcome = VoidDeal
	case GeneralMisere:
		fits = r.misery(h, d, rank.Stake)
	default:
		var v verdict
		if v, fits = h.judge(d, rank); fits {
			r.Outcome, r.Over, r.Under = v.outcome, v.over, v.under
			fits = r.settle(h, d, v)
		}
	}
	if !fits {
		return Result{}, Problemf("", "The amounts of this deal are larger than can be counted.")
	}
	r.pays = d.Payments(&r.Net)
	return r, nil
}

// cause is what decided a deal somebody called.
type cause uint8

const (
	theCards       cause = iota // §4
	wrongCards                  // §5
	forfeited                   // §5, misères
	declarerRevoke              // §5, D revoked
	opponentRevoke              // §5, O revoked
	bothRevoke                  // §5, void
)

// verdict is what a called deal came to before any money moves.
type verdict struct {
	outcome     Outcome
	cause       cause
	counted     int // the tricks D is taken to have; NotSaid where tricks do not matter
	over, under int
	slam        bool  // over-tricks count double
	all         bool  // D really took all 13 tricks, and needed fewer
	charged     int   // tricks short, or taken in a misère, that cost Under: the free ones are taken off
	each        int64 // what one opponent pays or is paid
}

// judge decides a called deal. The order of the cases is that of §5: wrong cards go before everything.
func (h *House) judge(d *Deal, rank Rank) (v verdict, fits bool) {
	declarer, opponent := d.revokesBySide()
	forfeit := h.RevokeTricks
	target := rank.Target
	if d.Call == Irish {
		target = d.Bid
	}
	v.counted = d.Tricks
	switch {
	case d.hasWrongCards():
		v.cause, v.counted, v.outcome = wrongCards, NotSaid, Won
		if d.WrongCards[d.Caller] || d.Partner != 0 && d.WrongCards[d.Partner] {
			v.outcome = Lost
		}
	case d.Forfeit != 0:
		v.cause, v.counted, v.outcome = forfeited, NotSaid, Won
	case declarer > 0 && opponent > 0:
		return verdict{outcome: VoidDeal, cause: bothRevoke, counted: NotSaid}, true
	case declarer > 0:
		v.cause, v.outcome = declarerRevoke, Lost
		if !d.Call.Losing() { // in a misère a revoke gives no tricks away: the caller wanted none
			v.counted = max(0, d.Tricks-forfeit*declarer)
		}
		v.under = max(0, target-v.counted)
	case opponent > 0:
		v.cause, v.outcome = opponentRevoke, Won
		v.counted = TricksInDeal - max(0, TricksInDeal-d.Tricks-forfeit*opponent)
		v.over = max(0, v.counted-target)
	case target == 0: // misère
		v.outcome = Won
		if d.Tricks > 0 {
			v.outcome = Lost
		}
	case d.Tricks >= target:
		v.outcome, v.over = Won, d.Tricks-target
	default:
		v.outcome, v.under = Lost, target-d.Tricks
	}
	if !d.Call.Counted() {
		v.over, v.under = 0, 0
	}
	// Slam and bonus are only for 13 tricks really taken, not where an opponent's revoke made up the rest (§5).
	v.all = d.Tricks == TricksInDeal && v.over > 0
	v.slam = v.all && d.Call == Prop && h.Slam == SlamDoublesOver
	v.charged = max(0, v.short(d)-rank.FreeUnder)
	v.each, fits = v.price(d, rank)
	return v, fits
}

// short is how many tricks D lost by: those missing, or in a misère those taken.
func (v *verdict) short(d *Deal) int {
	if d.Call.Losing() && v.outcome == Lost {
		return max(0, v.counted)
	}
	return v.under
}

// price is what one opponent pays or is paid (§4).
func (v *verdict) price(d *Deal, rank Rank) (each int64, fits bool) {
	each = rank.Stake
	if v.outcome == Lost {
		each = rank.LostStake()
	}
	if d.Call == Irish {
		return times(each, int64(d.Bid))
	}
	over := int64(v.over)
	if v.slam {
		over *= 2
	}
	gain, fits1 := times(rank.Over, over)
	loss, fits2 := times(rank.Under, int64(v.charged))
	each, fits3 := plus(each, gain)
	each, fits4 := plus(each, loss)
	if v.all {
		var fits5 bool
		each, fits5 = plus(each, rank.Bonus)
		fits4 = fits4 && fits5
	}
	return each, fits1 && fits2 && fits3 && fits4
}

// revokesBySide counts r(D) and r(O).
func (d *Deal) revokesBySide() (declarer, opponent int) {
	for s, n := range d.Revokes {
		if d.declares(Seat(s)) {
			declarer += int(n)
		} else {
			opponent += int(n)
		}
	}
	return declarer, opponent
}

// declares tells whether the seat is of side D.
func (d *Deal) declares(s Seat) bool { return s == d.Caller || s == d.Partner && s != 0 }

func (d *Deal) hasWrongCards() bool { return d.WrongCards != [MaxSeats + 1]bool{} }

// line is some of the active players, in seat order from the dealer's left.
type line struct {
	seat [MaxSeats - 1]Seat
	n    int
}

func (l *line) seats() []Seat { return l.seat[:l.n] }

// only lists the active players for whom something is true, in seat order from the dealer's left.
func (d *Deal) only(is func(Seat) bool) (l line) {
	s := d.Dealer
	for range d.Seats {
		if s = d.LeftOf(s); d.Active(s) && is(s) {
			l.seat[l.n] = s
			l.n++
		}
	}
	return l
}

// settle moves the money of a called deal (§4, §5).
func (r *Result) settle(h *House, d *Deal, v verdict) (fits bool) {
	if v.outcome == VoidDeal {
		return true
	}
	declarers := d.only(d.declares)
	opponents := d.only(func(s Seat) bool { return !d.declares(s) })
	if h.OffenderPays && (v.cause == forfeited || v.cause == opponentRevoke) {
		offenders := d.only(func(s Seat) bool { return s == d.Forfeit || d.Revokes[s] > 0 })
		// In a prop two offenders are the whole side, and pay as usual.
		if d.Call != Prop {
			return r.share(offenders.seats(), d.Caller, v.each, opponents.n)
		}
		if offenders.n == 1 {
			return r.move(offenders.seat[0], declarers.seat[0], v.each) &&
				r.move(offenders.seat[0], declarers.seat[1], v.each)
		}
	}
	for i, opponent := range opponents.seats() {
		from, to := opponent, declarers.seat[i%declarers.n]
		if v.outcome == Lost {
			from, to = to, from
		}
		if !r.move(from, to, v.each) {
			return false
		}
	}
	return true
}

// share lets the offenders pay for all the opponents: equally, odd coins falling on the first of them (§5).
func (r *Result) share(offenders []Seat, to Seat, each int64, opponents int) (fits bool) {
	sum, fits := times(each, int64(opponents))
	if !fits {
		return false
	}
	part, odd := sum/int64(len(offenders)), sum%int64(len(offenders))
	for i, offender := range offenders {
		amount := part
		if int64(i) < odd {
			amount++
		}
		if !r.move(offender, to, amount) {
			return false
		}
	}
	return true
}

// misery settles a general misère (§6). A player who revoked or had a wrong number of cards has lost it.
func (r *Result) misery(h *House, d *Deal, stake int64) (fits bool) {
	r.Outcome = Played
	players := d.only(func(Seat) bool { return true })
	offenders := d.spoilers()
	if offenders.n > 1 {
		r.Outcome = VoidDeal
		return true
	}
	payers, paid := players, players
	switch {
	case offenders.n == 1:
		payers = offenders
	case h.AllPass == Fewest:
		paid = d.fewest(players)
	default:
		payers.seat[0], payers.n = d.Loser, 1
	}
	for _, from := range payers.seats() {
		for _, to := range paid.seats() {
			if from == to || payers.n > 1 && paid.has(from) { // those who tie for fewest pay each other nothing
				continue
			}
			if !r.move(from, to, stake) {
				return false
			}
		}
	}
	return true
}

// spoilers lists those who decide a general misère by a revoke or a wrong number of cards.
func (d *Deal) spoilers() line {
	return d.only(func(s Seat) bool { return d.Revokes[s] > 0 || d.WrongCards[s] })
}

// fewest lists those of the players who took fewest tricks.
func (d *Deal) fewest(players line) (l line) {
	least := int8(TricksInDeal)
	for _, s := range players.seats() {
		least = min(least, d.TricksBy[s])
	}
	for _, s := range players.seats() {
		if d.TricksBy[s] == least {
			l.seat[l.n] = s
			l.n++
		}
	}
	return l
}

func (l *line) has(s Seat) bool {
	for _, other := range l.seats() {
		if other == s {
			return true
		}
	}
	return false
}

// move takes an amount from one to another, unless a sum would grow past what can be counted.
func (r *Result) move(from, to Seat, amount int64) (fits bool) {
	gained, fits1 := plus(r.Net[to], amount)
	lost, fits2 := plus(-r.Net[from], amount)
	if !fits1 || !fits2 {
		return false
	}
	r.Net[to], r.Net[from] = gained, -lost
	return true
}
