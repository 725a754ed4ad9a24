// Command bill writes what the program is made of: a list of its modules (SPDX), and their licences in full.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// targets are the systems a release is made for: modules of one of them alone count too.
var targets = []string{
	"linux/amd64", "linux/arm64", "linux/arm", "windows/amd64", "darwin/amd64", "darwin/arm64",
}

// part is something the program has in it.
type part struct {
	name, version string
	purl          string
	texts         map[string]string // its licences, by file
}

func main() {
	tree := flag.String("tree", ".", "the top of the tree")
	version := flag.String("version", "", "of the release")
	sbom := flag.String("sbom", "", "file to write the list to")
	licences := flag.String("licences", "", "file to write the licences to")
	flag.Parse()
	parts, err := partsOf(*tree)
	if err == nil {
		err = os.WriteFile(*licences, allTexts(parts), 0o644)
	}
	if err == nil {
		err = writeList(*sbom, *version, parts)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bill:", err)
		os.Exit(1)
	}
}

// partsOf are the modules compiled in on any target, Go's own library, and the script and typefaces in
// static/vendor.
func partsOf(tree string) ([]part, error) {
	found := map[string]part{}
	for _, target := range targets {
		system, machine, _ := strings.Cut(target, "/")
		cmd := exec.Command("go", "list", "-deps", "-f",
			`{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}`, "./cmd/ouverte")
		cmd.Dir, cmd.Stderr = tree, os.Stderr
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine)
		out, err := cmd.Output()
		if err != nil {
			return nil, err
		}
		for line := bufio.NewScanner(bytes.NewReader(out)); line.Scan(); {
			said := strings.SplitN(line.Text(), " ", 3)
			if len(said) < 3 || found[said[0]].name != "" {
				continue
			}
			texts, err := textsIn(said[2])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", said[0], err)
			}
			found[said[0]] = part{said[0], said[1], "pkg:golang/" + said[0] + "@" + said[1], texts}
		}
	}
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, err
	}
	root, goes, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	texts, err := textsIn(root)
	if err != nil {
		return nil, err
	}
	goes = strings.TrimPrefix(goes, "go")
	found["std"] = part{"std", goes, "pkg:golang/std@" + goes, texts}
	lock, err := os.ReadFile(filepath.Join(tree, "static/vendor/package.json"))
	if err != nil {
		return nil, err
	}
	var carried struct{ Dependencies map[string]string }
	if err := json.Unmarshal(lock, &carried); err != nil {
		return nil, err
	}
	for name, version := range carried.Dependencies {
		file := "LICENSE." + strings.TrimSuffix(path.Base(name), ".org")
		text, err := os.ReadFile(filepath.Join(tree, "static/vendor", file))
		if err != nil {
			return nil, err
		}
		found[name] = part{name, version, "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + version,
			map[string]string{file: string(text)}}
	}
	var parts []part
	for _, p := range found {
		parts = append(parts, p)
	}
	slices.SortFunc(parts, func(a, b part) int { return cmp.Compare(a.name, b.name) })
	return parts, nil
}

var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)|licen[cs]e(\.\w+)?$`)

// textsIn are the licences that lie in a folder. Nothing is released without one.
func textsIn(folder string) (map[string]string, error) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, f := range files {
		if !f.Type().IsRegular() || !licenceFile.MatchString(f.Name()) || strings.HasSuffix(f.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, f.Name()))
		if err != nil {
			return nil, err
		}
		texts[f.Name()] = strings.ReplaceAll(string(text), "\r\n", "\n")
	}
	if len(texts) == 0 {
		return nil, fmt.Errorf("no licence in %s", folder)
	}
	return texts, nil
}

// allTexts is the file with all licences.
func allTexts(parts []part) []byte {
	var b bytes.Buffer
	for _, p := range parts {
		for _, file := range slices.Sorted(maps.Keys(p.texts)) {
			rule := strings.Repeat("-", 78)
			fmt.Fprintf(&b, "%s\n%s %s, %s\n%s\n\n%s\n\n", rule, p.name, p.version, file, rule,
				strings.TrimSpace(p.texts[file]))
		}
	}
	return b.Bytes()
}

// known are words that tell a licence, the first that fits.
var known = []struct{ words, id string }{
	{"Apache License", "Apache-2.0"},
	{"Mozilla Public License", "MPL-2.0"},
	{"Neither the name", "BSD-3-Clause"},
	{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
	{"Permission is hereby granted, free of charge", "MIT"},
	{"This software is provided 'as-is'", "Zlib"},
	{"SIL OPEN FONT LICENSE", "OFL-1.1"},
	{"Permission to use, copy, modify, and/or distribute this software for any purpose", "0BSD"},
}

func (p part) licence() string {
	var all []string
	for _, file := range slices.Sorted(maps.Keys(p.texts)) {
		text := strings.Join(strings.Fields(p.texts[file]), " ")
		for _, k := range known {
			if strings.Contains(text, k.words) {
				all = append(all, k.id)
				break
			}
		}
	}
	slices.Sort(all)
	return cmp.Or(strings.Join(slices.Compact(all), " AND "), "NOASSERTION")
}

// writeList writes the list as SPDX 2.3. The same tree gives the same bytes: its time is SOURCE_DATE_EPOCH.
func writeList(file, version string, parts []part) error {
	seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return err
	}
	type object = map[string]any
	packages := []object{{
		"SPDXID": "SPDXRef-ouverte", "name": "ouverte", "versionInfo": version, "downloadLocation": "NOASSERTION",
		"filesAnalyzed": false, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "NOASSERTION",
		"primaryPackagePurpose": "APPLICATION",
	}}
	relations := []object{{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES",
		"relatedSpdxElement": "SPDXRef-ouverte"}}
	for i, p := range parts {
		id := fmt.Sprintf("SPDXRef-part-%d", i+1)
		packages = append(packages, object{
			"SPDXID": id, "name": p.name, "versionInfo": p.version, "downloadLocation": "NOASSERTION",
			"filesAnalyzed": false, "licenseConcluded": "NOASSERTION", "licenseDeclared": p.licence(),
			"copyrightText": "NOASSERTION",
			"externalRefs": []object{{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
				"referenceLocator": p.purl}},
		})
		relations = append(relations, object{"spdxElementId": "SPDXRef-ouverte", "relationshipType": "CONTAINS",
			"relatedSpdxElement": id})
	}
	text, err := json.MarshalIndent(object{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
		"name": "ouverte " + version, "documentNamespace": "https://ouverte.invalid/spdx/ouverte-" + version,
		"creationInfo": object{"created": time.Unix(seconds, 0).UTC().Format(time.RFC3339),
			"creators": []string{"Tool: bill of ouverte"}},
		"packages": packages, "relationships": relations,
	}, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(text, '\n'), 0o644)
}
