#!/usr/bin/env python3
"""Plants mistakes in READMEs and demands that each is found, and nothing else."""

import os
import pathlib
import tempfile
import unittest

import check_code
import check_commands
import check_flags
import check_links
import readmes

GOOD = "# Title\n\n*For readers.*\n\n## A heading: `x`\n\n[up](#a-heading-x), `core/README.md`\n"

HERE = "<!-- parsed only: elsewhere: tests/a_test.py -->\n"


def block_of(text):
    return next(readmes.blocks("README.md", text))


class Commands(unittest.TestCase):
    def wrong(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "tests").mkdir()
            (pathlib.Path(folder) / "tests/a_test.py").write_text("add_test(a_tool.sh restarts) TEST(Storm, X)")
            (pathlib.Path(folder) / "tests/all_test.py").write_text("elsewhere: tests/all_test.py")
            return list(check_commands.check_block(block_of(text), folder, dict(os.environ)))

    def test_lets_good_commands_pass(self):
        for text in ["```sh\ntrue\n```\n",
                     "```console\n$ echo a; echo b; echo c\na\nc\n```\n",
                     "```console\n$ echo a=1 b=2\na=... b=2\n```\n",
                     "```console\n$ cat <<'END'\n$ x \\\nEND\n$ true\n```\n",
                     "```console\n$ echo a \\\n  b\na b\n$ sleep 100 & last=$!\n$ kill $last\n```\n",
                     "<!-- parsed only: container -->\n\n```sh\nfalse\n```\n",
                     "<!-- needs: no-such-program -->\n```sh\nfalse\n```\n",
                     f"{HERE}```sh\nx/a_tool.sh --a=1 restarts  # b\n```\n",
                     f"{HERE}```sh\nA=1 x --gtest_filter='Storm*'\n```\n",
                     f"{HERE}```console\n$ a_tool.sh\nb\n```\n",
                     "<!-- parsed only: elsewhere: tests/all_test.py -->\n```sh\nfalse\n```\n"]:
            self.assertEqual(self.wrong(text), [], text)

    def test_finds_each_planted_mistake(self):
        for text in ["```sh\nfalse\ntrue\n```\n",
                     "```console\n$ false\n$ true\n```\n",
                     "```console\n$ echo a; echo b\nb\na\n```\n",
                     "```console\n$ echo ab\na\n```\n",
                     "```console\n$ exit 0\n$ true\n```\n",
                     "```console\n$ false | true\n```\n",
                     "```sh\nfalse | true\n```\n",
                     "<!-- needs: bash -->\n```sh\nfalse\n```\n",
                     "<!-- parsed only: elsewhere: tests/b_test.py -->\n```sh\ntrue\n```\n",
                     f"{HERE}```sh\nb_tool.sh restarts\n```\n",
                     f"{HERE}```sh\na_tool.sh restart\n```\n",
                     f"{HERE}```sh\na_tool.sh --gtest_filter='Storms*'\n```\n",
                     f"{HERE}```console\n$ tool.sh\n```\n",
                     "<!-- parsed only: elsewhere: . -->\n```sh\ntrue\n```\n",
                     "<!-- parsed only: cluster -->\n```sh\nfor\n```\n"]:
            self.assertEqual(len(self.wrong(text)), 1, text)

    def test_a_block_has_a_language(self):
        for text in ["```\nls\n```\n", "```ruby\n```\n", "```sh\n"]:
            with self.assertRaises(ValueError):
                block_of(text)

    def test_reasons_are_those_of_a_list(self):
        for mark in ["parsed only: it takes minutes", "parsed only", "parse only: cluster"]:
            with self.assertRaises(ValueError):
                block_of(f"<!-- {mark} -->\n```sh\ntrue\n```\n")


class Flags(unittest.TestCase):
    HELP = ("Usage: x\n  --a=N      one ([0, 9], default 5)\n  --b=N\n             two; default\n"
            "             1048576 (none)\n  --c       switch\n\n  --d=on|off  how (default on)\n")
    GOOD = ("| flag | default | why |\n|---|---|---|\n| `--a`, `--b` | 5, 1 MiB: so | |\n"
            "| `--c` | off | |\n| `--d` | `on` | |\n")

    def wrong(self, text):
        server = check_flags.defaults_in_help(self.HELP)
        return [*check_flags.check_table("README.md", text, {"flag": server}),
                *check_flags.check_inline("README.md", text, server),
                *check_flags.check_all_told("README.md", text, "x", server)]

    def test_reads_help(self):
        self.assertEqual(check_flags.defaults_in_help(self.HELP),
                         {"--a": "5", "--b": "1048576", "--c": None, "--d": "on"})

    def test_reads_cells(self):
        for cell, count, values in [("1000; 100 000 at most", 1, ["1000"]), ("1, of x; 0", 2, ["1", "0"]),
                                    ("100 000", 1, ["100000"]), ("none: text", 2, ["none", "none"])]:
            self.assertEqual(check_flags.values_of(cell, count), values, cell)

    def test_finds_each_planted_mistake(self):
        self.assertEqual(self.wrong(GOOD + self.GOOD + "\n| x | `--a`: text; default 5. |\n"), [])
        for right, mistake in [("5,", "6,"), ("MiB", "KiB"), ("`on`", "`off`"), ("| off", "| 3"), ("`--a`, ", ""),
                               ("`--d`", "`--e`")]:
            self.assertGreaterEqual(len(self.wrong(self.GOOD.replace(right, mistake))), 1, mistake)
        self.assertEqual(len(self.wrong(self.GOOD + "\n| x | `--a`: text; default 6. |\n")), 1)
        self.assertEqual(len(self.wrong(self.GOOD + "\n`--a`: wrapped\ntext; default 6.\n")), 1)


class Links(unittest.TestCase):
    def wrong(self, text):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "core").mkdir()
            (root / "core/README.md").write_text(GOOD)
            return [*check_links.check_links(root, "core/README.md", text),
                    *check_links.check_shape(root, "core/README.md", text)]

    def test_finds_each_planted_mistake(self):
        self.assertEqual(self.wrong(GOOD), [])
        for mistake in ["[a](b.md)", "[a\nb](b.md)", "![a](b.svg)", "[a](#nowhere)", "[a](../core/README.md#title-1)",
                        "`core/nothing.cc`"]:
            self.assertEqual(len(self.wrong(GOOD + mistake + "\n")), 1, mistake)
        self.assertEqual(len(self.wrong(GOOD.replace("*For", "*Of"))), 1)

    def test_anchors_are_githubs(self):
        self.assertEqual(readmes.anchors("# A, b & `c-d`\n## X\n## X\n```sh\n# no\n```\n"),
                         {"a-b--c-d", "x", "x-1"})


class Code(unittest.TestCase):
    def test_statements_become_functions(self):
        block = block_of("<!-- given: int a; void F(int) -->\n```cpp\n#include <map>\nF(a);\n```\n")
        source = check_code.source_of([block])
        self.assertIn("extern int a;\nextern void F(int);\nvoid Run() {\n#line 3", source)
        self.assertTrue(source.startswith("#include <map>\n"))


if __name__ == "__main__":
    unittest.main()
