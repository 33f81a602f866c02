"""The command line: `python -m carom.compliance --help`."""
from __future__ import annotations

import argparse
import ipaddress
import json
import signal
import sys
import time
from collections import Counter
from dataclasses import asdict
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence

from carom import arguments, compliance

_PAUSE = 0.1  # Between two looks for a server, s.
# What gRPC says of a server that it cannot talk to, and what that means for the options.
_HINTS = (("HTTP/2", "what answers there is no gRPC server, or wants TLS (--tls, --tls-ca)"),
          ("Socket closed", "what answers there hangs up, as servers that want TLS do (--tls, --tls-ca)"),
          ("WRONG_VERSION_NUMBER", "what answers there has no TLS: leave --tls and --tls-ca out"),
          ("CERTIFICATE_VERIFY_FAILED", "no authority known here has signed its certificate (--tls-ca)"))


def parse(argv: Optional[Sequence[str]] = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m carom.compliance",
                                     description=compliance.__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", metavar="HOST:PORT", nargs="?",
                        help="or unix:PATH; required, but for --list")
    parser.add_argument("--only", metavar="NAME,...", help="these checks; a group is a name too")
    parser.add_argument("--list", action="store_true", help="print the checks and what they hold a server to")
    parser.add_argument("--json", action="store_true",
                        help="print one JSON object; where nothing is checked, with error and exit_code")
    parser.add_argument("--retry-for", type=float, default=5.0, metavar="S",
                        help="how long to look for the server; default: 5")
    parser.add_argument("--tls", action="store_true",
                        help="encrypt; the certificate must be signed by one of the system's authorities")
    parser.add_argument("--tls-ca", type=Path, metavar="FILE",
                        help="the same with the authorities of FILE (PEM)")
    parser.add_argument("--tls-cert", type=Path, metavar="FILE",
                        help="the own certificate, where the server asks for one (PEM)")
    parser.add_argument("--tls-key", type=Path, metavar="FILE", help="its private key (PEM)")
    parser.add_argument("--token-file", type=Path, metavar="FILE",
                        help="a token for the server: the first word of FILE")
    parser.add_argument("--token-in-plain-text", action="store_true",
                        help="send the token without TLS to another machine too")
    return parser.parse_args(argv)


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Exit codes, those of `carom`: 0 done, 1 a check failed, 2 refused, 3 no server, 130 stopped."""
    args = parse(argv)

    def end(code: int, why: str) -> int:
        if args.json:
            print(json.dumps({"server": args.server, "error": why, "exit_code": code}, indent=1))
        print(f"carom.compliance: {why}", file=sys.stderr)
        return code

    try:
        from carom.compliance import checks, suite
    except ImportError as error:
        return end(2, f"{error}: pip install 'carom[wire]'")
    try:
        chosen = _chosen(checks.ALL, args.only)
        if args.list:
            for check in chosen:
                print(f'{check.name:28} {check.file}: "{check.words}"')
            return 0
        peer = _peer_of(args)
    except (OSError, ValueError) as error:
        return end(2, str(error))
    began, outcomes = time.monotonic(), []
    try:
        found = _look_for(peer, args.retry_for)
        if found.code in ("UNAVAILABLE", "DEADLINE_EXCEEDED"):
            return end(3, f"no server at {args.server}: {_with_hint(found.message)}")
        if found.code == "UNAUTHENTICATED":
            return end(2, f"--token-file: {found.message}")
        for outcome in suite.run(peer, chosen):
            outcomes.append(outcome)
            if not args.json:
                print(outcome, flush=True)
        summary = _summary_of(peer, args.server, outcomes, time.monotonic() - began)
    except KeyboardInterrupt:
        return end(130, "stopped")
    finally:
        peer.close()
    print(json.dumps({**summary, "checks": [asdict(outcome) for outcome in outcomes]}, indent=1)
          if args.json else "{checks} checks: {ok} ok, {failed} failed, {skipped} skipped; engine "
          "{engine_version}, wire revision {wire_revision}, {seconds:.1f} s".format(
              checks=len(outcomes), **summary))
    return 1 if summary["failed"] else 0


def _chosen(checks: List[Any], only: Optional[str]) -> List[Any]:
    """The checks of these names or groups; all without any."""
    if only is None:
        return checks
    names, groups = only.split(","), sorted({check.name.split(".")[0] for check in checks})
    for name in names:
        if name not in groups and all(name != check.name for check in checks):
            raise arguments.wrong("--only", name, f"one of {', '.join(groups)}, or of --list")
    return [check for check in checks if {check.name, check.name.split(".")[0]} & set(names)]


def _look_for(peer: Any, patience: float) -> Any:
    """How the first call ends that finds a server, or the last one in this time."""
    end = time.monotonic() + patience
    while True:
        found = peer.end("GetServerInfo", timeout=max(1.0, patience))
        if found.code != "UNAVAILABLE" or time.monotonic() > end:
            return found
        time.sleep(_PAUSE)


def _with_hint(message: str) -> str:
    return "; ".join([message, *(hint for words, hint in _HINTS if words in message)])


def _summary_of(peer: Any, target: str, outcomes: List[Any], seconds: float) -> Dict[str, Any]:
    from carom.compliance.peer import Wrong
    count = Counter(outcome.verdict for outcome in outcomes)
    try:
        version, revision = peer.info.engine_version, peer.info.wire_revision
    except Wrong:
        version, revision = "unknown", 0
    return {"server": target, "engine_version": version, "wire_revision": revision,
            "ok": count["ok"], "failed": count["FAILED"], "skipped": count["skipped"],
            "seconds": round(seconds, 3)}


def _peer_of(args: argparse.Namespace) -> Any:
    """The way to the server that the options name. ValueError with the option that is wrong."""
    import grpc
    from carom.compliance.peer import Peer
    target = arguments.text("server", args.server, "HOST:PORT")
    if "://" in target:
        raise arguments.wrong("server", target, "HOST:PORT or unix:PATH")
    arguments.seconds("--retry-for", args.retry_for, zero=True)
    if (args.tls_cert is None) != (args.tls_key is None):
        raise arguments.wrong("--tls-cert", str(args.tls_cert), "given together with --tls-key")
    files = [_bytes_of(option, path) if path else None for option, path in (
        ("--tls-ca", args.tls_ca), ("--tls-key", args.tls_key), ("--tls-cert", args.tls_cert))]
    tls = args.tls or any(files)
    token = _token_of(args.token_file) if args.token_file else ""
    if token and not (tls or args.token_in_plain_text or _is_this_machine(target)):
        raise arguments.wrong("--token-file", str(args.token_file), "sent over TLS, to this machine, or "
                              "with --token-in-plain-text", got="a token in plain text")
    return Peer(target, grpc.ssl_channel_credentials(*files) if tls else None, token)


def _bytes_of(option: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise arguments.wrong(option, str(path), "a file that can be read", got=str(error)) from error


def _token_of(path: Path) -> str:
    """The first token of a file such as the server reads: TOKEN or TOKEN NAME a line, # for remarks."""
    for line in _bytes_of("--token-file", path).decode("utf-8").splitlines():
        words = line.split()
        if words and not words[0].startswith("#"):
            if not all("!" <= letter <= "~" for letter in words[0]):
                raise arguments.wrong("--token-file", str(path), "a file whose token is printable ASCII")
            return words[0]
    raise arguments.wrong("--token-file", str(path), "a file with a token")


def _is_this_machine(target: str) -> bool:
    if target.startswith(("unix:", "unix-abstract:")):
        return True
    host = target.rpartition(":")[0].strip("[]")
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # As Ctrl-C.
    sys.exit(main())
