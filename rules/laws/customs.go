package laws

// switches are the questions with a choice of answers; numbers, below, has those answered with an amount.
// The calls stand in braces.
var switches = []Switch{
	{Field: "auction", Law: "auction", Name: "The calling", Options: []SwitchOption{
		{"open", "Goes on", "The calls go round until everybody has passed except the side with the highest " +
			"call. A caller who was overcalled may call again.",
			"The boldest gets the hand, and everybody has a choice to the end."},
		{"single", "Once round", "Everyone speaks once. A caller who was overcalled may not call again.",
			"Quick, and you have to mean your first call."},
		{"eldest-twice", "Once, eldest twice", "Everyone speaks once; eldest, once overcalled, may speak again.",
			"Eldest calls first and in the dark: it is only fair."},
	}},
	{Field: "lone", Where: "prop", Law: "auction", Name: "{A prop} nobody accepts", Options: []SwitchOption{
		{"raise", "Anything higher", "{A prop} comes back to the proposer, who passes or makes it any higher " +
			"call.", ""},
		{"solo", "{Solo} only", "It comes back to the proposer, who passes or makes it {a solo}.", ""},
		{"thrown-in", "Thrown in", "It does not come back: the deal counts as passed by all.", ""},
	}, For: "It saves a good hand that found no partner.",
		Against: "Where it comes back, a strong hand proposes first and loses nothing by it."},
	{Field: "raiseLast", Where: "auction=open", Law: "auction", Name: "The caller’s last word",
		Options: []SwitchOption{
			{"false", "None", "When all others have passed, the call stands as it is.", ""},
			{"true", "May raise", "When all others have passed, a caller who plays alone speaks once more, and may " +
				"raise.", ""},
		}, For: "You play the hand for what it is worth, even if nobody drove you up.",
		Against: "A first call says less when everybody knows it may yet be raised."},
	{Field: "royalOver", Where: "royal-above", Law: "royal", Name: "{Royal}", Options: []SwitchOption{
		{"false", "Straight away", "It may be called like any other call.", ""},
		{"true", "Over {abundance}", "It may be called only over another player’s {abundance}.", ""},
	}, For: "When two want nine tricks the turned suit decides, as it was meant to.",
		Against: "A player who holds the turned suit has to wait for somebody else to call."},
	{Field: "trumps", Where: "turned", Law: "trumps", Name: "Trumps", Options: []SwitchOption{
		{"turn-up", "Last card turned", "The last card dealt is turned up.",
			"It has always been so, and everybody knows one card."},
		{"second-pack", "From a second pack", "A card cut from another pack shows the trumps.",
			"Nobody’s hand is given away, and dealing is no advantage."},
		{"cycle", "In turn", "Hearts, clubs, diamonds and spades take turns, deal after deal.",
			"You can look forward to a suit, and nothing is turned up."},
		{"cycle-nt", "In turn, with no trumps", "The suits take turns, with a deal without trumps after spades.",
			"The fifth deal is another game, and high cards get their day."},
	}},
	{Field: "declaredTrumps", Where: "declared", Law: "declared", Name: "{Declared}", Options: []SwitchOption{
		{"none", "Without trumps", "It is played without trumps.",
			"Nobody can trump, and the caller needs no long suit: it is the easier of the two."},
		{"chosen", "Caller’s trumps", "The caller names the trumps when the others have passed, just before the " +
			"first lead.",
			"The caller leads and can draw trumps; without a long suit they only add a risk."},
	}},
	{Field: "declaredOpen", Where: "declared", Law: "declared", Name: "The hand in {declared}",
		Options: []SwitchOption{
			{"false", "Held", "The caller holds the cards as in any call.", ""},
			{"true", "Laid open", "After the first trick the caller’s hand is laid face up on the table.", ""},
		}, For: "All see at once whether it is made, and nobody sits through thirteen sure tricks.",
		Against: "With the cards open the others know which of theirs to keep."},
	{Field: "slam", Where: "over-in-prop", Law: "slam", Name: "All thirteen in {a prop}",
		Options: []SwitchOption{
			{"plain", "Plain over-tricks", "They are paid like any others.",
				"The last tricks are worth no more than the others."},
			{"doubles-over", "Over-tricks twice", "If all thirteen are really taken, each over-trick counts double.",
				"A reason to play the last tricks with care, on both sides."},
		}},
	{Field: "allPass", Law: "all-passed", Name: "When all pass", Options: []SwitchOption{
		{"throw-in", "Thrown in", "Nothing is paid, and the next player deals.", "On to the next hand."},
		{"goulash", "A goulash", "The next deal is not shuffled, and dealt five, three and five.",
			"After a dull hand a wild one."},
		{"last-trick", "Last trick loses", "The hand is played without trumps. The player who takes the " +
			"thirteenth trick pays all the others.", "Nobody is safe before the very end."},
		{"fewest", "Fewest tricks win", "The hand is played without trumps. The player who takes fewest is paid " +
			"by each who took more.",
			"All play {a misere} at once, and passing good cards is punished."},
		{"five-or-four", "Five tricks lose", "The hand is played without trumps. The first to take five tricks " +
			"pays all the others. If nobody takes five, the first to take four pays.",
			"Short and sharp: it is often over by the tenth trick."},
	}},
	{Field: "shuffle", Law: "shuffling", Name: "Shuffling", Options: []SwitchOption{
		{"always", "Every deal", "The cards are shuffled, and the player on the dealer’s right cuts.",
			"Cards that know nothing of the last hand."},
		{"after-abundance", "After {abundance}", "They are shuffled for the first deal, and after {abundance} " +
			"or more. Otherwise they are gathered and cut.",
			"Suits stay together, hands grow wild, and big calls come every round."},
		{"never", "Never", "They are shuffled for the first deal, then gathered and cut all evening.",
			"Wilder still."},
	}},
	{Field: "shuffler", Law: "shuffling", Name: "Who shuffles", Options: []SwitchOption{
		{"dealer", "The dealer", "The dealer shuffles, and nobody else.", ""},
		{"left", "The player on the dealer’s left", "The player on the dealer’s left shuffles, and the dealer " +
			"may after that.", ""},
	}, For: "Two pairs of hands on the pack, and nobody can say how the cards fell.",
		Against: "With two people shuffling, every deal begins a minute later."},
	{Field: "packets", Law: "packets", Name: "The packets", Options: []SwitchOption{
		{"threes", "Threes, then one", "The cards are dealt three at a time, and the last ones singly.", ""},
		{"rotating-four", "Threes, and a four going round",
			"The cards are dealt in four rounds of threes; in each the next hand gets four, the dealer’s left " +
				"first. With three hands the last round is of threes only.", ""},
		{"ones", "One by one", "The cards are dealt one at a time.", ""},
	}, For: "A miscount shows at once: with four hands the last four cards must fall to the " +
		"dealer.",
		Against: "In threes, or one by one, nobody has to remember whose turn the four is."},
	{Field: "short", Law: "three", Name: "Three at the table", Options: []SwitchOption{
		{"strip", "Without low cards", "The twos, threes and fours are taken out.", ""},
		{"drop-suit", "Without a suit", "One whole suit is taken out.", ""},
		{"dummy", "An open fourth hand",
			"All cards are dealt, and the fourth hand is laid open for the winner of the bidding.", ""},
	}, For: "An open hand keeps every card in play, and gives the caller two hands to plan with.",
		Against: "With a short pack you have only your own cards to mind, as at a table of four."},
	{Field: "offenderPays", Law: "revoke", Name: "Who pays for a revoke or a shown card",
		Options: []SwitchOption{
			{"true", "The player who did it", "An opponent who revoked or spoilt {a misere} pays for the whole side.",
				"Why should the others pay for it?"},
			{"false", "The whole side", "All opponents pay as usual, whoever did it.",
				"It can happen to anybody, and nobody’s evening is ruined by one card."},
		}},
}

// numbers are what else a circle chooses, answered with a number.
var numbers = []Switch{
	{Field: "lost", Law: "stake", Name: "Another price when lost", Options: []SwitchOption{
		{"", "The stake", "A lost call costs what it brings when it is won.", ""},
		{"", "An amount", "A lost call costs an amount of its own, whatever it brings when it is won.", ""},
	}, For: "A call that is dear to lose needs a good hand.",
		Against: "One stake for both ways is quickly learned and never argued about."},
	{Field: "freeUnder", Law: "under", Name: "Free tricks short", Options: []SwitchOption{
		{"0", "None", "Every trick short costs what the set says.", ""},
		{"1", "One or more", "The first tricks short cost nothing more.", ""},
	}, For: "One trick short is bad luck, and it has cost the stake already.",
		Against: "Without it every trick counts to the end, for both sides."},
	{Field: "under", Law: "under", Name: "Tricks taken in {a misere}", Options: []SwitchOption{
		{"0", "Nothing more", "{A misere} that is lost costs the same with one trick as with five.", ""},
		{"1", "An amount", "Each trick the caller took costs that much more.", ""},
	}, For: "{A misere} that is lost early is still worth playing on.",
		Against: "Without it {a misere} ends with the first trick, and the next deal begins."},
	{Field: "bonus", Law: "slam", Name: "A bonus for all thirteen", Options: []SwitchOption{
		{"0", "None", "All thirteen tricks pay their over-tricks and no more.", ""},
		{"1", "An amount", "A caller who really takes all thirteen without calling for them gets it on top.", ""},
	}, For: "The deal is still worth playing once the call is made.",
		Against: "The same luck is paid twice: the over-tricks are there already."},
	{Field: "misery", Beside: "allPass", Where: "misery-played", Law: "all-passed",
		Name: "The stake when all have passed",
		Options: []SwitchOption{
			{"0", "That of {a solo}", "It is played for what {a solo} brings.", ""},
			{"1", "An amount", "It is played for a stake of its own.", ""},
		}, For: "Passing a good hand should cost what the table thinks right.",
		Against: "One stake less to remember."},
	{Field: "revokeTricks", Beside: "offenderPays", Law: "revoke",
		Name: "Tricks a revoke costs", Options: []SwitchOption{
			{"3", "Three tricks", "For every revoke three tricks go to the other side, and the side that revoked " +
				"cannot win.", "The old price. Nobody is ever better off for having revoked."},
			{"1", "One or two", "One or two tricks go to the other side. The side that revoked still cannot win.",
				"Losing the deal is most of the punishment; three over-tricks on top are too much."},
			{"0", "None", "No tricks change sides. The side that revoked still cannot win.",
				"Among beginners it happens every evening, and only the deal is spoilt."},
		}},
	{Field: "shufflePenalty", Beside: "shuffle", Where: "!shuffle=always", Law: "shuffling",
		Name: "The penalty for shuffling", Options: []SwitchOption{
			{"0", "None", "Shuffling by habit costs nothing. The cards are dealt as they now are.",
				"Habit is no crime."},
			{"1", "An amount", "A player who shuffles by habit pays it into the kitty.",
				"You forget it once and never again, and the kitty buys the next pack."},
		}},
}
