package ledger

// Exports while people are joined and parted. Random evenings are played into a book and its shadow; at every
// stage the exports, and the programs that read them, must come to the shadow's balances, person by
// person and money by money. At the end everything can be paid.

import (
	"encoding/csv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouverte/ledger/archive"
	"ouverte/ledger/face"
	"ouverte/ledger/testenv"
	"ouverte/rules"
)

// stage is a book at one moment, for the programs of others.
type stage struct {
	journal, beancount string            // files
	want               map[string]string // balances
}

func TestExportsSpeakOfPeopleAsTheBookDoes(t *testing.T) {
	t.Parallel()
	testenv.Thorough(t)
	const steps = 160
	var stages []stage
	joins, parts, carried := 0, 0, 0
	for seed := range testenv.Share(2) {
		s := &shadow{t: t, rng: rand.New(rand.NewPCG(uint64(seed), 8)), path: filepath.Join(t.TempDir(),
			"book.ouverte"), seed: uint64(seed), names: map[PlayerID]string{},
			faces: map[PlayerID]face.Face{}, same: map[PlayerID]PlayerID{}, clock: clockAt(evening)}
		s.open()
		for range 6 {
			s.addPlayer()
		}
		for s.step = 1; s.step <= steps; s.step++ {
			were := len(s.joins)
			s.mingle()
			joins, parts = joins+max(0, len(s.joins)-were), parts+max(0, were-len(s.joins))
			if were != len(s.joins) {
				s.agreeAll()
				s.exportsAgree()
			}
			if s.step == steps/2 {
				stages = append(stages, s.stage())
			}
		}
		carried += s.carried
		for len(s.joins) > 0 {
			s.part(s.pick(len(s.joins)))
		}
		s.exportsAgree()
		stages = append(stages, s.stage())
		s.payEverything()
		fine(t, s.book.Close())
		wantSound(t, s.path)
	}
	t.Logf("%d joins, %d partings, %d debts carried by them", joins, parts, carried)
	if joins < 3 || parts < 3 || carried == 0 {
		t.Error("that is too few")
	}
	for program, read := range map[string]func(*testing.T, string) map[string]string{
		"hledger": inHledger, "ledger": inLedger, "bean-check": inBeancount,
	} {
		t.Run(program, func(t *testing.T) {
			for _, at := range stages {
				file, want := at.journal, at.want
				if program == "bean-check" {
					file, want = at.beancount, beancountNames(want)
				}
				sameBalances(t, read(t, file), want)
			}
		})
	}
}

// mingle takes one step of a kind of evening where many come and go under several names.
func (s *shadow) mingle() {
	n := s.someNight()
	switch k := s.pick(100); {
	case k < 22:
		s.record(n)
	case k < 32:
		s.mend(n)
	case k < 38:
		s.changeTable(n)
	case k < 50:
		s.money(n)
	case k < 56:
		s.withdraw(n)
	case k < 66:
		s.closeNight(n)
	case k < 70:
		s.reopen()
	case k < 74:
		s.bring(n)
	case k < 77:
		s.onSlate()
	case k < 80:
		s.addPlayer()
	case k < 86: // a newcomer turns out to be somebody of this night, which is closed before they are parted
		s.addPlayer()
		s.money(n)
		s.join()
		s.closeNight(n)
	default:
		s.join()
	}
	for _, n := range s.nights {
		n.summed, n.reckoned = nil, nil
	}
}

// accountKey names an account in a money.
func accountKey(name string, m rules.Money) string { return strings.ToLower(name + " " + commodity(m)) }

// named are the shadow's balances by name and money, without zeros.
func (s *shadow) named() map[string]int64 {
	out := map[string]int64{}
	total, _, _ := s.totals()
	for at, n := range total {
		switch {
		case at.p == anybody || n == 0:
		case at.p == Kitty:
			out[accountKey("kitty", at.money)] = n
		default:
			out[accountKey(s.names[at.p], at.money)] = n
		}
	}
	return out
}

func (s *shadow) stage() stage {
	s.t.Helper()
	dir := s.t.TempDir()
	at := stage{want: map[string]string{}, journal: filepath.Join(dir, "journal"),
		beancount: filepath.Join(dir, "beancount")}
	for file, form := range map[string]archive.Format{at.journal: archive.Journal,
		at.beancount: archive.Beancount} {
		if err := os.WriteFile(file, []byte(exported(s.t, s.path, form)), 0o600); err != nil {
			s.failf("%v", err)
		}
	}
	moneys := map[string]rules.Money{}
	for _, n := range s.nights {
		moneys[strings.ToLower(commodity(n.money))] = n.money
	}
	for key, n := range s.named() {
		at.want[key] = inUnits(n, moneys[key[strings.LastIndexByte(key, ' ')+1:]])
	}
	return at
}

// exportsAgree adds up the table and the journals.
func (s *shadow) exportsAgree() {
	s.t.Helper()
	want := s.named()
	for form, got := range map[archive.Format]map[string]int64{
		archive.CSV:       s.addCSV(exported(s.t, s.path, archive.CSV)),
		archive.Journal:   s.addJournal(exported(s.t, s.path, archive.Journal), "players:"),
		archive.Beancount: s.addJournal(exported(s.t, s.path, archive.Beancount), "assets:players:"),
	} {
		for key, n := range got {
			if n != want[key] {
				s.failf("%s: %s has %d, in the shadow %d", form, key, n, want[key])
			}
		}
		for key, n := range want {
			if got[key] != n {
				s.failf("%s: %s has %d, in the shadow %d", form, key, got[key], n)
			}
		}
	}
}

// addCSV adds a table up by account and money.
func (s *shadow) addCSV(text string) map[string]int64 {
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\uFEFF"))).ReadAll()
	if err != nil {
		s.failf("%v", err)
	}
	at := func(name string) int { return slices.Index(rows[0], name) }
	account, money, amount := at("account"), at("money"), at("amount")
	out := map[string]int64{}
	for _, row := range rows[1:] {
		if row[amount] == "" {
			continue
		}
		n, err := strconv.ParseInt(row[amount], 10, 64)
		if err != nil || row[account] == "" {
			s.failf("csv: %v", row)
		}
		name := strings.TrimPrefix(row[account], "the ")
		out[accountKey(name, rules.Money(row[money]))] += n
	}
	return out
}

// addJournal adds the postings of a journal up; each of its transactions must come to nothing.
func (s *shadow) addJournal(text, players string) map[string]int64 {
	out := map[string]int64{}
	sum := map[string]int64{}
	for _, line := range strings.Split(text, "\n") {
		if line == "" {
			for money, n := range sum {
				if n != 0 {
					s.failf("a transaction comes to %d %s", n, money)
				}
			}
			clear(sum)
		}
		if !strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "  name:") ||
			strings.HasPrefix(line, "  entry:") {
			continue
		}
		account, posted, ok := strings.Cut(strings.TrimLeft(line, " "), "  ")
		amount, money, two := strings.Cut(posted, " ")
		if !ok || !two || account == "" {
			s.failf("a posting without an account: %q", line)
		}
		n, err := strconv.ParseInt(strings.Replace(amount, ".", "", 1), 10, 64)
		if err != nil {
			s.failf("%v", err)
		}
		money = strings.ToLower(money)
		name := strings.TrimPrefix(strings.TrimPrefix(strings.ToLower(account), players), "assets:")
		out[name+" "+money] += n
		sum[money] += n
	}
	return out
}

// payEverything closes what is open and pays what is left between each two, as the pages offer it. Then
// nobody owes anything any more, in the shadow either.
func (s *shadow) payEverything() {
	s.t.Helper()
	moneys := map[rules.Money]bool{}
	for _, it := range s.slate {
		moneys[it.money] = true
	}
	for _, n := range s.nights {
		moneys[n.money] = true
		n.summed = nil
		if !n.closed {
			s.send("close", func(slip Slip) (Receipt, error) {
				return s.book.CloseNight(s.t.Context(), slip, n.id, 0)
			})
			n.closed = true
			s.carryOn(n)
			n.summed = nil
		}
	}
	for m := range moneys {
		debts, err := s.book.Debts(s.t.Context(), m, 0, 0)
		if err != nil {
			s.failf("%v", err)
		}
		for _, d := range debts.Shown {
			s.send("pay a debt", func(slip Slip) (Receipt, error) {
				return s.book.PaySlate(s.t.Context(), slip, m, Payment(d.Debt), d.Version)
			})
			s.slate = append(s.slate, &shadowItem{kind: KindPayment, money: m,
				moves: []Transfer{{Money: m, From: d.To, To: d.From, Amount: d.Amount}}})
		}
	}
	s.agreeAll()
	for who, n := range s.named() {
		s.failf("everything is paid, and %s still has %d", who, n)
	}
}
