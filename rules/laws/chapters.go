package laws

import (
	"slices"
	"strings"

	"ouverte/rules"
)

// Chapter is a heading of the page of laws, with what stands under it.
type Chapter struct {
	Place
	Says []Passage
}

// Passage is a paragraph of sentences, and the points of a list below it. Words between asterisks are bold,
// and [words](/there) lead there.
type Passage struct {
	ID     string // leads here: "void"
	Says   []string
	Points []string
	Custom bool   // not a law
	Where  string // said only where this holds
}

// Read fills the passages of a chapter in. What can't come up isn't said: a sentence that names a call which
// can't be made, and a passage whose first sentence isn't said.
func (in Play) Read(c Chapter) []Passage {
	fill := in.Filling()
	var out []Passage
	for _, p := range c.Says {
		if fill.holds(p.Where) && len(fill.Lines(p.Says[:1])) > 0 {
			p.Says, p.Points = fill.Lines(p.Says), fill.Lines(p.Points)
			out = append(out, p)
		}
	}
	return out
}

// namesAbsent tells whether something in braces, such as {a prop} or {who pays in a prop}, is of a call that
// can't be made.
func (f *Filling) namesAbsent(sentence string) bool {
	lower := strings.ToLower(sentence)
	absent := func(name string) bool {
		return strings.Contains(lower, "{"+name+"}") || strings.Contains(lower, " "+name+"}")
	}
	if !f.hold("a-misere") && absent("misere") || !f.alone() && absent("one alone") {
		return true
	}
	return slices.ContainsFunc(rules.BiddableCalls(), func(c rules.Call) bool {
		return c != rules.Misere && absent(c.String()) && !f.Has(c)
	})
}

// Chapters are those of the page, in order. The page itself adds tables and pictures.
var Chapters = []Chapter{
	{Place: Place{"first-evening", "A first evening", typed("beginner; how to play; new to the game")}},
	{Place{"calls", "The calls", typed("bids; which call is higher; rank of the calls")}, []Passage{
		{Says: []string{"{opening}", "{rank}", "The player who calls highest plays against the others."}},
	}},
	{Place{"stakes", "What is paid", typed("money; payment; how much; over and under; " +
		"pay after each deal; when do we pay")}, []Passage{
		{Says: []string{
			"When one plays against all, each opponent settles with the caller, so a call is worth three times its " +
				"stake at a table of four and twice at a table of three.",
			"In {a prop} each of the four pays or is paid once: from the dealer’s left, the first partner settles " +
				"with the first opponent, the second with the second.",
		}},
		{ID: "over", Says: []string{"Tricks beyond the target are *over-tricks*."}},
		{ID: "under", Says: []string{"Tricks short of the target are *under-tricks*.", "{stake only}"}},
		{ID: "slam", Says: []string{"{slam}"}},
		{Where: "handed", Custom: true, Says: []string{
			"The table pays after each deal, or settles it all at the end of the evening.",
		}},
	}},
	{Place{"deal", "The deal", typed("dealing; who deals")}, []Passage{
		{ID: "shuffling", Says: []string{"{shuffling}"}},
		{ID: "packets", Says: []string{"{packets}", NextDealer}},
		{ID: "trumps", Says: []string{"{trumps from}"}},
		{Where: "turned-card", Custom: true, Says: []string{TakenUp, "All together " + TakenUpSooner}},
		{ID: "misdeal", Says: []string{
			"A card turned over in dealing, a card that lay face up in the pack, a hand of twelve, a wrong dealer: " +
				"if it is noticed before the first call it is a *misdeal*.",
			SameDealer,
		}},
		{Custom: true, Says: []string{NoNewDeal}},
		{ID: "wrong-cards", Says: []string{
			"A wrong number of cards that is noticed later decides the deal.", WrongLoses, WrongWins, AllPay,
		}},
	}},
	{Place{"auction", "The calling", typed("auction; bidding; calling round; passing; raise")}, []Passage{
		{Says: []string{
			"The player on the dealer’s left, *eldest*, speaks first, and the calls go round with the clock.",
			CallAbove, "{the ladder}", "{royal when}", PassIsFinal,
		}},
		{Says: []string{"{calling}", "{last raise}"}},
		{ID: "accept", Says: []string{
			"{A prop} can be made only where nobody has called.",
			"Another player may accept it as long as nobody has called above it.",
			NoAcceptance, "The player may pass, or call anything higher.", "Eldest " + EldestMay, "{left alone}",
		}},
		{Says: []string{"{names trumps}", "Anybody " + MayAskThem}},
		{Where: "naming", Custom: true, Says: []string{Unnamed}},
		{Says: []string{CallTurn, WhichFirst, Slip}},
	}},
	{Place{"play", "The play", typed("who leads; eldest or the caller leads; the caller leads; taking a " +
		"trick; do we play on; play to the end; is it over at the first trick; is the deal over; " +
		"declared loses a trick, is it over")}, []Passage{
		{Says: []string{
			"Eldest leads to the first trick, whoever called{caller leads}.", FollowSuit, NeedNotWin,
			"The highest trump takes the trick, or else the highest card of the suit led, and the winner leads to " +
				"the next.",
		}},
		{Says: []string{
			"In {misere-ouverte} the caller’s hand is laid face up when the first trick has been played.",
			"The others may look, and may not talk about it.",
		}},
		{Says: []string{"{misere over}"}},
		{Says: []string{"{declared over}"}},
	}},
	{Place{"revoke", "Revokes", typed("revoke")}, []Passage{
		{Says: []string{
			"A player who could have followed suit and did not has *revoked*.",
			"A revoke stands when its trick is turned and the hand has left it, or when the offender or a " +
				"partner has led or played to the next.",
		}},
		{Says: []string{
			"Until then it can be put right.", PutRight, "Those who played later " + OthersFollow, OwnLoss,
			"For any other player it is different.", BecomesOne,
		}},
		{Says: []string{
			CannotWin, "For every revoke {revoke tricks} {go} from it to the other side{, or all}.", "{revoke pays}",
		}},
		{Says: []string{
			"{who pays}", "In {a prop} proposer and acceptor both pay, whichever of them revoked.",
			"{who pays in a prop}",
		}},
		{ID: "void", Says: []string{BothRevoked, PlayedOut, "When an opponent of {a misere} revoked, its caller " +
			EndsOrNot}},
		{Says: []string{"Anybody " + LookThrough, "The other side " + MayConfer}},
		{Says: []string{AskSuit, AskSuitMisere}},
	}},
	{Place{"exposed", "Exposed cards", typed("exposed card")}, []Passage{
		{Says: []string{OwnLoss, "The others " + MakeWhatTheyCan}},
		{Says: []string{
			"For the opponents it is different.", IsExposed, "It stays face up on the table.", ForAllFour,
			CallsNoSuit,
		}},
		{Says: []string{"The other side " + AskForCard}, Points: []string{
			"It " + HighOrLow, "It " + NotTrumped, "Its holder " + AlwaysThrow, "Its holder " + AlwaysLead,
			"{One alone} " + KeepFromLead,
		}},
		{ID: "forfeit", Says: []string{
			"To *forfeit* is to lose the stakes at once, for a card shown or played out of turn against a call to " +
				"win no trick.",
			ForfeitsShown, "Against {a misere} the caller " + ClaimStakes, LetPass, "{who pays a misere}",
			"{own misere}",
		}},
	}},
	{Place{"turn", "Out of turn", typed("led out of turn; played out of turn; which penalty; what punishment; " +
		"confer on a penalty; talk over the penalty; argue the penalty; exact a penalty")}, []Passage{
		{Says: []string{
			"When a card is led out of turn, the other side " + AsExposed, "It " + CallSuit,
			"When a caller who plays alone has led out of turn, the opponents " + CallSuitAlone,
		}},
		{Says: []string{
			"When a card is played too soon, it matters whose turn it was.", SeenTooMany,
			"The other side " + HighOrLowNext, "It " + TrumpOrNot, NotPassedOver, NoPartner,
		}},
		{Says: []string{AllHavePlayed}},
		{Says: []string{ForfeitsTurn, "The caller " + ClaimStakes, "{who pays a misere}", "{own misere}"}},
		{Says: []string{"Those who may ask for a penalty " + AgreeWhoAsks}},
	}},
	{Place{"all-passed", "When all pass", typed("thrown in; nobody called; nobody wants to call; " +
		"everybody passed; everyone passed; we all passed; who loses at misery; fewest tricks in the misery; " +
		"two have the fewest")}, []Passage{
		{Says: []string{"{all pass}"}},
		{Where: "misery-played", Says: []string{MiseryRevoked, MiseryWrong}},
		{Where: "misery-played", Custom: true, Says: []string{
			"Until the revoke stands the wrong card is taken back, and so is a card shown or played out of turn.",
			"Nobody pays for it.", ForHimself,
		}},
	}},
	{Place{"numbers", "Three, four or five", typed("how many players; number of players")}, []Passage{
		{ID: "three", Says: []string{"*Three* play {three play}"}},
		{ID: "five", Says: []string{
			"*Five* take turns to rest: the player on the dealer’s right sits the deal out, and neither pays nor " +
				"is paid.",
		}},
	}},
	{Place{"manners", "Manners", typed("etiquette; behaviour")}, []Passage{
		{Says: []string{LastTrick, LastTrickMisere, "Anybody " + HandsShown}},
		{ID: "placed", Says: []string{Placed}},
		{Says: []string{AskTrumps + "{ the card turned}", AskTrumpsMisere}},
		{Says: []string{Remark, "The other side " + ThrowUp}},
		{Custom: true, Says: []string{
			HandToItsEnd, OrVoid, PlayOnAsThree, DoubtAClaim, DealPutRight, TotalsFollow,
		}},
	}},
	{Place: Place{"variants", "Other ways to play", typed("variants; variations; versions")}},
	{Place{"advice", "Old advice", typed("tips; strategy; what to lead; how to win")}, []Passage{
		{Says: []string{
			"These things have been said at card tables for a hundred years. None of them is a law.",
			"Second hand is the most dangerous place to call from; first and last are the safest.",
		}},
		{Says: []string{
			"{A misere} is very hard to make against good defenders.",
			"Against {a misere}, lead a middling card, such as a six or a seven, from your shortest and weakest suit.",
			"Lead a two only where it is single, and even then not always.",
		}},
		{Where: "misery-played", Says: []string{
			"In a misery that all play, throw away big cards. But it is often as well to keep a leading card or " +
				"more, to force through a suit in which you are in danger.",
		}},
		{Says: []string{
			"Against other calls begin with your longest suit.",
			"Don’t lead trumps against {a solo}, unless things are desperate. But where the caller shuns " +
				"trumps, put the lead on the caller’s right, so that it comes through the caller.",
			"Return your partner’s suit; but better still, play through the strong hand up to the weak one.",
			"Lead up to your partner and not through.",
			"In {a prop} that should not keep you from leading trumps.",
		}},
		{Says: []string{
			"Never make a partner trump when you are weak in trumps yourself.",
			"Where each of you can trump the other’s suit, go on with that.",
			"In {a prop} draw trumps, to make the plain suits good.",
		}},
		{Says: []string{
			"With your partner on your right, don’t finesse against that lead.",
			"Where your partner and then an adversary play after you, win with the highest of a sequence, or your " +
				"partner will think the higher card is against you.",
		}},
		{Says: []string{
			"Throw away first from your weakest and shortest suit, which tells your partner so. Later discards " +
				"tell nothing.",
			"Keep a king guarded, and a queen twice guarded.",
			"With ace, king and queen of a long suit, throwing the ace sometimes tells your partner.",
		}},
	}},
	{Place: Place{"words", "Words", typed("glossary; meaning of words")}},
}

// FirstEvening is the game for somebody who sits down to it for the first time, in five steps.
var FirstEvening = []string{
	"*Thirteen cards each.* {first pack} {first trumps} The highest card of the suit led takes a trick, " +
		"unless somebody trumps it.",
	"*Look at your hand and call.* In turn you say how much you dare. {First calls}, or pass. The " +
		"highest call plays against the rest.",
	"*Play thirteen tricks.* Follow the suit that was led if you can. Never forget: " +
		"failing to follow is a [revoke](#revoke), and it costs dear.",
	"*Tap what happened.* What was called, by whom, and how many tricks the caller took. The screen says what " +
		"that pays before you touch *Record*.",
	"*Something odd?* Nothing on the screen is final. Take a deal back with one tap, or ask what the laws say " +
		"under [Something went wrong](/laws/trouble).",
}

// Card is what the printed card has beside the calls and what they pay.
var Card = struct{ Pays, Deal, Mishaps []string }{
	Pays: []string{"{doubled}", "{all thirteen}"},
	Deal: []string{
		"{shuffling}", "{card packets}", "Eldest, on the dealer’s left, calls first and leads{caller leads}.",
		"Each call must be above the last, and a pass is final{, except eldest}.", "When all pass: {what follows}",
		"With five, the player on the dealer’s right rests. {card three}",
	},
	Mishaps: []string{
		"A *misdeal* noticed before the first call is dealt again by the same dealer.",
		"*Too many or too few cards*, noticed later: the caller’s side loses {lost stake} if it has them, and " +
			"wins the stake if only an opponent has.",
		"For each *revoke* {revoke tricks} {go} to the other side, and the side that revoked cannot win. If both " +
			"sides revoked the deal is void.",
		"A *card shown* by a caller who plays alone has no penalty. Any other lies open, and is played or held " +
			"back as the other side asks. Its holder may always throw it away when void in the suit led.{ may " +
			"lead}{ costs the stakes}",
		"A *card led out of turn* is treated as exposed, or a suit is called.{ costs the stakes} Once all have " +
			"played, there is no penalty.",
		"{second proposal}",
	},
}

// Variants are other ways to play, which the rules of a house can choose, whatever can be called here.
var Variants = []string{
	"*Straight solo* is played without {a prop}, so that every deal is one against all.",
	"In *high-scoring solo* the cards are hardly ever shuffled, so that big calls become common. A player " +
		"who shuffles by habit pays a penalty of one.",
	"*Trumps go round* from deal to deal, with or without a deal of no trumps after spades, or they are cut " +
		"from a second pack. Nothing is turned up then.",
	"A *petit slam* is twelve tricks and a *grand slam* thirteen, with trumps of the caller’s own choosing.",
	"*Seven tricks* are enough for {a prop} where everybody speaks once and eldest twice.",
	"Some old hands rank *{misere} above {abundance}*, because it is very hard to make against good defenders.",
	"A *goulash*, or one of three games of misery, follows when all have passed.",
	"In *Irish* you bid a number of tricks, in a suit or without trumps.",
	"*Three* play without the twos, threes and fours, without one whole suit, or in Irish with the fourth " +
		"hand laid open for the winner of the bidding.",
}
