#!/usr/bin/env python3
"""Tests that includes.py finds what a file forgets, and only that."""

import pathlib
import unittest

import includes

ROOT = pathlib.Path(__file__).parents[2]
WITHOUT_ITS_HEADER = {  # What was once forgotten, and found by chance.
    "server/port/listening_sockets.cc": ("absl/status/statusor.h", "absl::StatusOr"),
    "tests/client/retry_test.cc": ("carom/client/field_error.h", "ToStatus"),
    "tests/server/convert/holder_defaults_test.cc": ("carom/v1/mechanism.pb.h", "v1::BallBearing"),
    "tests/server/convert/wire_enum_test.cc": ("core/models/linkage/linkage.h", "JointKind"),
}


def misses(text, **others):
    """The names that a.cc lacks, beside the headers a.h, b.h and so on with these texts."""
    texts = {"core/a.cc": text, **{f"core/{name}.h": other for name, other in others.items()}}
    return [miss.name for miss in includes.Tree(texts).misses("core/a.cc")]


class Forgotten(unittest.TestCase):
    def test_found_in_real_files(self):
        texts = includes.read(ROOT)
        for name, (header, used) in WITHOUT_ITS_HEADER.items():
            self.assertIn(header, texts[name])
            without = "".join(line for line in texts[name].splitlines(True) if header not in line)
            found = [miss.name for miss in includes.Tree({**texts, name: without}).misses(name)]
            self.assertIn(used, found, name)

    def test_name_of_a_library(self):
        self.assertEqual(misses("std::optional<int> x;"), ["std::optional"])
        self.assertEqual(misses("absl::StatusOr<int> x;"), ["absl::StatusOr"])
        self.assertEqual(misses("#include <optional>\nstd::optional<int> x;"), [])

    def test_header_of_a_header_is_enough(self):
        text = '#include "core/b.h"\nstd::optional<int> x;'
        self.assertEqual(misses(text, b='#include "core/c.h"', c="#include <optional>"), [])
        self.assertEqual(misses(text, b="", c="#include <optional>"), ["std::optional"])

    def test_name_in_no_table(self):
        self.assertEqual(misses("#include <map>\nstd::flat_map<int, int> x;"), ["std::flat_map"])

    def test_own_names(self):
        for declared, used in (("struct Mesh {\n};", "Mesh mesh;"), ("using Mesh = int;", "Mesh mesh;"),
                               ("constexpr int kMost = 3;", "int x = kMost;"), ("int Area(int a);", "int x = Area(2);"),
                               ("enum class Kind { kA };", "auto x = Kind::kA;")):
            self.assertEqual(len(misses(used, b=declared)), 1, declared)
            self.assertEqual(misses('#include "core/b.h"\n' + used, b=declared), [], declared)

    def test_a_name_that_is_the_files_own(self):
        for text in ("int Area(int a) { return a; }\nint x = Area(2);", "x.Area(2);", "x->Area(2);", "other::Area(2);",
                     "// Area(2)", 'f("Area(2)");', "TEST(Squares, Area) {}", "using ::squares::Area;\nint x = Area(2);"):
            self.assertEqual([name for name in misses(text, b="int Area(int a);") if name != "TEST"], [], text)

    def test_names_of_the_wire(self):
        protos = {"proto/carom/v1/a.proto": "message Ball {\n}", "proto/carom/v1/b.proto": 'import "carom/v1/a.proto";'}
        for header, missed in (("a", []), ("b", []), ("c", ["v1::Ball"])):
            text = f'#include "carom/v1/{header}.pb.h"\ncarom::v1::Ball ball;'
            found = [miss.name for miss in includes.Tree({"core/a.cc": text, **protos}).misses("core/a.cc")]
            self.assertEqual(found, missed)


if __name__ == "__main__":
    unittest.main()
