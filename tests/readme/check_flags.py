#!/usr/bin/env python3
"""Compares the flags of READMEs with the help of the programs.

usage: check_flags.py ROOT BIN      BIN: the folder of the programs

The server's README has a row for every flag of the server and of batches. The defaults in its tables
are those of the help: of the server all, of the command line, whose help has words of its own, the
numbers. So is a default that any README tells of a flag of the server: "`--flag`: text; default 1".
"""

import pathlib
import re
import subprocess
import sys

import readmes

SERVER = ("carom-server", "--help")
# Programs whose every flag has its default and its reason in the server's README.
DOCUMENTED = (SERVER, ("carom", "help", "batch"))
# Whose flags the tables of the command line tell of, by the first words of the table.
COMMANDS = {
    "flag of every command": ("simulate",),
    "flag of `carom batch`": ("batch",),
    "flag of the other commands": ("simulate", "estimate", "render", "mechanism"),
}
FLAG = re.compile(r"^  (--[\w-]+)(.*(?:\n {3,}.*)*)", re.MULTILINE)
DEFAULT = re.compile(r"\bdefault:? ([^\s,;)]+)")
NUMBER = re.compile(r"(\d{1,3}(?: \d{3})+|\d+(?:\.\d+)?)(?: ([KM])iB)?(?![\w.])")
BYTES = {"K": 1 << 10, "M": 1 << 20}
INLINE = re.compile(r"`(--[\w-]+)`(?:(?!\n\n)[^`|])*?;\s+default\s+(\d[\d ]*)")  # Of one paragraph.
ELSEWHERE = "as of `carom "  # A cell that leads to the help of another command.


def defaults_in_help(usage):
    """Each flag of the help, with its default or None."""
    found = {}
    for flag, text in FLAG.findall(usage):
        told = DEFAULT.findall(" ".join(text.split()))
        found[flag] = told[-1] if told else None
    return found


def value_of(text):
    """What a cell says first: "16 MiB, as clients take" is "16777216", "`on`" is "on"."""
    quoted = re.match(r"`([^`]*)`", text)
    if quoted:
        return quoted[1]
    number = NUMBER.match(text)
    if not number:
        return re.match(r"\w*", text)[0]
    digits = number[1].replace(" ", "")
    return str(int(digits) * BYTES[number[2]]) if number[2] else digits


def values_of(cell, count):
    """The default of each of the flags of a row; one for all where the cell has no parts."""
    for separator in ("; ", ", "):
        parts = cell.split(separator)
        if len(parts) == count or (separator == ", " and len(parts) > count):
            return [value_of(part) for part in parts[:count]]
    return [value_of(cell)] * count


def rows(text):
    """Of each table of flags: line, first words of the table, flags, default."""
    table = ""
    for number, line in enumerate(readmes.prose(text), start=1):
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            table = ""
        elif cells[0].startswith("flag") and cells[1] == "default":
            table = cells[0]
        elif table and "`--" in cells[0]:
            yield number, table, re.findall(r"`(--[\w-]+)", cells[0]), cells[1]


def is_number(text):
    return text is not None and re.fullmatch(r"\d+(\.\d+)?", text) is not None


def check_table(where, text, helps):
    """helps: for the first words of a table, the defaults of its program."""
    for number, table, flags, cell in rows(text):
        if ELSEWHERE in cell:
            continue
        for flag, told in zip(flags, values_of(cell, len(flags))):
            real = helps[table].get(flag)
            compared = is_number(told) or is_number(real) or (table == "flag" and real is not None)
            if compared and told != real:
                yield f"{where}:{number}: {flag}: default {told}; of the program: {real}"


def check_inline(where, text, server):
    prose = "\n".join(readmes.prose(text))
    for found in INLINE.finditer(prose):
        flag, told = found[1], found[2].strip()
        if told.replace(" ", "") != server.get(flag):
            number = prose.count("\n", 0, found.start()) + 1
            yield f"{where}:{number}: {flag}: default {told}; of the program: {server.get(flag)}"


def check_all_told(where, text, program, flags):
    told = {flag for _, _, names, _ in rows(text) for flag in names}
    if not flags:
        yield f"{program}: names no flag"
    for flag in flags:
        if flag not in told:
            yield f"{where}:1: has no row for {flag} of {program}"


def check_tree(root, bin_folder):
    def help_of(program, *arguments):
        return defaults_in_help(subprocess.run([f"{bin_folder}/{program}", *arguments], text=True,
                                               capture_output=True, check=True).stdout)

    where, server = "server/README.md", help_of(*SERVER)
    text = (root / where).read_text()
    for program, *arguments in DOCUMENTED:
        yield from check_all_told(where, text, program, help_of(program, *arguments))
    helps = {"flag": server}
    for table, commands in COMMANDS.items():
        helps[table] = {}
        for command in reversed(commands):
            helps[table].update(help_of("carom", "help", command))
    yield from check_table(where, text, helps)
    for path in readmes.find(root):
        yield from check_inline(path, (root / path).read_text(), server)


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    violations = list(check_tree(*(pathlib.Path(argument).resolve() for argument in arguments)))
    print("\n".join(violations + [f"{len(violations)} violations"]))
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
