package lawbook

import (
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/rules/laws"
	"ouverte/templates"
)

// commonMoneys are those the form of a set offers at once; the others are found by name, country or code.
var commonMoneys = []rules.Money{rules.Units, rules.Points, rules.LSD, "GBP", "EUR", "USD", "AUD", "NZD",
	"CAD"}

// moneys are those to choose from, that of the draft among them.
func (d HouseDraft) moneys() []rules.Money {
	if m := rules.Money(d.Money); m != "" && !slices.Contains(commonMoneys, m) {
		return append(slices.Clone(commonMoneys), m)
	}
	return commonMoneys
}

// moneyOption is a money as the form offers it: "Pounds (GBP)".
func moneyOption(m rules.Money) string {
	if names, ok := moneyNames[m]; ok {
		name, _, _ := strings.Cut(names, ",")
		return name + " (" + string(m) + ")"
	}
	return templates.MoneyName(m)
}

// moneysLike finds moneys by what somebody typed, the likeliest first.
func moneysLike(typed string) []rules.Money {
	if m := rules.Money(strings.ToUpper(strings.TrimSpace(typed))); moneyNames[m] != "" {
		return []rules.Money{m}
	}
	var all []rules.Money
	for m := range moneyNames {
		all = append(all, m)
	}
	slices.Sort(all)
	entries := make([][]string, len(all))
	for i, m := range all {
		entries[i] = append(strings.Split(moneyNames[m], ","), string(m))
	}
	found := laws.Likely(typed, entries)
	var out []rules.Money
	for _, i := range found[:min(len(found), 8)] {
		out = append(out, all[i])
	}
	return out
}

// moneyNames are the moneys in use: the name on the form, then what else people type who look for it.
var moneyNames = map[rules.Money]string{
	"AED": "Emirati dirhams,Arab Emirates,Dubai", "AFN": "Afghanis,Afghanistan", "ALL": "Lek,Albania",
	"AMD": "Drams,Armenia", "ANG": "Antillean guilders,Curaçao,gulden", "AOA": "Kwanzas,Angola",
	"ARS": "Argentine pesos,Argentina", "AUD": "Australian dollars,Australia", "AWG": "Florins,Aruba,guilders",
	"AZN": "Manats,Azerbaijan", "BAM": "Convertible marks,Bosnia", "BBD": "Barbados dollars,Barbados",
	"BDT": "Takas,Bangladesh", "BGN": "Leva,Bulgaria,lev", "BHD": "Bahraini dinars,Bahrain",
	"BIF": "Burundi francs,Burundi", "BMD": "Bermuda dollars,Bermuda", "BND": "Brunei dollars,Brunei",
	"BOB": "Bolivianos,Bolivia", "BRL": "Reais,Brazil,real", "BSD": "Bahamian dollars,Bahamas",
	"BTN": "Ngultrums,Bhutan", "BWP": "Pulas,Botswana", "BYN": "Belarusian roubles,Belarus,rubles",
	"BZD": "Belize dollars,Belize", "CAD": "Canadian dollars,Canada", "CDF": "Congolese francs,Congo",
	"CHF": "Swiss francs,Switzerland,Liechtenstein,Franken", "CLP": "Chilean pesos,Chile",
	"CNY": "Yuan,China,renminbi", "COP": "Colombian pesos,Colombia", "CRC": "Colones,Costa Rica",
	"CUC": "Convertible pesos,Cuba", "CUP": "Cuban pesos,Cuba", "CVE": "Cape Verde escudos,Cabo Verde",
	"CZK": "Czech crowns,Czechia,koruna", "DJF": "Djibouti francs,Djibouti",
	"DKK": "Danish crowns,Denmark,kroner",
	"DOP": "Dominican pesos,Dominican Republic", "DZD": "Algerian dinars,Algeria",
	"EGP": "Egyptian pounds,Egypt", "ERN": "Nakfas,Eritrea", "ETB": "Birr,Ethiopia",
	"EUR": "Euros,cents,Europe,Ireland,Germany,France", "FJD": "Fiji dollars,Fiji",
	"FKP": "Falkland pounds,Falkland Islands", "GBP": "Pounds,pence,sterling,Britain,England,Scotland,Wales",
	"GEL": "Lari,Georgia", "GHS": "Cedis,Ghana", "GIP": "Gibraltar pounds,Gibraltar", "GMD": "Dalasis,Gambia",
	"GNF": "Guinean francs,Guinea", "GTQ": "Quetzales,Guatemala", "GYD": "Guyana dollars,Guyana",
	"HKD": "Hong Kong dollars,Hong Kong", "HNL": "Lempiras,Honduras", "HRK": "Kunas,Croatia",
	"HTG": "Gourdes,Haiti", "HUF": "Forints,Hungary", "IDR": "Rupiahs,Indonesia", "ILS": "Shekels,Israel",
	"INR": "Indian rupees,India", "IQD": "Iraqi dinars,Iraq", "IRR": "Iranian rials,Iran",
	"ISK": "Icelandic crowns,Iceland,kronur", "JMD": "Jamaican dollars,Jamaica",
	"JOD": "Jordanian dinars,Jordan",
	"JPY": "Yen,Japan", "KES": "Kenyan shillings,Kenya", "KGS": "Soms,Kyrgyzstan", "KHR": "Riels,Cambodia",
	"KMF": "Comorian francs,Comoros", "KPW": "North Korean won,North Korea", "KRW": "Won,South Korea",
	"KWD": "Kuwaiti dinars,Kuwait", "KYD": "Cayman dollars,Cayman Islands", "KZT": "Tenge,Kazakhstan",
	"LAK": "Kips,Laos", "LBP": "Lebanese pounds,Lebanon", "LKR": "Sri Lankan rupees,Sri Lanka,Ceylon",
	"LRD": "Liberian dollars,Liberia", "LSL": "Maloti,Lesotho,loti", "LYD": "Libyan dinars,Libya",
	"MAD": "Moroccan dirhams,Morocco", "MDL": "Moldovan lei,Moldova", "MGA": "Ariary,Madagascar",
	"MKD": "Denars,North Macedonia", "MMK": "Kyats,Myanmar,Burma", "MNT": "Tugriks,Mongolia",
	"MOP": "Patacas,Macao", "MRO": "Old ouguiyas,Mauritania", "MRU": "Ouguiyas,Mauritania",
	"MUR": "Mauritian rupees,Mauritius", "MVR": "Rufiyaas,Maldives", "MWK": "Malawi kwachas,Malawi",
	"MXN": "Mexican pesos,Mexico", "MYR": "Ringgits,Malaysia", "MZN": "Meticais,Mozambique",
	"NAD": "Namibian dollars,Namibia", "NGN": "Nairas,Nigeria", "NIO": "Cordobas,Nicaragua",
	"NOK": "Norwegian crowns,Norway,kroner", "NPR": "Nepalese rupees,Nepal",
	"NZD": "New Zealand dollars,New Zealand", "OMR": "Omani rials,Oman", "PAB": "Balboas,Panama",
	"PEN": "Soles,Peru", "PGK": "Kinas,Papua New Guinea", "PHP": "Philippine pesos,Philippines",
	"PKR": "Pakistani rupees,Pakistan", "PLN": "Zlotys,Poland", "PYG": "Guaranis,Paraguay",
	"QAR": "Qatari rials,Qatar", "RON": "Romanian lei,Romania", "RSD": "Serbian dinars,Serbia",
	"RUB": "Russian roubles,Russia,rubles", "RWF": "Rwanda francs,Rwanda", "SAR": "Saudi riyals,Saudi Arabia",
	"SBD": "Solomon dollars,Solomon Islands", "SCR": "Seychelles rupees,Seychelles",
	"SDG": "Sudanese pounds,Sudan", "SEK": "Swedish crowns,Sweden,kronor", "SGD": "Singapore dollars,Singapore",
	"SHP": "Saint Helena pounds,Saint Helena", "SLE": "Leones,Sierra Leone", "SLL": "Old leones,Sierra Leone",
	"SOS": "Somali shillings,Somalia", "SRD": "Surinam dollars,Suriname",
	"SSP": "South Sudanese pounds,South Sudan",
	"STN": "Dobras,São Tomé", "SVC": "Salvadoran colones,El Salvador", "SYP": "Syrian pounds,Syria",
	"SZL": "Emalangeni,Eswatini,Swaziland", "THB": "Baht,Thailand", "TJS": "Somoni,Tajikistan",
	"TMT": "Turkmen manats,Turkmenistan", "TND": "Tunisian dinars,Tunisia", "TOP": "Paangas,Tonga",
	"TRY": "Turkish lira,Turkey,Türkiye", "TTD": "Trinidad dollars,Trinidad,Tobago",
	"TWD": "Taiwan dollars,Taiwan", "TZS": "Tanzanian shillings,Tanzania", "UAH": "Hryvnias,Ukraine",
	"UGX": "Uganda shillings,Uganda", "USD": "American dollars,United States,cents,US dollars,America",
	"UYU": "Uruguayan pesos,Uruguay", "UZS": "Uzbek sums,Uzbekistan", "VED": "Digital bolivars,Venezuela",
	"VEF": "Old bolivars,Venezuela", "VES": "Bolivars,Venezuela", "VND": "Dong,Vietnam", "VUV": "Vatus,Vanuatu",
	"WST": "Talas,Samoa", "XAF": "Central African francs,Cameroon,Gabon,Chad",
	"XCD": "East Caribbean dollars,Antigua,Grenada,Saint Lucia",
	"XCG": "Caribbean guilders,Curaçao,Sint Maarten",
	"XOF": "West African francs,Senegal,Ivory Coast,Mali,Togo,Benin",
	"XPF": "Pacific francs,Tahiti,New Caledonia",
	"YER": "Yemeni rials,Yemen", "ZAR": "Rand,South Africa", "ZMW": "Kwachas,Zambia",
	"ZWG": "Zimbabwe gold,Zimbabwe",
}
