#!/usr/bin/env python3
"""How long an editor waits for `vouch lsp`: a recorded session on generated files of 100, 1000 and 10000 lines.

  editor_latency.py --vouch build/release/bin/vouch
  editor_latency.py --vouch ... --lines 100 --edits 3 --check      what a test can afford; --check compares with the goals

One edit is what a user does: type into one function, save, hover and look at lenses while it is verified. Measured are

  answer     from a request for hovers or lenses to the answer, while a verification runs
  verdict    from `didSave` to the finished status of that version, and before that to the verdict of the edited function
  stop       from an edit during a verification of 20 s to the end of the process or of what it was doing
  burst      100 edits at once, the last one saved, in a file of 1000 functions, against opening it
  idle       processor time of the server and its worker in 2 s without anything to do
  memory     of the server process

Goals hold for each size of file.
"""

import argparse
import contextlib
import pathlib
import random
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from support.lsp_editor import Editor, processor_seconds, resident_mib, seconds_of  # noqa: E402

FUNCTION = """int clamp_{n}(int value, int low, int high) {{
  assert(low <= high);
  int result = value < low ? low : value > high ? high : value;
  assert(result >= low && result <= {bound});
  return result;
}}
unsigned count_{n}(unsigned limit) {{
  unsigned i = 0;
  while (i < limit) {{
    i++;
  }}
  assert(i == limit);
  return i;
}}
"""
ENDLESS = """int factors(unsigned long long x, unsigned long long y) {
  if (x > 1 && y > 1 && x < 4294967296 && y < 4294967296) {
    assert(x * y != 3458758873744819243ULL);
  }
  return 0;
}
"""
GOALS = {"answer p95": 0.05, "verdict p50": 1, "verdict p90": 5, "stop": 0.5, "burst": 3, "idle": 0.05, "memory": 300}


def program(lines: int) -> str:
    count = max(1, (lines - 1) // FUNCTION.count("\n"))
    return "#include <assert.h>\n" + "".join(FUNCTION.format(n=n, bound="high") for n in range(count))


def percentile(values: list, share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@contextlib.contextmanager
def session(vouch: str):
    with tempfile.TemporaryDirectory(prefix="vouch-session-") as folder:
        editor = Editor([vouch, "lsp", "--cache", f"{folder}/cache"], {"XDG_CACHE_HOME": folder})
        try:
            yield editor, folder
        finally:
            editor.process.kill()
            editor.process.wait()


def answers_while(editor: Editor, uri: str, line: int, goes_on) -> list:
    """The seconds that hovers and lenses take, one after the other, while `goes_on`."""
    document, seconds = {"textDocument": {"uri": uri}}, []
    while goes_on():
        seconds.append(seconds_of(lambda: editor.ask("textDocument/hover",
                                                     {**document, "position": {"line": line, "character": 5}})))
        seconds.append(seconds_of(lambda: editor.ask("textDocument/codeLens", document)))
    return seconds


def is_decided(editor: Editor, uri: str, name: str) -> bool:
    """Whether there is a verdict of this function in the present version, whatever the rest."""
    status = editor.statuses.get(uri, {})
    return status.get("version") == editor.versions[uri] and any(
        function["name"] == name and function["state"] in ("proved", "violated") for function in status["functions"])


def edit_and_save(editor: Editor, uri: str, text: str, choice: random.Random) -> tuple:
    """Changes a constant in one function, which then violates its assertion or not. The new text, the seconds until the
    verdict of this function and until those of all, and those that each answer took meanwhile."""
    lines = text.split("\n")
    line = choice.choice([i for i, content in enumerate(lines) if content.startswith("  assert(result >=")])
    bound = choice.choice(["high", "high - 1", "high + 1", "high && value == value"])
    new_line = f"  assert(result >= low && result <= {bound});"
    editor.change(uri, [{"range": {"start": {"line": line, "character": 0},
                                   "end": {"line": line, "character": len(lines[line])}}, "text": new_line}])
    lines[line] = new_line
    name = lines[line - 3].split("(")[0].split()[-1]
    decided = []

    def goes_on() -> bool:
        if not decided and is_decided(editor, uri, name):
            decided.append(time.monotonic() - begin)
        return not editor.is_settled(uri)

    begin = time.monotonic()
    editor.save(uri)
    answers = answers_while(editor, uri, line - 3, goes_on)
    seconds = time.monotonic() - begin
    require_verdict(editor.wait_until_settled(uri))
    return "\n".join(lines), decided[0] if decided else seconds, seconds, answers


def require_verdict(status: dict):
    """What fails is fast, too."""
    if status["verdict"] == "unknown":
        raise RuntimeError(f"no verdict: {status['reason']}")


def typing(vouch: str, lines: int, edits: int) -> dict:
    """Opens a file, then edits and saves it again and again."""
    choice = random.Random(lines)
    with session(vouch) as (editor, folder):
        path, text = pathlib.Path(folder, "a.c"), program(lines)
        path.write_text(text)
        uri = path.as_uri()
        opening = seconds_of(lambda: (editor.open(uri, text), require_verdict(editor.wait_until_settled(uri, 600))))
        edited, verdicts, answers = [], [], []
        for _ in range(edits):
            text, verdict_of_edited, verdict, waited = edit_and_save(editor, uri, text, choice)
            edited.append(verdict_of_edited)
            verdicts.append(verdict)
            answers += waited
        processes = [editor.process.pid, *editor.workers()]
        before = sum(map(processor_seconds, processes))
        time.sleep(2)  # this is what is measured
        idle = sum(map(processor_seconds, processes)) - before
        return {"opening": opening, "edited": edited, "verdicts": verdicts, "answers": answers, "idle": idle,
                "memory": resident_mib(editor.process.pid)}


def stopping(vouch: str, edits: int) -> list:
    """The seconds from an edit until the verification that it makes useless is gone, and answers meanwhile."""
    stops, answers = [], []
    with session(vouch) as (editor, folder):
        path = pathlib.Path(folder, "a.c")
        path.write_text("#include <assert.h>\n" + ENDLESS)
        editor.open(path.as_uri(), path.read_text())
        for number in range(edits):
            editor.wait_for(lambda: editor.statuses.get(path.as_uri(), {}).get("state") == "running", 60, "run")
            end = time.monotonic() + 1.5  # long enough to be in the solver
            answers += answers_while(editor, path.as_uri(), 1, lambda: time.monotonic() < end)
            workers = editor.workers()
            begin = time.monotonic()
            editor.change(path.as_uri(), [{"text": "#include <assert.h>\n" + ENDLESS + "\n" * number}])
            while any(map(busy, workers)):
                time.sleep(0.005)
            stops.append(time.monotonic() - begin)
            editor.save(path.as_uri())
    return stops, answers


def busy(worker: int) -> bool:
    """Whether the worker computes: sampled, since a process that waits uses nothing."""
    try:
        before = processor_seconds(worker)
        time.sleep(0.03)
        return processor_seconds(worker) > before
    except (OSError, TypeError):
        return False


def burst(vouch: str, functions: int, edits: int) -> float:
    """The time of many edits at once and the verdict behind them, as a multiple of that of opening the file."""
    text = "#include <assert.h>\n" + "".join(f"int f{n}(int x) {{ return x; }}\n" for n in range(functions))
    with session(vouch) as (editor, folder):
        path = pathlib.Path(folder, "a.c")
        path.write_text(text)
        uri = path.as_uri()
        opening = seconds_of(lambda: (editor.open(uri, text), editor.wait_until_settled(uri, 600)))

        def type_fast():
            for number in range(edits):
                editor.change(uri, [{"range": {"start": {"line": 1 + number % functions, "character": 0},
                                               "end": {"line": 1 + number % functions, "character": 0}}, "text": " "}])
            editor.save(uri)
            editor.wait_until_settled(uri, 600)

        return seconds_of(type_fast) / opening


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--lines", type=int, nargs="*", default=[100, 1000, 10000], help="of the generated files")
    parser.add_argument("--edits", type=int, default=20, help="of each file")
    parser.add_argument("--functions", type=int, default=1000, help="of the file that gets 100 edits at once")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a goal is missed")
    parser.add_argument("--slack", type=float, default=1, help="goals are this many times as long, on busy machines")
    options = parser.parse_args()
    worst = {name: 0 for name in GOALS}

    def note(**figures):
        for name, value in figures.items():
            worst[name.replace("_", " ")] = max(worst[name.replace("_", " ")], value)

    for lines in options.lines:
        result = typing(options.vouch, lines, options.edits)
        p50, p90 = statistics.median(result["verdicts"]), percentile(result["verdicts"], 0.9)
        p95 = percentile(result["answers"], 0.95)
        print(f"{lines} lines: opened in {result['opening']:.2f} s, verdict of the edited function p50 "
              f"{statistics.median(result['edited']):.2f} s, of all p50 {p50:.2f} s, p90 {p90:.2f} s, answer p95 "
              f"{1000 * p95:.1f} ms of {len(result['answers'])}, idle {result['idle']:.2f} s, "
              f"server {result['memory']:.0f} MiB", flush=True)
        note(verdict_p50=p50, verdict_p90=p90, answer_p95=p95, idle=result["idle"], memory=result["memory"])
    stops, answers = stopping(options.vouch, min(options.edits, 10))
    note(stop=max(stops), answer_p95=percentile(answers, 0.95), burst=burst(options.vouch, options.functions, 100))
    missed = [name for name, goal in GOALS.items() if worst[name] > goal * options.slack]
    for name, goal in GOALS.items():
        print(f"{name:12} {worst[name]:8.3f}   goal {goal:g}{'   MISSED' if name in missed else ''}")
    return 1 if missed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
