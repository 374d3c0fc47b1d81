"""A language client for measurements and long conversations: `vouch lsp` in a process of its own, and what it has said."""

import json
import os
import pathlib
import queue
import subprocess
import threading
import time


class Editor:
    """Talks to the server. What it says is read on a thread; `statuses` and `diagnostics` have the latest by URI."""

    def __init__(self, command: list, environment: dict | None = None, capabilities: dict | None = None):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        env={**os.environ, **(environment or {})})
        self.statuses, self.diagnostics, self.versions = {}, {}, {}
        self.violations = []  # of the protocol
        self.changed = threading.Condition()
        self._answers, self._next_id = {}, 1
        self._outgoing = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()
        threading.Thread(target=self._write, daemon=True).start()
        self.ask("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {},
                                "initializationOptions": {"stepThrough": True}})
        self.tell("initialized", {})

    # Messages

    def tell(self, method: str, params):
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def begin(self, method: str, params) -> int:
        """Sends a request and returns its id."""
        with self.changed:
            number, self._next_id = self._next_id, self._next_id + 1
            self._answers[number] = None
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        return number

    def answer(self, number: int, patience: float = 60):
        """The whole response to a request."""
        self.wait_for(lambda: self._answers[number] is not None, patience, f"the answer to request {number}")
        with self.changed:
            return self._answers.pop(number)

    def ask(self, method: str, params, patience: float = 60):
        return self.answer(self.begin(method, params), patience)

    def unanswered(self) -> int:
        with self.changed:
            return sum(answer is None for answer in self._answers.values())

    def wait_for(self, condition, patience: float, what: str):
        with self.changed:
            if not self.changed.wait_for(lambda: condition() or self.process.poll() is not None, patience):
                raise TimeoutError(f"no {what} within {patience} s")
            if not condition():
                raise ChildProcessError(f"the server ended while waiting for {what}")

    # Documents

    def open(self, uri: str, text: str):
        self.versions[uri] = self.versions.get(uri, 0) + 1
        self.tell("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "c",
                                                            "version": self.versions[uri], "text": text}})

    def change(self, uri: str, changes: list):
        self.versions[uri] += 1
        self.tell("textDocument/didChange", {"textDocument": {"uri": uri, "version": self.versions[uri]},
                                             "contentChanges": changes})

    def save(self, uri: str):
        self.tell("textDocument/didSave", {"textDocument": {"uri": uri}})

    def close(self, uri: str):
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def is_settled(self, uri: str) -> bool:
        """Whether the last thing heard of the document is the verdict of its present version."""
        status = self.statuses.get(uri, {})
        return (status.get("version") == self.versions[uri]
                and status.get("state") in ("finished", "doesNotCompile", "cancelled"))

    def wait_until_settled(self, uri: str, patience: float = 120) -> dict:
        self.wait_for(lambda: self.is_settled(uri), patience, f"verdict of {uri}")
        return self.statuses[uri]

    # Processes

    def workers(self) -> list:
        """The processes that verify, as far as there are any now."""
        children = []
        for task in pathlib.Path(f"/proc/{self.process.pid}/task").iterdir():
            try:
                children += [int(child) for child in (task / "children").read_text().split()]
            except OSError:
                continue
        return children

    def end(self) -> int:
        self.ask("shutdown", None)
        self.tell("exit", None)
        return self.process.wait(20)

    def _send(self, message: dict):
        self._outgoing.put(json.dumps(message).encode())

    def _write(self):
        try:
            while True:
                body = self._outgoing.get()
                self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
                self.process.stdin.flush()
        except OSError:
            pass  # the server has ended; the reader notices

    def _read(self):
        output = self.process.stdout
        while True:
            header = output.readline()
            if not header:
                break
            if not header.startswith(b"Content-Length: ") or output.readline() != b"\r\n":
                self.violations.append(f"not a header: {header!r}")
                break
            message = json.loads(output.read(int(header[16:])))
            with self.changed:
                self._take(message)
                self.changed.notify_all()
        self.process.wait()
        with self.changed:
            self.changed.notify_all()

    def _take(self, message: dict):
        params = message.get("params")
        if "method" not in message:
            if message.get("id") not in self._answers:
                self.violations.append(f"an answer to nothing: {message}")
            self._answers[message["id"]] = message
        elif "id" in message:
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": None})
        elif message["method"] == "vouch/status":
            last = self.statuses.get(params["uri"])
            if last and params["generation"] <= last["generation"]:
                self.violations.append(f"generation {params['generation']} after {last['generation']}")
            self.statuses[params["uri"]] = params
        elif message["method"] == "textDocument/publishDiagnostics":
            self.diagnostics[params["uri"]] = params


def resident_mib(process: int) -> float:
    """Resident memory; 0 if there is no such process."""
    try:
        pages = int(pathlib.Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def processor_seconds(process: int) -> float:
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def seconds_of(action) -> float:
    begin = time.monotonic()
    action()
    return time.monotonic() - begin
