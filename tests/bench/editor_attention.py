#!/usr/bin/env python3
"""How long the verdict of an easy file takes while others, which take long, are being verified.

  editor_attention.py --vouch build/release/bin/vouch --edits 20
  editor_attention.py --vouch ... --edits 3 --check --slack 10     what a test can afford; --check compares with the goals

Two hopeless files and an easy one are open in one server. Measured, in seconds, at random moments, with and without a client that
says what its user looks at:

  save       from `didSave` of the easy file to its finished status
  reload     from `didChange` of a buffer that is loaded again from the disk, the server's pause for changes included
  opening    from `didOpen` of a file that the cache knows to its finished status
"""

import argparse
import pathlib
import random
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from bench.editor_latency import ENDLESS, percentile, program, require_verdict  # noqa: E402
from support.lsp_editor import Editor  # noqa: E402

PAUSE = 0.3  # without typing, before a text is compared with the disk
GOALS = {"save p50": 0.3, "save p90": 1, "reload p50": 0.3 + PAUSE, "reload p90": 1 + PAUSE, "opening p50": 0.3, "opening p90": 1}


class Session:
    """An editor with two hopeless files, one of them beside the easy one, and its user."""

    def __init__(self, vouch: str, folder: pathlib.Path, tells_focus: bool, choice: random.Random):
        self.editor = Editor([vouch, "lsp", "--cache", str(folder / "cache")], {"XDG_CACHE_HOME": str(folder)})
        self.tells_focus, self.choice = tells_focus, choice
        self.hopeless = [self.write(folder / f"hopeless{n}.c", "#include <assert.h>\n" + ENDLESS + f"/* {n} */\n") for n in (1, 2)]
        self.easy = self.write(folder / "easy.c", program(100))
        self.known = self.write(folder / "known.c", program(100).replace("count_", "number_"))

    @staticmethod
    def write(path: pathlib.Path, text: str) -> str:
        path.write_text(text)
        return path.as_uri()

    @staticmethod
    def text_of(uri: str) -> str:
        return pathlib.Path(uri.removeprefix("file://")).read_text()

    def look_at(self, uri: str):
        if self.tells_focus:
            self.editor.tell("vouch/focus", {"active": uri, "visible": [{"uri": uri}, {"uri": self.hopeless[0]}]})

    def open(self, uri: str):
        self.look_at(uri)
        self.editor.open(uri, self.text_of(uri))

    def seconds_to_verdict(self, uri: str, action) -> float:
        begin = time.monotonic()
        action()
        require_verdict(self.editor.wait_until_settled(uri))
        return time.monotonic() - begin

    def edited(self) -> str:
        """The easy file with another bound in one of its assertions."""
        lines = self.text_of(self.easy).split("\n")
        line = self.choice.choice([i for i, content in enumerate(lines) if content.startswith("  assert(result >=")])
        lines[line] = f"  assert(result >= low && result <= high + {self.choice.randrange(10**6)} - {self.choice.randrange(3)});"
        return "\n".join(lines)

    def save(self):
        text = self.edited()
        self.write(pathlib.Path(self.easy.removeprefix("file://")), text)
        self.editor.change(self.easy, [{"text": text}])
        self.editor.save(self.easy)

    def reload(self):
        text = self.edited()
        self.write(pathlib.Path(self.easy.removeprefix("file://")), text)
        self.editor.change(self.easy, [{"text": text}])

    def keep_busy(self):
        """Both hopeless files are wanted, and one is being verified at least."""
        for uri in self.hopeless:
            self.editor.ask("workspace/executeCommand", {"command": "vouch.verify", "arguments": [uri]})
        self.look_at(self.easy)
        self.editor.wait_for(lambda: any(self.editor.statuses.get(uri, {}).get("state") == "running" for uri in self.hopeless), 60, "run")
        time.sleep(self.choice.uniform(0, 2))  # so that it is somewhere in the middle of it


def measure(vouch: str, edits: int, tells_focus: bool) -> dict:
    seconds = {"save": [], "reload": [], "opening": []}
    with tempfile.TemporaryDirectory(prefix="vouch-attention-") as name:
        session = Session(vouch, pathlib.Path(name), tells_focus, random.Random(edits))
        for uri in (session.known, session.easy):
            session.open(uri)
            session.editor.wait_until_settled(uri)
        session.editor.close(session.known)
        for uri in session.hopeless:
            session.open(uri)
        for _ in range(edits):
            for kind, uri, action in [("save", session.easy, session.save), ("reload", session.easy, session.reload),
                                      ("opening", session.known, lambda: session.open(session.known))]:
                session.keep_busy()
                seconds[kind].append(session.seconds_to_verdict(uri, action))
            session.editor.close(session.known)
        session.editor.process.kill()
        session.editor.process.wait()
    return seconds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--edits", type=int, default=20, help="of each kind")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a goal is missed")
    parser.add_argument("--slack", type=float, default=1, help="goals are this many times as long, on busy machines")
    options = parser.parse_args()
    missed = []
    for tells_focus in (True, False):
        print("with vouch/focus" if tells_focus else "without")
        for kind, seconds in measure(options.vouch, options.edits, tells_focus).items():
            p50, p90 = statistics.median(seconds), percentile(seconds, 0.9)
            missed += [kind for name, value in (("p50", p50), ("p90", p90)) if value > GOALS[f"{kind} {name}"] * options.slack]
            print(f"  {kind:8} p50 {p50:.2f} s, p90 {p90:.2f} s, longest {max(seconds):.2f} s", flush=True)
    if missed:
        print("longer than the goal:", ", ".join(missed))
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
