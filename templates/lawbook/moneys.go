package lawbook

import (
	"maps"
	"slices"
	"strings"

	"ouverte/rules"
	"ouverte/templates/say"
	"ouverte/templates/ui"
)

// moneys are those to choose from: the ones every form offers, then all others in use by their names.
func moneys(played ...rules.Money) (out []ui.Option) {
	others := slices.SortedFunc(maps.Keys(moneyNames), func(a, b rules.Money) int {
		return strings.Compare(moneyNames[a], moneyNames[b])
	})
	all := slices.Concat(played, say.Moneys, others)
	for i, m := range all {
		if slices.Contains(all[:i], m) {
			continue
		}
		name := say.MoneyName(m)
		if moneyNames[m] != "" {
			name = moneyNames[m] + " (" + string(m) + ")"
		}
		out = append(out, ui.Option{Value: string(m), Name: name})
	}
	return out
}

// moneyNames are the currencies in use.
var moneyNames = map[rules.Money]string{
	"AED": "Emirati dirhams", "AFN": "Afghanis", "ALL": "Lek", "AMD": "Drams", "ANG": "Antillean guilders",
	"AOA": "Kwanzas", "ARS": "Argentine pesos", "AUD": "Australian dollars", "AWG": "Florins",
	"AZN": "Manats", "BAM": "Convertible marks", "BBD": "Barbados dollars", "BDT": "Takas", "BGN": "Leva",
	"BHD": "Bahraini dinars", "BIF": "Burundi francs", "BMD": "Bermuda dollars", "BND": "Brunei dollars",
	"BOB": "Bolivianos", "BRL": "Reais", "BSD": "Bahamian dollars", "BTN": "Ngultrums", "BWP": "Pulas",
	"BYN": "Belarusian roubles", "BZD": "Belize dollars", "CAD": "Canadian dollars",
	"CDF": "Congolese francs", "CHF": "Swiss francs", "CLP": "Chilean pesos", "CNY": "Yuan",
	"COP": "Colombian pesos", "CRC": "Colones", "CUC": "Convertible pesos", "CUP": "Cuban pesos",
	"CVE": "Cape Verde escudos", "CZK": "Czech crowns", "DJF": "Djibouti francs", "DKK": "Danish crowns",
	"DOP": "Dominican pesos", "DZD": "Algerian dinars", "EGP": "Egyptian pounds", "ERN": "Nakfas",
	"ETB": "Birr", "EUR": "Euros", "FJD": "Fiji dollars", "FKP": "Falkland pounds", "GBP": "Pounds",
	"GEL": "Lari", "GHS": "Cedis", "GIP": "Gibraltar pounds", "GMD": "Dalasis", "GNF": "Guinean francs",
	"GTQ": "Quetzales", "GYD": "Guyana dollars", "HKD": "Hong Kong dollars", "HNL": "Lempiras",
	"HRK": "Kunas", "HTG": "Gourdes", "HUF": "Forints", "IDR": "Rupiahs", "ILS": "Shekels",
	"INR": "Indian rupees", "IQD": "Iraqi dinars", "IRR": "Iranian rials", "ISK": "Icelandic crowns",
	"JMD": "Jamaican dollars", "JOD": "Jordanian dinars", "JPY": "Yen", "KES": "Kenyan shillings",
	"KGS": "Soms", "KHR": "Riels", "KMF": "Comorian francs", "KPW": "North Korean won", "KRW": "Won",
	"KWD": "Kuwaiti dinars", "KYD": "Cayman dollars", "KZT": "Tenge", "LAK": "Kips",
	"LBP": "Lebanese pounds", "LKR": "Sri Lankan rupees", "LRD": "Liberian dollars", "LSL": "Maloti",
	"LYD": "Libyan dinars", "MAD": "Moroccan dirhams", "MDL": "Moldovan lei", "MGA": "Ariary",
	"MKD": "Denars", "MMK": "Kyats", "MNT": "Tugriks", "MOP": "Patacas", "MRO": "Old ouguiyas",
	"MRU": "Ouguiyas", "MUR": "Mauritian rupees", "MVR": "Rufiyaas", "MWK": "Malawi kwachas",
	"MXN": "Mexican pesos", "MYR": "Ringgits", "MZN": "Meticais", "NAD": "Namibian dollars",
	"NGN": "Nairas", "NIO": "Cordobas", "NOK": "Norwegian crowns", "NPR": "Nepalese rupees",
	"NZD": "New Zealand dollars", "OMR": "Omani rials", "PAB": "Balboas", "PEN": "Soles", "PGK": "Kinas",
	"PHP": "Philippine pesos", "PKR": "Pakistani rupees", "PLN": "Zlotys", "PYG": "Guaranis",
	"QAR": "Qatari rials", "RON": "Romanian lei", "RSD": "Serbian dinars", "RUB": "Russian roubles",
	"RWF": "Rwanda francs", "SAR": "Saudi riyals", "SBD": "Solomon dollars", "SCR": "Seychelles rupees",
	"SDG": "Sudanese pounds", "SEK": "Swedish crowns", "SGD": "Singapore dollars",
	"SHP": "Saint Helena pounds", "SLE": "Leones", "SLL": "Old leones", "SOS": "Somali shillings",
	"SRD": "Surinam dollars", "SSP": "South Sudanese pounds", "STN": "Dobras", "SVC": "Salvadoran colones",
	"SYP": "Syrian pounds", "SZL": "Emalangeni", "THB": "Baht", "TJS": "Somoni", "TMT": "Turkmen manats",
	"TND": "Tunisian dinars", "TOP": "Paangas", "TRY": "Turkish lira", "TTD": "Trinidad dollars",
	"TWD": "Taiwan dollars", "TZS": "Tanzanian shillings", "UAH": "Hryvnias", "UGX": "Uganda shillings",
	"USD": "American dollars", "UYU": "Uruguayan pesos", "UZS": "Uzbek sums", "VED": "Digital bolivars",
	"VEF": "Old bolivars", "VES": "Bolivars", "VND": "Dong", "VUV": "Vatus", "WST": "Talas",
	"XAF": "Central African francs", "XCD": "East Caribbean dollars", "XCG": "Caribbean guilders",
	"XOF": "West African francs", "XPF": "Pacific francs", "YER": "Yemeni rials", "ZAR": "Rand",
	"ZMW": "Kwachas", "ZWG": "Zimbabwe gold",
}
