#!/usr/bin/env python3
"""Both programs at a pseudo-terminal: keys, completion, and what goes to which stream.

usage: terminal_test.py BIN      BIN: the folder of the programs
"""

import fcntl
import json
import os
import pathlib
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest

BIN = ""
PATIENCE_S = 60.0  # Of a test that would otherwise wait for ever.
CTRL_C = b"\x03"


class Terminal:
    """A program whose controlling terminal is a pseudo-terminal. Its standard output may go to a
    pipe instead."""

    def __init__(self, arguments, pipe_output=False, environment=None):
        self.output = None
        reader, writer = os.pipe() if pipe_output else (None, None)
        self._pid, self._keys = pty.fork()
        if self._pid == 0:
            if pipe_output:
                os.dup2(writer, 1)
                os.close(reader)
                os.close(writer)
            os.execve(arguments[0], arguments, dict(os.environ, TERM="dumb", **(environment or {})))
        if pipe_output:
            os.close(writer)
            self.output = os.fdopen(reader, "rb")
        self.shown = b""

    def press(self, keys):
        os.write(self._keys, keys)

    def read_until(self, text, patience_s=PATIENCE_S):
        """Until the terminal has shown the text since the last call. Returns what was before it."""
        end = time.monotonic() + patience_s
        while text not in self.shown:
            if not self._read(end - time.monotonic()):
                raise AssertionError(f"{text} is not shown, but {self.shown}")
        before, self.shown = self.shown.split(text, 1)
        return before

    def read_all(self):
        while self._read(PATIENCE_S):
            pass
        return self.shown

    def _read(self, timeout_s):
        """False at the end."""
        if not select.select([self._keys], [], [], max(0.0, timeout_s))[0]:
            return False
        try:
            some = os.read(self._keys, 4096)
        except OSError:  # The other side is closed.
            return False
        self.shown += some
        return bool(some)

    def wait_until_output_waits(self):
        """Until nothing more goes into the pipe, since nobody reads it."""
        end = time.monotonic() + PATIENCE_S
        before, now = -1, 0
        while now == 0 or now != before:
            if time.monotonic() > end:
                raise AssertionError("the pipe does not fill")
            time.sleep(0.5)
            before = now
            now = struct.unpack("i", fcntl.ioctl(self.output, termios.FIONREAD, b"    "))[0]

    def ended(self):
        return os.waitid(os.P_PID, self._pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None

    def wait(self):
        """Its exit code; negative: the signal that ended it."""
        end = time.monotonic() + PATIENCE_S
        while not self.ended():
            if time.monotonic() > end:
                raise AssertionError("it does not end")
            time.sleep(0.01)
        return os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])

    def close(self):
        try:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
        except (ProcessLookupError, ChildProcessError):
            pass
        os.close(self._keys)
        if self.output is not None:
            self.output.close()


class TerminalTest(unittest.TestCase):
    def open(self, program, *arguments, **options):
        terminal = Terminal([f"{BIN}/{program}", *arguments], **options)
        self.addCleanup(terminal.close)
        return terminal


class Keys(TerminalTest):
    def test_ctrl_c_keeps_what_is_done(self):
        with tempfile.TemporaryDirectory() as folder:
            batch = self.open("carom", "--threads=1", "batch", "--scene=nine_ball_break",
                              "--shots=100000000", f"--out={folder}/rows.jsonl")
            batch.read_until(b"shots/s")  # The bar, of four calls at a time.
            end = time.monotonic() + PATIENCE_S
            while not os.path.exists(f"{folder}/rows.jsonl") and time.monotonic() < end:
                time.sleep(0.01)  # Rows begin with the first shot, in whatever order chunks come.
            batch.press(CTRL_C)
            self.assertEqual(batch.wait(), 130)
            shown = batch.read_all().decode()
            self.assertIn("go on with --first-shot=", shown)
            with open(f"{folder}/rows.jsonl", encoding="utf-8") as rows:
                shots = [json.loads(line)["shot"] for line in rows]
            self.assertEqual(shots, list(range(len(shots))))
            self.assertIn(f"shots={len(shots)} failed=0 ", shown)

    def test_a_second_ctrl_c_ends_at_once(self):
        # Nobody reads the rows: the first one waits for ever for its last row to leave.
        batch = self.open("carom", "--threads=1", "batch", "--scene=nine_ball_break",
                          "--shots=100000000", "--format=csv", pipe_output=True)
        batch.wait_until_output_waits()
        batch.press(CTRL_C)
        time.sleep(1.0)
        self.assertFalse(batch.ended())
        begin = time.monotonic()
        batch.press(CTRL_C)
        self.assertEqual(batch.wait(), 128 + signal.SIGINT)
        self.assertLess(time.monotonic() - begin, 5.0)

    def test_ctrl_c_ends_a_shot(self):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as request:
            json.dump({"double_pendulum": {"friction": 0, "restitution": 1, "duration_s": 3000,
                                           "integration": {"largest_step_s": 1e-4}}}, request)
            request.flush()
            mechanism = self.open("carom", "mechanism", f"--request={request.name}")
            mechanism.read_until(b" s ...")  # How long it has taken so far.
            mechanism.press(CTRL_C)
            self.assertEqual(mechanism.wait(), -signal.SIGINT)

    def test_the_server_drains_and_ends_at_once_at_a_second_ctrl_c(self):
        server = self.open("carom-server", "--listen=127.0.0.1:0", "--lame-duck-ms=60000")
        server.read_until(b"listening on")
        server.press(CTRL_C)
        server.read_until(b"draining")
        self.assertFalse(server.ended())
        server.press(CTRL_C)
        self.assertEqual(server.wait(), 128 + signal.SIGINT)


class Streams(TerminalTest):
    def rows(self, *arguments):
        """The rows on standard output, and what the terminal shows."""
        batch = self.open("carom", "--threads=1", "batch", "--scene=two_ball_cut", "--shots=300",
                          *arguments, pipe_output=True)
        rows = batch.output.read().decode().splitlines()
        self.assertEqual(batch.wait(), 0)
        return rows, batch.read_all().decode()

    def test_json_lines_have_standard_output_for_themselves(self):
        rows, shown = self.rows("--format=jsonl")
        self.assertEqual([json.loads(row)["shot"] for row in rows], list(range(300)))
        self.assertIn("shots=300 failed=0 ", shown)

    def test_a_cell_of_csv_holds_one_number(self):
        rows, shown = self.rows("--format=csv")
        header, *cells = [row.split(",") for row in rows]
        self.assertEqual(len(cells), 300)
        words = {"status", "stop_reason", "hash"}
        for row in cells:
            self.assertEqual(len(row), len(header))
            for name, cell in zip(header, row):
                if name not in words and cell:
                    float(cell)
        self.assertIn("shots=300 failed=0 ", shown)

    def test_without_rows_the_summary_is_the_output(self):
        output, shown = self.rows()
        self.assertEqual(len(output), 1)
        self.assertTrue(output[0].startswith("shots=300 failed=0 "))
        self.assertNotIn("shots=300", shown)

    def test_a_binary_request_is_read(self):
        protos = pathlib.Path(__file__).resolve().parents[2] / "proto"
        request = subprocess.run(
            ["protoc", f"--proto_path={protos}", "--proto_path=/usr/include",
             "--encode=carom.v1.SimulateRequest", "carom/v1/simulation.proto"], check=True,
            capture_output=True,
            input=b'layouts { rack { name: "nine_ball" } } shots { shots { strike { speed_m_s: 7 } } }').stdout
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "break.pb")
            path.write_bytes(request)
            carom = self.open("carom", "simulate", f"--request={path}")
            self.assertEqual(carom.wait(), 0)
            self.assertIn("at rest after", carom.read_all().decode())
            path.write_bytes(request[:-1])
            carom = self.open("carom", "simulate", f"--request={path}")
            self.assertEqual(carom.wait(), 2)
            self.assertIn("break.pb", carom.read_all().decode())

    def test_a_mistake_is_told_with_what_was_meant(self):
        carom = self.open("carom", "simulate", "--rak=8-ball")
        self.assertEqual(carom.wait(), 2)
        self.assertEqual(carom.read_all().decode().splitlines(),
                         ["carom: unknown flag --rak; did you mean --rack?",
                          "Try: carom help simulate"])


class Completion(TerminalTest):
    """The tab key in an interactive bash that has read the completions."""

    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        for program in ("carom", "carom-server"):
            script = subprocess.run([f"{BIN}/{program}", "--completion=bash"], check=True,
                                    stdout=subprocess.PIPE).stdout
            with open(f"{self._folder.name}/{program}.bash", "wb") as file:
                file.write(script)
        with open(f"{self._folder.name}/shots.json", "w", encoding="utf-8") as file:
            file.write("{}")
        self.bash = Terminal(["/bin/bash", "--noprofile", "--norc", "-i"],
                             environment={"PS1": "", "INPUTRC": "/dev/null", "HISTFILE": ""})
        self.addCleanup(self.bash.close)
        self._do(f"cd {self._folder.name}; source carom.bash; source carom-server.bash; "
                 "bind 'set show-all-if-ambiguous on'; bind 'set bell-style none'")

    def _do(self, command):
        self.bash.press(command.encode() + b"; echo d''one\n")
        self.bash.read_until(b"done\r\n")

    def complete(self, words, wanted):
        """What is typed, then the tab key; the line must become `wanted`."""
        self.bash.press(b"\x15" + words.encode() + b"\t")
        # Keys make of the line an argument of echo: what that prints is the line.
        self.bash.press(b"\x01echo '<\x05>'\n")
        self.bash.read_until(b"\r\n<")
        self.assertEqual(self.bash.read_until(b">\r\n").decode(), wanted)

    def test_commands(self):
        self.complete("carom ba", "carom batch ")
        self.complete("carom --threads=1 ser", "carom --threads=1 server-info ")

    def test_flags(self):
        self.complete("carom batch --form", "carom batch --format=")
        self.complete("carom simulate --print", "carom simulate --print-request ")
        self.complete("carom simulate --token-i", "carom simulate --token-in-plain-text ")
        self.complete("carom-server --max-wai", "carom-server --max-wait-ms=")

    def test_values(self):
        self.complete("carom batch --format=j", "carom batch --format=jsonl ")
        self.complete("carom batch --format j", "carom batch --format jsonl ")
        self.complete("carom simulate --rack=sn", "carom simulate --rack=snooker ")
        self.complete("carom simulate --cushion=mat", "carom simulate --cushion=mathavan2010 ")
        self.complete("carom-server --log-format=j", "carom-server --log-format=json ")

    def test_files(self):
        self.complete("carom batch --request=sho", "carom batch --request=shots.json ")
        self.complete("carom --config=sho", "carom --config=shots.json ")


if __name__ == "__main__":
    BIN = os.path.abspath(sys.argv.pop(1))
    unittest.main(verbosity=2)
