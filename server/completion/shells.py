"""The scripts of the shells, and what they ask: those of click, but for bash one that knows ids such as `n:pay`.

bash splits words at colons, and takes what it gets as it is. So this script hands over the line, cuts off what bash
leaves alone, and quotes the rest.
"""

import os

from click import Command
from click.shell_completion import BashComplete, add_completion_class, get_completion_class, split_arg_string

SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_FRIEZE_COMPLETE"

BASH = r"""%(complete_func)s() {
    local line=${COMP_LINE:0:COMP_POINT} response type value word before=
    response=$(env COMP_WORDS="$line" %(complete_var)s=bash_complete "$1" 2>/dev/null)
    word=${line##*[[:space:]]}
    if [[ $COMP_WORDBREAKS == *:* && $word == *:* ]]; then
        before=${word%%:*}:
    fi
    while IFS=, read -r type value; do
        case $type in
            dir | file) compopt -o default ;;
            plain) printf -v value %%q "${value#"$before"}"; COMPREPLY+=("$value") ;;
        esac
    done <<< "$response"
}

complete -F %(complete_func)s %(prog_name)s
"""


class LineComplete(BashComplete):
    """Completion for bash, which gets the whole line up to the cursor."""

    source_template = BASH

    def source(self) -> str:
        """Return the script. Unlike click's, it needs nothing of a bash newer than 4, and so asks for no version."""
        return self.source_template % self.source_vars()

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the whole words of the line, and the one at the cursor."""
        line = os.environ["COMP_WORDS"]
        words = split_arg_string(line)[1:]
        if not words or line[-1:].isspace():
            return words, ""
        return words[:-1], words[-1]


def register() -> None:
    """Let click ask for completion in bash as the script here does."""
    add_completion_class(LineComplete)


def script(command: Command, shell: str) -> str:
    """Return the script that makes a shell complete a command."""
    register()
    complete = get_completion_class(shell)
    assert complete is not None, shell
    return complete(command, {}, "frieze", VARIABLE).source()
