#!/usr/bin/env python3
"""Compiles the C++ of every README, as far as its meaning goes: no code is made.

usage: check_code.py ROOT BUILD      BUILD: a build tree with its compile_commands.json

A block with main() is a program; any other is the inside of a function, for which <!-- given:
DECLARATIONS --> says what it takes for declared. All blocks become one source file, compiled with
the flags of client/examples/break.cc.
"""

import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import readmes

LIKE = "client/examples/break.cc"
INCLUDES = ["carom/client/client.h", "carom/client/embedded/embedded.h",
            "carom/client/local/local.h",
            "carom/client/field_error.h", "carom/client/shot_outcome.h", "cstdio", "future", "stop_token", "string", "vector"]


def flags_of(build, source):
    """The compiler and its flags for a source of the build, without what names input and output."""
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if entry["file"] == str(source):
            words = iter(shlex.split(entry["command"]))
            kept = []
            for word in words:
                if word in ("-o", "-MF", "-MT", "-MQ"):
                    next(words)
                elif word not in ("-c", "-MD", "-MMD", str(source)) and not word.endswith("ccache"):
                    kept.append(word)
            return kept
    raise ValueError(f"{source} is not compiled in {build}")


def translate(block, number):
    """A block as a part of the source file; #line leads its errors back to the README."""
    inside = [line if not line.startswith("#include") else "" for line in block.lines]
    if any(line.startswith("int main(") for line in block.lines):
        open_line, close_line = "", ""
    else:
        open_line, close_line = "void Run() {", "}"
    given = [f"extern {each.strip()};" for each in block.given.split(";") if each.strip()]
    return "\n".join([f"namespace block_{number} {{", *given, open_line,
                      f'#line {block.line} "{block.path}"', *inside, close_line, "}", ""])


def source_of(blocks):
    own = [line for block in blocks for line in block.lines if line.startswith("#include")]
    common = [f"#include <{name}>" for name in INCLUDES]
    return "\n".join(own + common) + "\n" + "".join(
        translate(block, number) for number, block in enumerate(blocks))


def main(arguments):
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    root, build = (pathlib.Path(argument).resolve() for argument in arguments)
    blocks = [block for path in readmes.find(root)
              for block in readmes.blocks(path, (root / path).read_text())
              if block.language == "cpp"]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "readmes.cc"
        source.write_text(source_of(blocks))
        command = flags_of(build, root / LIKE) + [
            "-Wno-unused", "-fsyntax-only", str(source)]
        status = subprocess.run(command, cwd=build, check=False).returncode
    print(f"{len(blocks)} blocks of C++" + ("" if status == 0 else ": they do not compile"))
    return 1 if status != 0 or not blocks else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
