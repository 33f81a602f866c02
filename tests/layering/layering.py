#!/usr/bin/env python3
"""Checks over the #include lines that dependencies run one way, and that models stay short.

Usage: layering.py ROOT      prints "file:line: why" for each violation; exits 1 if there is any.

The order inside core is that of its libraries, in core/CMakeLists.txt.
"""

import pathlib
import re
import sys
from typing import Iterator, NamedTuple, Optional

# A library of core, and those below it.
LAYER = re.compile(r"^carom_core_layer\((\w+)((?: \w+)*)\)", re.M)


def core_may_include(cmake: str) -> "dict[str, set[str]]":
    """What each folder of core may include beside itself: the folders below it, and those below them.
    """
    layers: "dict[str, set[str]]" = {}
    for folder, below in LAYER.findall(cmake):
        layers[folder] = set(below.split()).union(*(layers[name] for name in below.split()))
    return layers


CORE_MAY_INCLUDE = core_may_include(
    (pathlib.Path(__file__).parents[2] / "core/CMakeLists.txt").read_text())

# Core depends on these libraries only, and on the standard library without threads, clocks, streams
# to the terminal and platform headers.
CORE_LIBRARIES = ("Eigen/", "absl/status/", "absl/strings/")
CORE_BANNED_STANDARD = {
    "barrier", "chrono", "condition_variable", "ctime", "future", "iostream", "latch", "mutex",
    "pthread.h", "semaphore", "shared_mutex", "thread", "time.h", "unistd.h",
}

# Outside server/convert the server sees the door of the core, never its inside.
SERVER_MAY_INCLUDE_CORE = {"base", "record", "shot", "goals", "estimate", "aim", "play"}

# The client sees the wire, and of core what the wire specifies.
CLIENT_MAY_INCLUDE_CORE = {"core/base/hash.h", "core/base/field_text.h", "core/base/random.h",
                           "core/shot/drawn/aims.h"}

# What runs requests without gRPC (carom_runner in server/CMakeLists.txt): all that client/local may
# have of the server, beside convert.
RUNNER = {
    "aim_run", "call_control", "cell_run", "container_limits", "content_cache", "estimate_run",
    "fair_queue", "log/log_field", "mechanism_run", "mutex", "play_run", "request_limits", "request_view",
    "rules_run", "scene_store",
    "sent_answers", "server_info", "shot_cursor", "shot_plan", "shot_run", "shot_stop", "split",
    "sync", "worker_pool",
}
# What the runner, convert, client/local and client/picture never include.
SERVICE_LIBRARIES = ("grpc/", "grpcpp/", "spdlog/", "prometheus/", "openssl/")

# A file of core/models is about one system: more than one file when its parts are.
MODEL_LINES = 400

# What these files must not see, not even through what they include. Paths begin with these words.
# The scheduler knows no law and asks no stage; the stage has no queue and predicts nothing.
_SCHEDULER = ("core/event/scheduler.", "core/event/event_queue.", "core/event/predict/")
_STAGE = ("core/event/stage.", "core/event/impact.")
NEVER_SEES = {_SCHEDULER: ("core/laws/",) + _STAGE, _STAGE: _SCHEDULER}

PROJECT_FOLDERS = {"core", "server", "client", "tests"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Violation(NamedTuple):
    path: str
    line: int
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.why}"


def _folder(name: str, depth: int) -> str:
    """The folder at `depth` of a path, or "" for a file directly in its parent."""
    parts = name.split("/")
    return parts[depth] if depth < len(parts) - 1 else ""


def _place(name: str) -> str:
    """The part of the client that a public header belongs to: client/local/local.h, be it named as
    a file of the checkout (client/include/carom/client/local/local.h) or as an include."""
    return re.sub(r"^(client/include/)?carom/client/", "client/", name)


def _check_rooms(path: str, name: str) -> Optional[str]:
    """Each mechanism has a room in core/models; what several share lies before their doors."""
    own, other = _folder(path, 2), _folder(name, 2)
    if other in ("", own):
        return None
    return f"{path} must not include core/models/{other}: what models share is in core/models"


def _check_core(path: str, name: str) -> Optional[str]:
    own = _folder(path, 1)
    if own not in CORE_MAY_INCLUDE:
        return f"core/{own} has no place in the order of layers"
    if name.startswith("core/"):
        other = _folder(name, 1)
        if other != own and other not in CORE_MAY_INCLUDE[own]:
            return f"core/{own} must not include core/{other}"
        return _check_rooms(path, name) if own == other == "models" else None
    if name in CORE_BANNED_STANDARD:
        return f"core must not include <{name}>: no threads, clocks or terminal in the physics"
    if "/" in name and not name.startswith(CORE_LIBRARIES):
        return f"core knows Eigen, absl/status and absl/strings only, not {name}"
    return None


def _is_of_runner(path: str) -> bool:
    """Whether a file of the server is free of gRPC, spdlog and prometheus-cpp."""
    return _folder(path, 1) in ("convert", "call") or path[len("server/"):].rsplit(".", 1)[0] in RUNNER


def _check_free_of_service(path: str, name: str) -> Optional[str]:
    if name.startswith(SERVICE_LIBRARIES) or name.endswith(".grpc.pb.h"):
        return f"{path} is linked without {name}"
    if name.startswith("server/") and not _is_of_runner(name):
        return f"{path} is linked without the service: {name} is a part of it"
    return None


def _check_server(path: str, name: str) -> Optional[str]:
    if _is_of_runner(path) and (why := _check_free_of_service(path, name)):
        return why
    if _place(name).startswith("client/"):
        return "the server must not include the client"
    in_convert = _folder(path, 1) == "convert"
    if name.startswith("core/") and not in_convert:
        other = _folder(name, 1)
        if other not in SERVER_MAY_INCLUDE_CORE:
            return f"only server/convert may include core/{other}"
    if in_convert and name.startswith("server/") and _folder(name, 1) != "convert":
        return "server/convert must not include the rest of the server"
    in_command_line = _folder(path, 1) == "command_line"
    if in_command_line and not name.startswith("server/command_line/") and name.startswith(
            ("server/", "core/")):
        return "server/command_line is of both programs, and knows nothing of either"
    return None


def _check_client(path: str, name: str) -> Optional[str]:
    own = _folder(_place(path), 1)
    installed = path.startswith("client/include/")
    if name.startswith("core/") and (installed or name not in CLIENT_MAY_INCLUDE_CORE):
        return "the client sees the wire only, not core"
    if name == "absl/time/clock.h":
        return "the client waits by a clock that nobody sets: client/internal/steady_time.h"
    of_both_programs = own == "cli" and name.startswith("server/command_line/")
    if own in ("local", "picture") and (why := _check_free_of_service(path, name)):
        return why
    if name.startswith("server/") and own not in ("embedded", "local") and not of_both_programs:
        return "only client/embedded and client/local may include the server"
    if _place(name).startswith("client/"):
        other = _folder(_place(name), 1)
        may_include = {"": {"", "internal"}, "internal": {"", "internal"},
                       "embedded": {"", "internal", "embedded"},
                       "local": {"", "internal", "local"},
                       "examples": {"", "local"}, "picture": {"", "picture"},
                       "python": {"", "internal", "local", "cli", "picture", "python"},
                       "cli": {"", "internal", "local", "picture", "cli"},
                       }.get(own, {"", "internal", "embedded", own})
        if other not in may_include:
            return f"client/{own} must not include client/{other}"
        if other == "internal" and installed:
            return "an installed header must not include client/internal, which is not"
        if installed and name.startswith("client/"):
            return f"installed headers name each other carom/client/..., not {name}"
    return None


def _check_common(path: str, quote: str, name: str) -> Optional[str]:
    if quote == '"' and "/" not in name:
        return f'name "{name}" from the root of the checkout'
    if ".." in name.split("/"):
        return f"{name}: no .. in includes"
    if name.startswith("tests/") and not path.startswith("tests/"):
        return "only tests include tests"
    return None


CHECKS = {"core": _check_core, "server": _check_server, "client": _check_client}


def check_include(path: str, quote: str, name: str) -> Optional[str]:
    """Why `path` must not include `name`, or None."""
    why = _check_common(path, quote, name)
    if why is None:
        check = CHECKS.get(path.split("/")[0])
        why = check(path, name) if check else None
    return why


def check_text(path: str, text: str) -> Iterator[Violation]:
    lines = len(text.splitlines())
    if path.startswith("core/models/") and lines > MODEL_LINES:
        yield Violation(path, lines, f"a model has at most {MODEL_LINES} lines: part it")
    for number, line in enumerate(text.splitlines(), start=1):
        match = INCLUDE.match(line)
        why = match and check_include(path, match[1], match[2])
        if why:
            yield Violation(path, number, why)


def _included(root: pathlib.Path, path: str, seen: "set[str]") -> "set[str]":
    """The files of the project that `path` includes, and those that these include."""
    for line in (root / path).read_text().splitlines():
        match = INCLUDE.match(line)
        if match and match[2] not in seen and (root / match[2]).is_file():
            seen.add(match[2])
            _included(root, match[2], seen)
    return seen


def check_sight(root: pathlib.Path) -> Iterator[Violation]:
    """Holds files to NEVER_SEES."""
    for files, hidden in NEVER_SEES.items():
        for file in sorted(root.rglob("core/event/**/*.*")):
            path = file.relative_to(root).as_posix()
            if not path.startswith(files):
                continue
            for name in sorted(_included(root, path, set())):
                if name.startswith(hidden):
                    yield Violation(path, 1, f"must not see {name}, not even through others")


def check_tree(root: pathlib.Path) -> "tuple[int, list[Violation]]":
    """The number of files read and the violations found."""
    files = sorted(f for folder in PROJECT_FOLDERS for kind in ("*.h", "*.cc")
                   for f in (root / folder).rglob(kind))
    violations = []
    for file in files:
        violations += check_text(file.relative_to(root).as_posix(), file.read_text())
    violations += check_sight(root)
    return len(files), violations


def main(arguments: "list[str]") -> int:
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    count, violations = check_tree(pathlib.Path(arguments[0]))
    for violation in violations:
        print(violation)
    print(f"{count} files, {len(violations)} violations")
    return 1 if violations or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
