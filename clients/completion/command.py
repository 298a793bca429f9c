"""`linemate completion bash|zsh|fish`: print what makes a shell complete the commands of linemate.

The scripts are thin: at each Tab they ask `linemate completion words -- WORD...`, which answers
with a line for each candidate, `WORD` or `WORD<tab>MEANING`, and `:files` where the shell is to add
the names of files. So they are never older than the program that they complete.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from linemate.clients.shared import arguments
from linemate.clients.shared.command import OVER
from linemate.clients.shared.harmless import say

BASH = r"""
# Words are told apart by white space alone, but for one behind a backslash: bash would break them
# at each = as well, and wants only what comes behind it.
_linemate() {
    local line=${COMP_LINE:0:COMP_POINT} candidate rest program=${1/#\~/$HOME}
    local -a words engine
    read -a words <<< "$line"
    [[ $line == *[!\\][[:space:]] ]] && words+=("")
    local current=${words[${#words[@]}-1]}
    local before=${current%"${current##*=}"}
    COMPREPLY=()
    [[ $program == *linemate-engine ]] && engine=(linemate-engine)
    while IFS=$'\t' read -r candidate rest; do
        if [[ $candidate == :files ]]; then
            compopt -o filenames
            while IFS= read -r candidate; do
                COMPREPLY+=("$candidate")
            done < <(compgen -f -- "${current##*=}")
        else
            COMPREPLY+=("${candidate#"$before"}")
        fi
    done < <("${program%-engine}" completion words -- "${engine[@]}" "${words[@]:1}" 2> /dev/null)
    [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace
    return 0
}
complete -F _linemate linemate linemate-engine
"""
ZSH = r"""#compdef linemate linemate-engine
_linemate() {
    local candidate meaning files program=${words[1]/#\~/$HOME}
    local -a finished open engine
    [[ $program == *linemate-engine ]] && engine=(linemate-engine)
    while IFS=$'\t' read -r candidate meaning; do
        case $candidate in
            :files) files=1 ;;
            *=) open+=("${candidate//:/\\:}${meaning:+:$meaning}") ;;
            *) finished+=("${candidate//:/\\:}${meaning:+:$meaning}") ;;
        esac
    done < <("${program%-engine}" completion words -- $engine "${(@Q)words[2,CURRENT]}" 2>/dev/null)
    (( $#finished )) && _describe linemate finished
    (( $#open )) && _describe linemate open -S ''
    if [[ -n $files ]]; then
        compset -P '*='
        _files
    fi
}
compdef _linemate linemate linemate-engine
"""
FISH = r"""
function __linemate_candidates
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program (string replace -r -- '-engine$' '' $words[1])
    set -l engine (string match -r -- 'linemate-engine$' $words[1])
    for line in (command $program completion words -- $engine $words[2..-1] "$current" 2> /dev/null)
        if test "$line" = :files
            set -l before (string match -r '.*=' -- $current; or echo)
            for path in (__fish_complete_path (string replace -r '.*=' '' -- $current))
                echo $before$path
            end
        else
            echo $line
        end
    end
end
complete -c linemate -f -a '(__linemate_candidates)'
complete -c linemate-engine -f -a '(__linemate_candidates)'
"""
SCRIPTS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
EPILOG = """\
Put one of these where your shell reads it at its start:
  bash   ~/.bashrc:                    source <(linemate completion bash)
  zsh    ~/.zshrc, behind compinit:    source <(linemate completion zsh)
  fish   ~/.config/fish/config.fish:   linemate completion fish | source
"""


def main(words: Sequence[str]) -> int:
    """Print the script for a shell, or what it asks for at a Tab, and return 0."""
    if words[:2] == ["words", "--"] and len(words) > 2:
        from linemate.clients.completion.candidates import complete

        for word, meaning in complete(words[2:]):
            say(f"{word}\t{' '.join(meaning.split())}".rstrip())
        return OVER
    options = make_parser().parse_args(words)
    say(SCRIPTS[options.shell].lstrip("\n"), end="")
    return OVER


def make_parser() -> argparse.ArgumentParser:
    parser = arguments.make_parser(
        "completion",
        "Print a script that makes a shell complete the commands of linemate, their\n"
        "options, games, engine options and files.",
        EPILOG,
    )
    parser.add_argument("shell", choices=tuple(SCRIPTS), help="the shell that you use")
    return parser
