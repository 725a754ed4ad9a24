package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// completionCmd prints a completion script, made from the structs that parse the command line.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

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

// forBash completes the command, then its flags, then values; files where any value goes.
func forBash(program *kong.Application) string {
	var commands []string
	var flags, values strings.Builder
	unsaid := "" // the flags of the default command
	for _, cmd := range program.Children {
		commands = append(commands, cmd.Name)
		all := "--help"
		for _, f := range cmd.Flags {
			all += " --" + f.Name
			switch line := "\t" + cmd.Name + ":--" + f.Name + ") words='%s' files=%s ;;\n"; {
			case f.Enum != "":
				fmt.Fprintf(&values, line, plainEnum(f.Value), "''")
			case !f.IsBool():
				fmt.Fprintf(&values, line, "", "yes")
			}
		}
		args, files := "", ""
		for _, a := range cmd.Positional {
			if args = plainEnum(a); args == "" {
				files = "yes"
			}
		}
		fmt.Fprintf(&flags, "\t%s) flags='%s' words='%s' files='%s' ;;\n", cmd.Name, all, args, files)
		if cmd == program.DefaultCmd {
			unsaid = all
		}
	}
	return strings.NewReplacer("COMMANDS", strings.Join(commands, " "), "UNSAID", unsaid,
		"\tFLAGS\n", flags.String(), "\tVALUES\n", values.String()).Replace(bashScript)
}

const bashScript = `# bash completion for ouverte: source <(ouverte completion bash)
_ouverte() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}` +
	` flags='' words='' files=''
	COMPREPLY=()
	if [ "$COMP_CWORD" -eq 1 ]; then
		words='COMMANDS'
		case "$word" in -*) words='--version UNSAID' ;; esac
		COMPREPLY=($(compgen -W "$words" -- "$word"))
		return
	fi
	case "$command" in
	FLAGS
	esac
	case "$command:$before" in
	VALUES
	esac
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

// forZsh shows the help beside each word.
func forZsh(program *kong.Application) string {
	var commands, cases strings.Builder
	for _, cmd := range program.Children {
		fmt.Fprintf(&commands, "\t\t%s\n", quoted(cmd.Name+":"+inShort(cmd.Help)))
		words := "'--help[Show help]'"
		for _, f := range cmd.Flags {
			help := strings.NewReplacer("[", "(", "]", ")", ":", " ").Replace(inShort(f.Help))
			spec := "--" + f.Name + "[" + help + "]"
			switch {
			case f.Enum != "":
				spec += ":value:(" + plainEnum(f.Value) + ")"
			case !f.IsBool():
				spec += ":value:_files"
			}
			if f.IsCumulative() {
				spec = "*" + spec
			}
			words += " " + quoted(spec)
		}
		for _, a := range cmd.Positional {
			take := "_files"
			if a.Enum != "" {
				take = "(" + plainEnum(a) + ")"
			}
			words += " " + quoted(":"+a.Name+":"+take)
		}
		fmt.Fprintf(&cases, "\t%s) _arguments %s ;;\n", cmd.Name, words)
	}
	return strings.NewReplacer("\t\tCOMMANDS\n", commands.String(), "\tCASES\n", cases.String()).
		Replace(zshScript)
}

const zshScript = `#compdef ouverte
# zsh completion for ouverte: ouverte completion zsh > "${fpath[1]}/_ouverte"
_ouverte() {
	local -a commands
	commands=(
		COMMANDS
	)
	if (( CURRENT == 2 )); then
		_describe command commands
		return
	fi
	local command=$words[2]
	shift words
	(( CURRENT-- ))
	case $command in
	CASES
	esac
}
if [ "$funcstack[1]" = _ouverte ]; then
	_ouverte "$@"
else
	compdef _ouverte ouverte
fi
`

// forFish writes a line for each word.
func forFish(program *kong.Application) string {
	var b strings.Builder
	b.WriteString("# fish completion for ouverte: " +
		"ouverte completion fish > ~/.config/fish/completions/ouverte.fish\n")
	for _, cmd := range program.Children {
		help := fishQuoted(inShort(cmd.Help))
		fmt.Fprintf(&b, "complete -c ouverte -n __fish_use_subcommand -f -a %s -d %s\n", cmd.Name, help)
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

func plainEnum(v *kong.Value) string { return strings.ReplaceAll(v.Enum, ",", " ") }

// inShort is the first sentence of a help.
func inShort(help string) string {
	help, _, _ = strings.Cut(help, ". ")
	return strings.TrimSuffix(help, ".")
}

func quoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
