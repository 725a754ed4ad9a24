package main

// ouverte completion: a script for the shell, made of the very structs the command line is read with, so that it knows every
// command and flag there is.

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

// Help is shown by ouverte completion --help.
func (*completionCmd) Help() string {
	return `It knows every command, flag and answer there is:

    source <(ouverte completion bash)
    ouverte completion zsh > "${fpath[1]}/_ouverte"
    ouverte completion fish > ~/.config/fish/completions/ouverte.fish`
}

// Run prints the script.
func (c *completionCmd) Run(world *outside, program *kong.Application) error {
	write := map[string]func(*kong.Application) string{"bash": forBash, "zsh": forZsh, "fish": forFish}[c.Shell]
	_, err := fmt.Fprint(world.out, write(program))
	return err
}

// forBash completes the command, then its flags, then what a flag or argument takes; files where anything goes.
func forBash(program *kong.Application) string {
	var commands, flags, values []string
	unsaid := "" // the flags of the command that is meant where none is named
	for _, cmd := range program.Children {
		commands = append(commands, cmd.Name)
		words := []string{"--help"}
		for _, f := range cmd.Flags {
			words = append(words, "--"+f.Name)
			switch {
			case f.Enum != "":
				values = append(values, fmt.Sprintf("\t%s:--%s) words='%s' files='' ;;\n", cmd.Name, f.Name, plainEnum(f.Value)))
			case !f.IsBool():
				values = append(values, fmt.Sprintf("\t%s:--%s) words='' files=yes ;;\n", cmd.Name, f.Name))
			}
		}
		args, files := "", ""
		for _, a := range cmd.Positional {
			if args = plainEnum(a); args == "" {
				files = "yes"
			}
		}
		flags = append(flags, fmt.Sprintf("\t%s) flags='%s' words='%s' files='%s' ;;\n", cmd.Name, strings.Join(words, " "), args, files))
		if cmd == program.DefaultCmd {
			unsaid = strings.Join(words, " ")
		}
	}
	return `# bash completion for ouverte: source <(ouverte completion bash)
_ouverte() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} flags='' words='' files=''
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='` + strings.Join(commands, " ") + `'
		case "$word" in -*) words='--version ` + unsaid + `' ;; esac
		COMPREPLY=($(compgen -W "$words" -- "$word"))
		return
	fi
	case "$command" in
` + strings.Join(flags, "") + `	esac
	case "$command:$before" in
` + strings.Join(values, "") + `	esac
	case "$word" in
	-*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
	*)
		COMPREPLY=($(compgen -W "$words" -- "$word"))
		[ -z "$files" ] || COMPREPLY+=($(compgen -f -- "$word"))
		;;
	esac
}
complete -o filenames -F _ouverte ouverte
`
}

// forZsh gives each word the sentence of its help beside it.
func forZsh(program *kong.Application) string {
	var commands, cases []string
	for _, cmd := range program.Children {
		commands = append(commands, fmt.Sprintf("\t\t%s\n", quoted(cmd.Name+":"+inShort(cmd.Help))))
		lines := []string{"'--help[Show help]'"}
		for _, f := range cmd.Flags {
			many := ""
			if f.IsCumulative() {
				many = "*"
			}
			spec := many + "--" + f.Name + "[" + strings.NewReplacer("[", "(", "]", ")", ":", " ").Replace(inShort(f.Help)) + "]"
			switch {
			case f.Enum != "":
				spec += ":value:(" + plainEnum(f.Value) + ")"
			case !f.IsBool():
				spec += ":value:_files"
			}
			lines = append(lines, quoted(spec))
		}
		for _, a := range cmd.Positional {
			take := "_files"
			if a.Enum != "" {
				take = "(" + plainEnum(a) + ")"
			}
			lines = append(lines, quoted(":"+a.Name+":"+take))
		}
		cases = append(cases, fmt.Sprintf("\t%s) _arguments %s ;;\n", cmd.Name, strings.Join(lines, " ")))
	}
	return `#compdef ouverte
# zsh completion for ouverte: ouverte completion zsh > "${fpath[1]}/_ouverte"
_ouverte() {
	local -a commands
	commands=(
` + strings.Join(commands, "") + `	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
` + strings.Join(cases, "") + `	esac
}
if [ "$funcstack[1]" = _ouverte ]; then
	_ouverte "$@"
else
	compdef _ouverte ouverte
fi
`
}

// forFish is a line for each word.
func forFish(program *kong.Application) string {
	var b strings.Builder
	b.WriteString("# fish completion for ouverte: ouverte completion fish > ~/.config/fish/completions/ouverte.fish\n")
	for _, cmd := range program.Children {
		fmt.Fprintf(&b, "complete -c ouverte -n __fish_use_subcommand -f -a %s -d %s\n", cmd.Name, fishQuoted(inShort(cmd.Help)))
		only := fmt.Sprintf("complete -c ouverte -n '__fish_seen_subcommand_from %s'", cmd.Name)
		for _, f := range cmd.Flags {
			take := ""
			switch {
			case f.Enum != "":
				take = " -x -a '" + plainEnum(f.Value) + "'"
			case !f.IsBool():
				take = " -r"
			}
			fmt.Fprintf(&b, "%s -l %s%s -d %s\n", only, f.Name, take, fishQuoted(inShort(f.Help)))
		}
		for _, a := range cmd.Positional {
			if a.Enum != "" {
				fmt.Fprintf(&b, "%s -f -a '%s'\n", only, plainEnum(a))
			}
		}
	}
	return b.String()
}

func plainEnum(v *kong.Value) string { return strings.Join(strings.Split(v.Enum, ","), " ") }

// inShort is the first sentence of a help.
func inShort(help string) string {
	help, _, _ = strings.Cut(help, ". ")
	return strings.TrimSuffix(help, ".")
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
