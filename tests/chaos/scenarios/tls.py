"""The command line speaks to servers and proxies that encrypt."""

import os
import re
import shutil
import subprocess

from fleet import Replica
from processes import wait_until
from proxies.haproxy import HaProxy
from run import Skipped

TOKEN = "Zm9ydHktdHdvIGJhbGxz"
OTHER_TOKEN = "bm90LXRoZS1zYW1lLW9uZQ=="
BAD_USAGE = 2


def tls(run):
    """TLS, mutual TLS, tokens and a renewed certificate, with a proxy that ends TLS and without."""
    if shutil.which("openssl") is None:
        raise Skipped("openssl is not installed (deploy/install-packages.sh installs it)")
    files = _Files(run)
    _bad_files_are_refused(run, files)
    token = files.write("token", f"{TOKEN} the-tests\n")
    wrong_token = files.write("wrong_token", OTHER_TOKEN)
    replica = Replica(run, "encrypted", [
        f"--tls-cert={files.path('server.crt')}", f"--tls-key={files.path('server.key')}",
        f"--tls-client-ca={files.path('ca.crt')}", f"--token-file={token}", "--log-level=info"])
    replica.start()
    own = [f"--tls-ca={files.path('ca.crt')}", f"--tls-cert={files.path('client.crt')}",
           f"--tls-key={files.path('client.key')}"]
    called = _Caller(run, replica.target)
    called.gets("certificate and token", own + [f"--token-file={token}"], "engine version")
    called.gets("no token", own, "a token is missing")
    called.gets("a wrong token", own + [f"--token-file={wrong_token}"], "not one that this server")
    called.gets("no certificate", own[:1] + [f"--token-file={token}"], "UNAVAILABLE")
    called.gets("another authority", ["--tls-ca=" + files.path("other.crt")] + own[1:],
                "certificate verify failed")
    called.gets("plain text", [f"--token-file={token}"], "UNAVAILABLE")
    batch = [f"--token-file={token}", "batch", "--scene=two_ball_cut", "--shots=500"]
    called.gets("a batch", own + batch, "shots=500 failed=0", command=[])
    _renew(run, files, called, own + [f"--token-file={token}"])
    with open(replica.log, encoding="utf-8") as log:
        text = log.read()
    run.check("peer did not return a certificate" in text, "the log says why a handshake failed")
    run.check("caller=the-tests" in text, "the log names the caller")
    run.check(TOKEN not in text and OTHER_TOKEN not in text, "the log holds no token")
    run.check(TOKEN not in replica.get("/configz")[1], "/configz holds no token")
    _through_a_proxy(run, files, token)


def _through_a_proxy(run, files, token):
    replica = Replica(run, "behind_a_proxy", [f"--token-file={token}"]).start()
    for name in ("server.key", "server.crt"):
        with open(files.path(name), encoding="ascii") as part:
            files.write("proxy.pem", part.read(), mode="a")
    proxy = HaProxy(run, "http", [replica], tls=files.path("proxy.pem"))
    called = _Caller(run, proxy.target)
    ca = "--tls-ca=" + files.path("other.crt")  # Who has signed the renewed certificate.
    called.gets("a proxy that ends TLS", [ca, f"--token-file={token}"], "engine version",
                patience_s=10)
    called.gets("the proxy, without a token", [ca], "a token is missing")


def _renew(run, files, called, flags):
    """The server shows a certificate of another authority, to those who trust that one."""
    files.sign("server", "other")
    trusting = ["--tls-ca=" + files.path("other.crt")] + flags[1:]
    seconds = wait_until(lambda: "engine version" in called.tell(trusting),
                         "the renewed certificate is shown")
    run.check(True, f"a renewed certificate is shown after {seconds:.1f} s")
    called.gets("the old authority", flags, "certificate verify failed")


def _bad_files_are_refused(run, files):
    certificate, key = files.path("server.crt"), files.path("client.key")
    for flags, says in (
            ([f"--tls-cert={certificate}"], "--tls-cert: needs --tls-key"),
            ([f"--tls-cert={certificate}", f"--tls-key={key}"], "is not the key of"),
            (["--token-file=" + files.path("nowhere")], "--token-file: .*cannot be read")):
        done = subprocess.run([f"{run.bin}/carom-server", "--listen=127.0.0.1:0"] + flags,
                              capture_output=True, text=True, timeout=60, check=False)
        run.check(done.returncode == BAD_USAGE and re.search(says, done.stderr) is not None
                  and done.stdout == "", f"refused with {done.returncode}: {done.stderr.strip()}")


class _Caller:
    """Calls of the command line, each by a process of its own."""

    def __init__(self, run, target):
        self._run = run
        self._target = target

    def tell(self, flags, command=("server-info",), patience_s=0):
        """What it prints, errors included."""
        return subprocess.run(
            [f"{self._run.bin}/carom", f"--server={self._target}", f"--retry-for={patience_s}",
             *flags, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL, text=True, timeout=60, check=False).stdout

    def gets(self, who, flags, says, command=("server-info",), patience_s=0):
        told = self.tell(flags, command, patience_s)
        first = told.splitlines()[0] if told else ""
        self._run.check(says in told, f"{who}: {first}")


class _Files:
    """Certificates in the run's directory: of the authorities "ca" and "other", of a server and a
    client. They are made for this run and last for a day, the least that openssl gives."""

    def __init__(self, run):
        self._directory = run.directory
        for authority in ("ca", "other"):
            self._openssl("req", "-x509", *self._new_key(authority), "-subj", f"/CN={authority}",
                          "-days", "1", "-out", self.path(f"{authority}.crt"))
        self.sign("server", "ca")
        self.sign("client", "ca")

    def path(self, name):
        return os.path.join(self._directory, name)

    def write(self, name, text, mode="w"):
        with open(self.path(name), mode, encoding="ascii") as file:
            file.write(text)
        return self.path(name)

    def sign(self, name, authority):
        """A new key and a new certificate, put in their places one after the other."""
        names = self.write("names", "subjectAltName=DNS:localhost,IP:127.0.0.1\n")
        self._openssl("req", *self._new_key("new"), "-subj", f"/CN={name}",
                      "-out", self.path("new.csr"))
        self._openssl("x509", "-req", "-in", self.path("new.csr"), "-days", "1",
                      "-CA", self.path(f"{authority}.crt"), "-CAkey", self.path(f"{authority}.key"),
                      "-extfile", names, "-out", self.path("new.crt"))
        for suffix in ("key", "crt"):
            os.replace(self.path(f"new.{suffix}"), self.path(f"{name}.{suffix}"))

    def _new_key(self, name):
        return ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                "-keyout", self.path(f"{name}.key"))

    @staticmethod
    def _openssl(*arguments):
        subprocess.run(["openssl", *arguments], check=True, capture_output=True, timeout=60)
