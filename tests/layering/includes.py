#!/usr/bin/env python3
"""Checks that headers and sources include, themselves or through headers of this project, what they use.

Usage: includes.py ROOT      prints "file:line: why" for each name without its header; exits 1 if there is any.

The default build compiles a folder's sources together, after headers that are precompiled (CMakeLists.txt),
where one may use what another includes. This reads names and asks no compiler: those of libraries by
the tables below, where a name of std or absl that is in no table is a mistake too, those of the wire by
the .proto files, and this project's own by the headers that declare them, unless the file has one of that
name itself. alone.py asks the compiler, which takes half an hour.
"""

import pathlib
import re
import sys
from typing import Iterator, NamedTuple

FOLDERS = ("core", "server", "client", "tests")
# Compiled by themselves in every build: kernels of special widths, the Python module, projects that know
# the installed package only. The explorer has headers of its own.
ELSEWHERE = ("core/kernels/", "client/python/", "tests/explorer/", "tests/package/")

# Header of the standard library: names in std, of which one ending in * stands for all that begin so.
STANDARD = {
    "algorithm": "adjacent_find all_of any_of binary_search clamp copy copy_backward copy_if copy_n count count_if "
                 "equal equal_range fill fill_n find find_end find_first_of find_if find_if_not for_each for_each_n "
                 "generate generate_n includes inplace_merge is_heap is_partitioned is_permutation is_sorted "
                 "iter_swap lexicographical_compare lower_bound make_heap max max_element merge min min_element "
                 "minmax minmax_element mismatch move_backward next_permutation none_of nth_element partial_sort "
                 "partition partition_point pop_heap prev_permutation push_heap ranges remove remove_copy "
                 "remove_copy_if remove_if replace replace_if reverse reverse_copy rotate rotate_copy sample search "
                 "set_difference set_intersection set_union shuffle sort sort_heap stable_partition stable_sort "
                 "swap_ranges transform unique unique_copy upper_bound",
    "any": "any any_cast",
    "array": "array",
    "atomic": "atomic atomic_* memory_order_*",
    "barrier": "barrier",
    "bit": "bit_cast bit_ceil bit_floor bit_width byteswap countl_* countr_one countr_zero endian has_single_bit "
           "popcount rotl rotr",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isprint isspace isupper tolower toupper",
    "cfenv": "feclearexcept fegetround fesetround fetestexcept",
    "charconv": "chars_format from_chars* to_chars*",
    "chrono": "chrono chrono_literals",
    "cmath": "abs acos acosh asin asinh atan atan2 atanh beta cbrt ceil comp_ellint_1 comp_ellint_2 copysign cos "
             "cosh cyl_bessel_* ellint_* erf erfc exp exp2 expm1 fabs fdim float_t floor fma fmax fmin fmod "
             "fpclassify frexp hypot ilogb isfinite isinf isnan ldexp legendre lgamma llround log log10 log1p log2 "
             "logb lrint lround modf nan nearbyint nextafter nexttoward pow remainder rint round scalbn signbit sin "
             "sinh sqrt tan tanh tgamma trunc",
    "compare": "partial_ordering strong_ordering weak_ordering",
    "complex": "complex",
    "concepts": "assignable_from constructible_from convertible_to copyable default_initializable derived_from "
                "equality_comparable floating_point integral invocable movable regular same_as semiregular "
                "signed_integral swappable totally_ordered unsigned_integral",
    "condition_variable": "condition_variable*",
    "csignal": "signal",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t",
    "cstdint": "int16_t int32_t int64_t int8_t intptr_t uint*_t uintptr_t",
    "cstdio": "FILE fclose fflush fgets fopen fprintf fputc fputs fread fseek ftell fwrite getchar perror printf "
              "putchar puts remove rename rewind scanf snprintf sscanf vsnprintf",
    "cstdlib": "_Exit abort abs aligned_alloc at_quick_exit atexit atof atoi atol atoll calloc div exit free getenv "
               "malloc quick_exit realloc strtod strtof strtol strtoll strtoul strtoull system",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp strrchr strstr",
    "ctime": "clock clock_t ctime difftime gmtime localtime mktime strftime time time_t tm",
    "deque": "deque",
    "exception": "current_exception exception exception_ptr make_exception_ptr nested_exception rethrow_exception "
                 "terminate throw_with_nested uncaught_exceptions",
    "filesystem": "filesystem",
    "format": "format format_to",
    "forward_list": "forward_list",
    "fstream": "filebuf fstream ifstream ofstream",
    "functional": "bind* bit_and bit_or cref divides equal_to function greater greater_equal hash identity invoke "
                  "less less_equal logical_* mem_fn minus modulus multiplies negate not_equal_to plus ref "
                  "reference_wrapper",
    "future": "async future future_error future_status launch packaged_task promise shared_future",
    "initializer_list": "initializer_list",
    "iomanip": "get_time put_time quoted setfill setprecision setw",
    "ios": "boolalpha dec defaultfloat fixed hex hexfloat ios ios_base left noskipws oct right scientific showpos "
           "skipws streamoff streampos streamsize",
    "iostream": "cerr cin clog cout",
    "istream": "iostream istream ws",
    "iterator": "advance back_inserter begin bidirectional_iterator* cbegin cend contiguous_iterator* crbegin crend "
                "data distance empty end forward_iterator* front_inserter input_iterator* inserter istream_iterator "
                "istreambuf_iterator iterator_traits make_move_iterator make_reverse_iterator move_iterator next "
                "ostream_iterator ostreambuf_iterator prev random_access_iterator* rbegin rend reverse_iterator size "
                "ssize",
    "latch": "latch",
    "limits": "numeric_limits",
    "list": "list",
    "locale": "locale",
    "map": "map multimap",
    "memory": "addressof align allocate_shared allocator* assume_aligned bad_weak_ptr const_pointer_cast "
              "construct_at default_delete destroy* dynamic_pointer_cast enable_shared_from_this make_shared "
              "make_unique owner_less pointer_traits reinterpret_pointer_cast shared_ptr static_pointer_cast "
              "to_address uninitialized_* uninitialized_copy unique_ptr weak_ptr",
    "memory_resource": "pmr",
    "mutex": "adopt_lock call_once defer_lock lock lock_guard mutex once_flag recursive_mutex scoped_lock "
             "timed_mutex try_lock try_to_lock unique_lock",
    "new": "align_val_t bad_alloc bad_array_new_length hardware_* launder nothrow nothrow_t",
    "numbers": "numbers",
    "numeric": "accumulate adjacent_difference exclusive_scan gcd inclusive_scan inner_product iota lcm lerp "
               "midpoint partial_sum reduce transform_exclusive_scan transform_inclusive_scan transform_reduce",
    "optional": "bad_optional_access make_optional nullopt nullopt_t optional",
    "ostream": "endl flush ostream",
    "queue": "priority_queue queue",
    "random": "bernoulli_distribution default_random_engine discrete_distribution exponential_distribution "
              "gamma_distribution generate_canonical geometric_distribution minstd_rand mt19937 mt19937_64 "
              "normal_distribution poisson_distribution random_device seed_seq uniform_*",
    "ratio": "kilo mega micro milli nano ratio*",
    "regex": "regex* smatch sregex_iterator",
    "semaphore": "binary_semaphore counting_semaphore",
    "set": "multiset set",
    "shared_mutex": "shared_lock shared_mutex shared_timed_mutex",
    "source_location": "source_location",
    "span": "as_bytes as_writable_bytes dynamic_extent span",
    "sstream": "istringstream ostringstream stringbuf stringstream",
    "stack": "stack",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error range_error "
                 "runtime_error underflow_error",
    "stop_token": "stop_*",
    "streambuf": "streambuf",
    "string": "basic_string char_traits getline stod stof stoi stol stold stoll stoul stoull string to_string "
              "to_wstring u16string u32string u8string wstring",
    "string_view": "basic_string_view string_view u8string_view",
    "syncstream": "osyncstream",
    "system_error": "errc error_category error_code error_condition generic_category make_error_code "
                    "make_error_condition system_category system_error",
    "thread": "jthread this_thread thread",
    "tuple": "apply forward_as_tuple ignore make_from_tuple make_tuple tie tuple tuple_cat tuple_element* "
             "tuple_size*",
    "type_traits": "add_* alignment_of bool_constant common_reference* common_type* conditional* conjunction* decay* "
                   "disjunction* enable_if enable_if_t extent* false_type has_* integral_constant invoke_result "
                   "invoke_result_t is_* make_signed* make_unsigned* negation* rank* remove_* result_of true_type "
                   "type_identity type_identity_t underlying_type* void_t",
    "typeindex": "type_index",
    "typeinfo": "bad_cast type_info",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_multiset unordered_set",
    "utility": "as_const cmp_* declval exchange forward in_place in_place_index in_place_index_t in_place_t "
               "in_place_type in_place_type_t in_range index_sequence index_sequence_for integer_sequence "
               "make_index_sequence make_integer_sequence make_pair move move_if_noexcept pair piecewise_construct "
               "swap to_underlying",
    "valarray": "valarray",
    "variant": "bad_variant_access get_if holds_alternative monostate variant variant_* visit",
    "vector": "vector",
}
# The same for other libraries, with what stands before the name.
OTHERS = {
    "absl/base/thread_annotations.h": "ABSL_*",
    "absl/container/flat_hash_map.h": "absl::flat_hash_map",
    "absl/container/inlined_vector.h": "absl::InlinedVector",
    "absl/container/node_hash_map.h": "absl::node_hash_map",
    "absl/status/status.h": "absl::Status absl::StatusCode* absl::OkStatus absl::*Error absl::Is*",
    "absl/status/statusor.h": "absl::StatusOr",
    "absl/strings/ascii.h": "absl::ascii_* absl::AsciiStrTo* absl::Strip*AsciiWhitespace",
    "absl/strings/cord.h": "absl::Cord",
    "absl/strings/escaping.h": "absl::CEscape absl::CHexEscape absl::Base64Escape",
    "absl/strings/match.h": "absl::StartsWith absl::EndsWith absl::StrContains absl::EqualsIgnoreCase",
    "absl/strings/numbers.h": "absl::SimpleAto*",
    "absl/strings/str_cat.h": "absl::StrCat absl::StrAppend absl::SixDigits",
    "absl/strings/str_format.h": "absl::StrFormat absl::StrAppendFormat",
    "absl/strings/str_join.h": "absl::StrJoin",
    "absl/strings/str_replace.h": "absl::StrReplaceAll",
    "absl/strings/str_split.h": "absl::StrSplit absl::ByAnyChar absl::MaxSplits absl::SkipEmpty",
    "absl/strings/string_view.h": "absl::string_view",
    "absl/strings/strip.h": "absl::ConsumePrefix absl::StripPrefix absl::StripSuffix",
    "absl/synchronization/mutex.h": "absl::Mutex absl::SetMutexDeadlockDetectionMode absl::OnDeadlockCycle",
    "absl/time/clock.h": "absl::Now absl::SleepFor",
    "absl/time/time.h": "absl::Duration absl::Time absl::Milliseconds absl::Seconds absl::Minutes absl::Hours "
                        "absl::ZeroDuration absl::Infinite* absl::FromChrono absl::To*",
    "absl/types/optional.h": "absl::optional",
    "gtest/gtest.h": "EXPECT_* ASSERT_* TEST TEST_F TEST_P INSTANTIATE_TEST_SUITE_P GTEST_* SCOPED_TRACE ADD_FAILURE",
    "gmock/gmock.h": "EXPECT_THAT ASSERT_THAT",
}
# Headers that bring, by the standard, their own interface or every implementation, what others are named after.
BRINGS = {
    "absl/strings/cord.h": ("absl/status/status.h",),
    "absl/strings/string_view.h": ("absl/strings/",),
    "absl/types/optional.h": ("absl/status/status.h",),
    "chrono": ("absl/time/time.h",),
    "cstddef": ("array", "cstdio", "cstdlib", "cstring", "map", "set", "span", "string", "string_view", "vector"),
    "gtest/gtest.h": ("gmock/gmock.h",),
    "initializer_list": ("algorithm", "map", "set", "string", "vector"),
    "ios": ("fstream", "iostream", "istream", "ostream", "sstream"),
    "iterator": ("array", "map", "set", "span", "string", "string_view", "vector"),
    "ratio": ("chrono",),
    "system_error": ("charconv", "filesystem", "ios", "iostream", "fstream"),
    "utility": ("algorithm", "functional", "map", "memory", "string", "tuple", "variant", "vector"),
}
# Found through their arguments' types, or inherited of classes of gRPC.
FOUND = {"std::get", "std::erase", "std::erase_if", "CoefficientsOf", "ContactNormal", "DoubleContactOf",
         "Finish", "StartRead", "StartWrite"}

WORDS = re.compile(r"""R"(\w*)\((?s:.*?)\)\1"|"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*(?s:.*?)\*/|(?<!\w)'(?:[^'\\\n]|\\.)+'""")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]', re.M)
LIBRARY_NAME = re.compile(r"(?<![\w:])(?:std|absl)::\w+|\b(?:ABSL|EXPECT|ASSERT|GTEST)_\w+|"
                          r"\b(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P|SCOPED_TRACE|ADD_FAILURE)(?=\()")
WIRE_NAME = re.compile(r"\bv1::(\w+)")
PROTO_NAME = re.compile(r"^(?:message|enum) (\w+)", re.M)
PROTO_IMPORT = re.compile(r'^import (?:public )?"([^"]+)\.proto"', re.M)

# What a header declares at the beginning of a line: types, other names of types, constants, functions.
DECLARED = (
    re.compile(r"^(?:template <.*> )?(?:class|struct|enum class|enum|union) (\w+)(?: final)?(?= \{| :|$)", re.M),
    re.compile(r"^(?:template <.*> )?using (\w+) =", re.M),
    re.compile(r"^(?:inline |extern )?(?:constexpr|const) [^=;({\n]*?(\w+)(?:\[\w*\])?(?= =|\{|;|$)", re.M),
    re.compile(r"^(?!return|using|#|class |struct |enum |namespace|template|typedef|static_assert)"
               r"(?:[\w:<>,&*\[\]() ]+?[ &*])(\w+)\((?!\*)", re.M),
)
OWN = r"(?:[A-Z]|k[A-Z])\w*[a-z]\w*"
# Not what follows a point or an arrow, and not what belongs to another library or class.
OWN_NAME = re.compile(rf"(?<![\w.:])(?<!->)(?:(?:carom|internal|testing|convert|picture)::)?({OWN})\b")
# What comes before a name where it is declared: a type, or the end of one.
OWN_DECLARED = re.compile(rf"(\b[A-Za-z_]\w*|[>&*.\]])(?=\s+[&*]*({OWN})\b)|[>&*](?=({OWN})\()|^\s*using [\w:]+::({OWN});", re.M)
NO_TYPE = set("and case co_return const constexpr else explicit extern friend goto inline mutable new not operator or "
              "private protected public return sizeof static throw virtual volatile".split())
# Arguments that are names of tests, and the lines of an enum.
NAMES_OF_TESTS = re.compile(r"\b(?:TEST|TEST_F|TEST_P)\([^)]*\)|\bINSTANTIATE_TEST_SUITE_P\(\w+,")
ENUM = re.compile(r"\benum (?:class )?\w+[^{;]*\{[^}]*\}")


class Miss(NamedTuple):
    path: str
    line: int
    name: str
    headers: "list[str]"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.name} without {' or '.join(self.headers)}"


class Table:
    """Names of libraries, and the headers of which one must be there."""

    def __init__(self) -> None:
        self.exact: "dict[str, set[str]]" = {}
        self.patterns: "list[tuple[re.Pattern[str], str]]" = []
        for header, names in STANDARD.items():
            self._add(header, [f"std::{name}" for name in names.split()])
        for header, names in OTHERS.items():
            self._add(header, names.split())

    def _add(self, header: str, names: "list[str]") -> None:
        for name in names:
            if "*" in name:
                self.patterns.append((re.compile(name.replace("*", r"\w*")), header))
            else:
                self.exact.setdefault(name, set()).add(header)

    def headers(self, name: str) -> "set[str]":
        return self.exact.get(name) or {header for pattern, header in self.patterns if pattern.fullmatch(name)}


def brought(headers: "set[str]") -> "set[str]":
    return {name for name, by in BRINGS.items()
            if any(header.startswith(each) if each.endswith("/") else header == each
                   for header in headers for each in by)}


def code_of(text: str) -> str:
    """The code alone, line by line: comments and what stands between quotes are blanked."""
    return WORDS.sub(lambda match: '""' + "\n" * match.group(0).count("\n"), text)


def own_names(code: str) -> "set[str]":
    """Names that a file declares anywhere: as a function, a variable, a member or a type."""
    names = {name for before, *names in OWN_DECLARED.findall(code) if before not in NO_TYPE for name in names}
    return names.union(*(re.findall(OWN, values) for values in ENUM.findall(code)))


class Tree:
    def __init__(self, texts: "dict[str, str]") -> None:
        """`texts`: those of all files by their paths; of protos too."""
        protos = {name: text for name, text in texts.items() if name.endswith(".proto")}
        self.code = {name: code_of(text) for name, text in texts.items() if name not in protos}
        self.includes = {name: [self._resolve(each) for each in INCLUDE.findall(texts[name])]
                         for name in self.code}
        self.wire: "dict[str, set[str]]" = {}  # Of a message, the headers that have it.
        for name, text in protos.items():
            header = name.removeprefix("proto/").removesuffix(".proto") + ".pb.h"
            self.includes[header] = [f"{each}.pb.h" for each in PROTO_IMPORT.findall(text)]
            stub = header.replace(".pb.h", ".grpc.pb.h")
            self.includes[stub] = [header]
            for message in PROTO_NAME.findall(text):
                self.wire.setdefault(message, set()).add(header)
        self.declared: "dict[str, set[str]]" = {}
        for name, code in self.code.items():
            if name.endswith(".h"):
                for match in (match for pattern in DECLARED for match in pattern.findall(code)):
                    self.declared.setdefault(match, set()).add(name)
        self.table = Table()
        self.own_names = {name: own_names(code) for name, code in self.code.items()}

    @staticmethod
    def _resolve(included: str) -> str:
        return f"client/include/{included}" if included.startswith("carom/client/") else included

    def closure(self, name: str) -> "set[str]":
        """The file, and all that it sees."""
        seen, todo = {name}, [name]
        while todo:
            more = [each for each in self.includes.get(todo.pop(), ()) if each not in seen]
            seen.update(more)
            todo += more
        return seen

    def misses(self, name: str) -> "Iterator[Miss]":
        seen = self.closure(name)
        there = seen | brought(seen)
        told: "set[str]" = set()
        declared = set().union(*(self.own_names[each] for each in seen if each in self.code))
        code = ENUM.sub(lambda match: "\n" * match.group(0).count("\n"), NAMES_OF_TESTS.sub("", self.code[name]))
        for number, line in enumerate(code.split("\n"), 1):
            if line.lstrip().startswith("#"):
                continue
            for used, headers in self._used(line, declared):
                if used not in told | FOUND and not headers & there:
                    told.add(used)
                    yield Miss(name, number, used, sorted(headers) or ["a line in this check's tables"])

    def _used(self, line: str, declared: "set[str]") -> "Iterator[tuple[str, set[str]]]":
        for used in LIBRARY_NAME.findall(line):
            yield used, self.table.headers(used)
        for used in WIRE_NAME.findall(line):
            if used in self.wire:
                yield f"v1::{used}", self.wire[used]
        for used in OWN_NAME.findall(line):
            if used in self.declared and used not in declared:
                yield used, self.declared[used]


def read(root: pathlib.Path) -> "dict[str, str]":
    paths = [path for folder in FOLDERS for kind in ("*.h", "*.cc", "*.inl") for path in (root / folder).rglob(kind)]
    paths += (root / "proto").rglob("*.proto")
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    tree = Tree(read(pathlib.Path(sys.argv[1])))
    checked = sorted(name for name in tree.code if name.endswith((".h", ".cc")) and not name.startswith(ELSEWHERE))
    misses = [miss for name in checked for miss in tree.misses(name)]
    print(*misses, f"{len(checked)} files, {len(misses)} names without their header", sep="\n")
    return 1 if misses or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
