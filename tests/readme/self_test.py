#!/usr/bin/env python3
"""Plants mistakes in READMEs and demands that each is found, and nothing else."""

import os
import pathlib
import tempfile
import unittest

import check_code
import check_commands
import check_links
import readmes

GOOD = "# Title\n\n*For readers.*\n\n## A heading: `x`\n\n[up](#a-heading-x), `core/README.md`\n"


def block_of(text):
    return next(readmes.blocks("README.md", text))


class Commands(unittest.TestCase):
    def wrong(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "tests").mkdir()
            (pathlib.Path(folder) / "tests/a_test.py").touch()
            return list(check_commands.check_block(block_of(text), folder, dict(os.environ)))

    def test_lets_good_commands_pass(self):
        for text in ["```sh\ntrue\n```\n",
                     "```console\n$ echo a; echo b; echo c\na\nc\n```\n",
                     "```console\n$ echo a=1 b=2\na=... b=2\n```\n",
                     "```console\n$ cat <<'END'\n$ x \\\nEND\n$ true\n```\n",
                     "```console\n$ echo a \\\n  b\na b\n$ sleep 100 & last=$!\n$ kill $last\n```\n",
                     "<!-- parsed only: container -->\n\n```sh\nfalse\n```\n",
                     "<!-- needs: no-such-program -->\n```sh\nfalse\n```\n",
                     "<!-- parsed only: elsewhere: tests/a_test.py -->\n```sh\nfalse\n```\n"]:
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
