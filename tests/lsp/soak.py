#!/usr/bin/env python3
"""A long conversation with `vouch lsp`: random opens, edits, saves, hovers, questions, cancellations and closes, and now and
then a process that verifies is killed.

  soak.py --vouch build/release/bin/vouch --messages 10000 --seed 1

In the end every request must be answered, every open document settled, the diagnostics those that a fresh server gives, and the
server's memory where it was when a fifth of the conversation was over.
"""

import argparse
import os
import pathlib
import random
import signal
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.lsp_editor import Editor, resident_mib  # noqa: E402

BODIES = ["assert(x != 7);", "assert(x == x);", "int y = x / 2; assert(y <= x || x < 0);", "while (x > 0) { x--; } assert(x <= 0);",
          "assert(twice(x) != 8);", "broken", "/* é😀 */ assert(x > 3);", "if (x > 2) { assert(x != 4711); }",
          "unsigned long long z = (unsigned)x; assert(z * z != 3458758873744819243ULL);"]
HEAD = '#include <assert.h>\n#include "twice.h"\nextern int __VERIFIER_nondet_int(void);\n'
HEADERS = ["static inline int twice(int v) { return v < 1000 && v > -1000 ? v + v : 0; }\n", "static inline int twice(int v) { return v == 4 ? 8 : 1; }\n"]


class Soak:
    def __init__(self, editor: Editor, folder: pathlib.Path, choice: random.Random):
        self.editor, self.folder, self.choice = editor, folder, choice
        self.texts = {(folder / f"{name}.c").as_uri(): self.text() for name in "abcdef"}
        self.header = (folder / "twice.h").as_uri()
        self.texts[self.header] = HEADERS[0]
        for uri, text in self.texts.items():
            self.write(uri, text)
        self.open, self.pending, self.messages, self.kills = set(), [], 0, 0

    def write(self, uri: str, text: str):
        (self.folder / uri.rsplit("/", 1)[1]).write_text(text)

    def text(self) -> str:
        lines = [f"  {self.choice.choice(BODIES)}" for _ in range(self.choice.randint(1, 2))]
        return HEAD + "int main(void) {\n  int x = __VERIFIER_nondet_int();\n" + "\n".join(lines) + "\n  return 0;\n}\n"

    def step(self):
        uri = self.choice.choice(list(self.texts))
        if uri not in self.open:
            self.editor.open(uri, self.texts[uri])
            self.open.add(uri)
        else:
            actions = [self.edit, self.save, self.ask, self.ask, self.cancel, self.command, self.reload, self.look]
            action = self.choice.choices([*actions, self.prove, self.close, self.kill], [4, 3, 3, 3, 2, 1, 1, 2, 0.5, 1, 0.1])[0]
            action(uri)
        self.messages += 1

    def edit(self, uri: str):
        if uri == self.header:
            self.texts[uri] = self.choice.choice(HEADERS)
            self.editor.change(uri, [{"text": self.texts[uri]}])
            return
        old = self.texts[uri].split("\n")
        line = self.choice.randrange(5, len(old) - 3)
        new = f"  {self.choice.choice(BODIES)}"
        end = len(old[line].encode("utf-16-le")) // 2
        self.editor.change(uri, [{"range": {"start": {"line": line, "character": 0},
                                            "end": {"line": line, "character": end}}, "text": new}])
        old[line] = new
        self.texts[uri] = "\n".join(old)

    def save(self, uri: str):
        self.write(uri, self.texts[uri])
        self.editor.save(uri)

    def ask(self, uri: str):
        document = {"textDocument": {"uri": uri}}
        everything = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
        method, params = self.choice.choice([
            ("hover", {**document, "position": {"line": self.choice.randrange(9), "character": self.choice.randrange(20)}}),
            ("codeLens", document), ("diagnostic", document), ("inlayHint", {**document, "range": everything}),
            ("codeAction", {**document, "range": everything, "context": {"diagnostics": []}})])
        self.pending.append(self.editor.begin(f"textDocument/{method}", params))

    def prove(self, uri: str):
        position = {"line": self.choice.randrange(4, 7), "character": 2}
        expression = self.choice.choice(["x > 0", "x == x", "y < 7", "x +"])
        self.pending.append(self.editor.begin("vouch/prove", {"uri": uri, "position": position, "expression": expression}))

    def cancel(self, uri: str):
        if self.pending:
            self.editor.tell("$/cancelRequest", {"id": self.choice.choice(self.pending)})
        else:
            self.ask(uri)

    def command(self, uri: str):
        name = self.choice.choice(["vouch.verify", "vouch.cancel"])
        self.pending.append(self.editor.begin("workspace/executeCommand", {"command": name, "arguments": [uri]}))

    def reload(self, uri: str):
        """Something else has written the file, and the editor takes that over."""
        if uri != self.header:
            self.texts[uri] = self.text()
            self.write(uri, self.texts[uri])
            self.editor.change(uri, [{"text": self.texts[uri]}])

    def look(self, uri: str):
        seen = self.choice.sample(sorted(self.open), min(len(self.open), 2))
        self.editor.tell("vouch/focus", {"active": uri, "visible": [{"uri": one} for one in {uri, *seen}]})

    def close(self, uri: str):
        self.write(uri, self.texts[uri])
        self.editor.close(uri)
        self.open.remove(uri)

    def kill(self, _uri: str):
        if workers := self.editor.workers():
            os.kill(self.choice.choice(workers), signal.SIGKILL)
            self.kills += 1

    def collect_answers(self):
        for number in self.pending:
            self.editor.answer(number, 120)
        self.pending = []

    def settle(self) -> dict:
        """Verifies what is open as it is now; what is shown then, by file."""
        for uri in sorted(self.open):
            self.save(uri)
        return shown(self.editor, [uri for uri in self.open if uri != self.header])


def shown(editor: Editor, uris: list) -> dict:
    result = {}
    for uri in uris:
        editor.wait_until_settled(uri, 300)
        published = editor.diagnostics.get(uri, {})
        if published.get("version") != editor.versions[uri]:
            raise AssertionError(f"diagnostics of {uri} are of version {published.get('version')}")
        # Which of several runs that fail is shown is not promised, nor how far an undecided function came.
        result[uri] = sorted((one["range"]["start"]["line"], one["code"], one["severity"]) for one in published["diagnostics"])
    return result


def settings() -> list:
    return ["--cache", "off", "--traces", "off"]


def converse(options, folder: pathlib.Path) -> list:
    """What is wrong in the end."""
    budget = {"vouch": {"budgetSeconds": 3}}
    editor = Editor([options.vouch, "lsp", *settings()], {"XDG_CACHE_HOME": str(folder)})
    editor.tell("workspace/didChangeConfiguration", {"settings": budget})
    soak = Soak(editor, folder, random.Random(options.seed))
    memory = []
    begin = time.monotonic()
    while soak.messages < options.messages:
        soak.step()
        if soak.messages % 50 == 0:
            soak.collect_answers()
            memory.append(resident_mib(editor.process.pid))
    soak.collect_answers()
    last = soak.settle()
    problems = list(editor.violations)
    if editor.unanswered():
        problems.append(f"{editor.unanswered()} requests are not answered")
    early, late = max(memory[len(memory) // 5:2 * len(memory) // 5]), memory[-1]
    if late > 1.1 * early:
        problems.append(f"the server has grown from {early:.0f} to {late:.0f} MiB")
    print(f"{soak.messages} messages and {soak.kills} kills in {time.monotonic() - begin:.0f} s, server {early:.1f} MiB early, "
          f"{late:.1f} MiB late")
    fresh = Editor([options.vouch, "lsp", *settings()], {"XDG_CACHE_HOME": str(folder)})
    fresh.tell("workspace/didChangeConfiguration", {"settings": budget})
    for uri in sorted(soak.open):
        fresh.open(uri, soak.texts[uri])
    expected = shown(fresh, list(last))
    problems += [f"{uri}: {last[uri]}, a fresh server says {expected[uri]}" for uri in last if last[uri] != expected[uri]]
    for server in (editor, fresh):
        if server.end() != 0:
            problems.append("a server ended with another status than 0")
    return problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--messages", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vouch-soak-") as folder:
        problems = converse(options, pathlib.Path(folder))
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
