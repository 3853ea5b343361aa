#!/usr/bin/env python3
"""Completions: what each shell offers for the beginning of a command line.

bash is asked through its own function, fish by `complete -C`; zsh's file has to be read without a
word, and through a terminal of its own it is asked, too.  A shell that is not there is skipped."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

tool = os.environ["BASEWALK"]
wrong = count = 0
skipped = []

# The beginning of a line, what must be offered, what must not.
ROWS = [
    ("", ["links", "tree", "mhtml", "explain"], ["list", "--jobs"]),
    ("li", ["links"], ["tree"]),
    ("mhtml ", ["list", "pack"], ["links"]),
    ("mhtml unpack --s", ["--scripts"], ["--strict"]),
    ("mhtml unpack --scripts ", ["drop", "keep"], ["compat"]),
    ("links --r", ["--rules", "--refang", "--resume"], ["--jobs"]),
    ("links --rules ", ["rfc1808", "whatwg"], ["jsonl"]),
    ("links x.eml --rules rfc3", ["rfc3986"], ["rfc1808"]),
    ("links --format ", ["text", "jsonl", "csv", "sqlite"], []),
    ("tree --format ", ["text", "jsonl"], ["csv"]),
    ("links --limit de", ["depth=", "decoded-factor="], ["work="]),
    ("links --only ho", ["host="], ["domain="]),
    ("links --unique ", ["url", "host", "domain"], []),
    ("rewrite --no-a", ["--no-absolute"], []),
    ("rewrite --hon", ["--honor"], []),
    ("explain base-s", ["base-split", "base-syntax"], ["links"]),
    ("help lim", ["limit-depth"], []),
    ("help lin", ["links", "line-ends"], []),
    ("completion ", ["bash", "zsh", "fish"], []),
    ("url --", ["--json", "--help"], ["--jobs"]),
]
LISTS = [("links --honor html-base,content-b", "html-base,content-base")]
FILES = ["links me", "links --files-from me", "links -o me", "merge me"]


def complain(what, why):
    global wrong
    wrong += 1
    print(f"{what}: {why}")


def completions(shell):
    done = subprocess.run([tool, "completion", shell], capture_output=True, check=True)
    return done.stdout.decode()


def hold(shell, line, offered, wanted, unwanted):
    global count
    count += 1
    for word in wanted:
        if word not in offered:
            complain(f"{shell}: basewalk {line}", f"{word} is not offered, but {' '.join(offered)[:200]}")
    for word in unwanted:
        if word in offered:
            complain(f"{shell}: basewalk {line}", f"{word} is offered")


def ask_bash(line):
    script = '''
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_basewalk; printf '%s\\n' "${COMPREPLY[@]}"'''
    # As readline divides words.
    words = ["basewalk", *line.replace("=", " = ").split(" ")]
    words = [word for i, word in enumerate(words) if word or i == len(words) - 1]
    done = subprocess.run(["bash", "--norc", "-c", script, "bash", "completions.bash", *words], capture_output=True)
    if done.stderr:
        complain(f"bash: basewalk {line}", done.stderr.decode())
    return done.stdout.decode().split()


def test_bash():
    pathlib.Path("completions.bash").write_text(completions("bash"))
    for line, wanted, unwanted in ROWS:
        hold("bash", line, ask_bash(line), wanted, unwanted)
    for line, wanted in LISTS:
        hold("bash", line, ask_bash(line), [wanted], [])
    for line in FILES:  # readline's own
        hold("bash", line, [word for word in ask_bash(line) if word.startswith("me")], [], ["merge"] if "links" in line else [])
    hold("bash", "links --rules=rfc3", ask_bash("links --rules=rfc3"), ["rfc3986"], ["rfc1808"])


def test_fish():
    pathlib.Path("basewalk.fish").write_text(completions("fish"))
    def ask(line):
        done = subprocess.run(["fish", "--no-config", "-c", f"source basewalk.fish; complete -C 'basewalk {line}'"],
                              capture_output=True, env={**os.environ, "HOME": os.getcwd()})
        if done.stderr:
            complain(f"fish: basewalk {line}", done.stderr.decode())
        return [row.split("\t")[0] for row in done.stdout.decode().splitlines()]
    for line, wanted, unwanted in ROWS:
        hold("fish", line, ask(line), wanted, unwanted)
    for line, wanted in LISTS:
        hold("fish", line, ask(line), [wanted], [])
    for line in FILES:
        hold("fish", line, ask(line), ["message.eml"], [])


# Completes each line in a zsh of its own, and puts what that has offered for the Nth into offered.N.
ZSH = '''
zmodload zsh/zpty
await() { repeat 2400 { [[ -e $1 ]] && return 0; sleep 0.05 }; print -u2 "$1 did not come"; exit 1 }
zpty z zsh -f -i
zpty -w z 'PS1=; fpath=($PWD $fpath); autoload -Uz compinit; compinit -u -D; n=1'
zpty -w z 'asked() { zle complete-word; print >asked.$((n++)) }; zle -N asked; bindkey "^I" asked; bindkey "^U" kill-buffer'
zpty -w z 'compadd() { local -a o w; if [[ "$*" == *-O* || "$*" == *-A* || "$*" == *-D* ]]; then builtin compadd "$@"; else
  builtin compadd -O w "$@"; builtin compadd "$@"; print -l -- "<"$^w">" >>offered.$n; fi }'
zpty -w z 'zstyle ":completion:*" list-prompt ""; LISTMAX=0; print ready >ready'
await ready
for ((i = 1; i <= $#; i++)) { zpty -w -n z $'\\025'"${@[i]}"$'\\t'; await asked.$i }
zpty -d z
'''


def test_zsh():
    global count
    pathlib.Path("_basewalk").write_text(completions("zsh"))
    done = subprocess.run(["zsh", "-f", "-n", "_basewalk"], capture_output=True)
    count += 1
    if done.returncode != 0 or done.stderr:
        complain("zsh", done.stderr.decode())
    done = subprocess.run(["zsh", "-f", "-c", ZSH, "zsh", *(f"basewalk {line}" for line, _, _ in ROWS)], capture_output=True)
    if done.returncode != 0:
        complain("zsh", done.stderr.decode())
    for i, (line, wanted, unwanted) in enumerate(ROWS):
        offered = pathlib.Path(f"offered.{i + 1}")
        words = [row.strip("<>") for row in offered.read_text().splitlines()] if offered.exists() else []
        # An option that takes a value may be offered with its "=", and so may what a value begins with.
        hold("zsh", line, [*words, *(word.rstrip("=") for word in words)], wanted, unwanted)


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    pathlib.Path("message.eml").write_text("From: a@b\n\n")
    for shell, test in (("bash", test_bash), ("zsh", test_zsh), ("fish", test_fish)):
        if shutil.which(shell):
            test()
        else:
            skipped.append(shell)
    os.chdir("/")
print(f"{count} command lines, {wrong} wrong" + (f"; skipped: there is no {', '.join(skipped)}" if skipped else ""))
sys.exit(1 if wrong else 77 if skipped else 0)
