#!/usr/bin/env python3
"""What may happen to the cache of `vouch check --cache` while and between runs: kills, company, damage, full disks.

What must hold: no crash; a verdict is the right one, whatever the cache has been through; the cache is sound behind a
kill, and what was complete before it is still there. Exit status 1 if something did not hold.
"""

import argparse
import json
import os
import pathlib
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

RUN_SECONDS = 60
SAFE_LOOP = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void) __attribute__((noreturn));
int main(void) {
  int i = 0;
  while (__VERIFIER_nondet_int()) i = i < 9 ? i + 1 : 0;
  if (i > 9) reach_error();
  return 0;
}
"""


class Program:
    """A C file, and the verdicts of its functions."""

    def __init__(self, path: pathlib.Path, text: str, expected: dict):
        path.write_text(text)
        self.path = path
        self.expected = expected


def safe_loop(folder: pathlib.Path) -> Program:
    return Program(folder / "loop.c", SAFE_LOOP, {"main": "safe"})


def many_entries(folder: pathlib.Path, number: int) -> Program:
    """No main, and nine functions to be entered; every third one is violated. Each number makes other ones."""
    text, expected = "extern void reach_error(void) __attribute__((noreturn));\n", {}
    for index in range(9):
        is_violated = index % 3 == 2
        limit = number + index
        wrong = limit - 1 if is_violated else limit
        text += (f"void entry{index}(int x) {{ int y = x > {limit} ? {limit} : x;"
                 f" if (y > {wrong}) reach_error(); }}\n")
        expected[f"entry{index}"] = "violated" if is_violated else "safe"
    return Program(folder / f"entries{number}.c", text, expected)


class Faults:
    def __init__(self, options, folder: pathlib.Path):
        self.options = options
        self.folder = folder
        self.choose = random.Random(options.seed)
        self.failures = []
        self.scenario = ""
        self.number = 0

    def fail(self, what: str):
        self.failures.append(what)
        print(f"FAILED: {self.scenario} (seed {self.options.seed}): {what}", flush=True)

    def command(self, program: Program, cache: pathlib.Path) -> list:
        return [self.options.vouch, "check", "--property", "assert,reach-error", "--format", "json", "--timeout", str(RUN_SECONDS), "--cache", str(cache),
                str(program.path)]

    def new_program(self) -> Program:
        self.number += 1
        return many_entries(self.folder, self.number)

    def new_cache(self) -> pathlib.Path:
        return pathlib.Path(tempfile.mkdtemp(prefix="cache-", dir=self.folder))

    def expect_verdicts(self, program: Program, status: int, out: str, err: str) -> dict:
        """Complains about everything but the right verdicts; returns the report."""
        if status not in (0, 1):
            self.fail(f"exit status {status}: {out[-500:]} {err[-500:]}")
            return {}
        report = json.loads(out)
        verdicts = {function["name"]: function["verdict"] for function in report["files"][0]["functions"]}
        if {name: verdicts.get(name) for name in program.expected} != program.expected:
            self.fail(f"{program.path.name}: {verdicts} instead of {program.expected}; {err[-500:]}")
        return report

    def check(self, program: Program, cache: pathlib.Path, **how) -> dict:
        done = subprocess.run(self.command(program, cache), capture_output=True, text=True, timeout=2 * RUN_SECONDS,
                              **how)
        return self.expect_verdicts(program, done.returncode, done.stdout, done.stderr)

    def expect_reuse(self, program: Program, cache: pathlib.Path):
        """Everything is in the cache."""
        report = self.check(program, cache)
        fresh = [function["name"] for function in report.get("files", [{"functions": []}])[0]["functions"]
                 if function["name"] in program.expected and not function["fromCache"]]
        if fresh:
            self.fail(f"{program.path.name}: lost: {', '.join(fresh)}")

    def expect_sound(self, cache: pathlib.Path, statuses=(0,)):
        done = subprocess.run([self.options.vouch, "cache", "verify", "--cache", str(cache)], capture_output=True,
                              text=True, timeout=RUN_SECONDS)
        if done.returncode not in statuses or (statuses == (0,) and done.stderr):
            self.fail(f"vouch cache verify: exit status {done.returncode}: {done.stdout} {done.stderr}")

    def kills(self, count: int):
        """kill -9 at a random moment, of all processes of a run, of the first one, or of those that it started."""
        cache = self.new_cache()
        kept = safe_loop(self.folder)
        self.check(kept, cache)
        start = time.monotonic()
        self.check(self.new_program(), cache)
        duration = time.monotonic() - start
        ended = 0
        for _ in range(count):
            program = self.new_program()
            process = subprocess.Popen(self.command(program, cache), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL, start_new_session=True)
            time.sleep(self.choose.uniform(0, 1.1 * duration))
            ended += process.poll() is not None
            self.kill(process, self.choose.choice(["all", "first", "children"]))
            self.check(program, cache)
            self.expect_sound(cache)
            self.expect_reuse(program, cache)
            self.expect_reuse(kept, cache)
            if list(cache.glob("*.aside*")):
                self.fail("the cache was set aside")
                cache = self.new_cache()
                self.check(kept, cache)
        print(f"  {count} kills, {ended} of them too late", flush=True)

    @staticmethod
    def kill(process: subprocess.Popen, who: str):
        try:
            if who == "children":
                children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
                for child in children.read_text().split():
                    os.kill(int(child), signal.SIGKILL)
            elif who == "first":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, FileNotFoundError):
            pass  # it ended in the meantime
        process.wait(timeout=2 * RUN_SECONDS)

    def company(self, count: int):
        """Several processes at once on one cache, two of them with the same file."""
        cache = self.new_cache()
        for _ in range(count):
            one, other = self.new_program(), self.new_program()
            runs = [(program, subprocess.Popen(self.command(program, cache), stdout=subprocess.PIPE,
                                               stderr=subprocess.PIPE, text=True)) for program in (one, other, one)]
            for program, process in runs:
                out, err = process.communicate(timeout=2 * RUN_SECONDS)
                self.expect_verdicts(program, process.returncode, out, err)
            self.expect_sound(cache)
            self.expect_reuse(one, cache)
            self.expect_reuse(other, cache)

    def filled(self) -> tuple:
        cache, programs = self.new_cache(), [self.new_program(), safe_loop(self.folder)]
        for program in programs:
            self.check(program, cache)
        return cache, programs

    def damage(self, count: int):
        """A truncated file, or some flipped bits, between runs."""
        filled, programs = self.filled()
        for _ in range(count):
            cache = self.new_cache()
            shutil.copytree(filled, cache, dirs_exist_ok=True)
            path = self.choose.choice([path for path in sorted(cache.iterdir()) if path.stat().st_size > 0])
            content = bytearray(path.read_bytes())
            if self.choose.random() < 0.4:
                del content[self.choose.randrange(len(content)):]
            else:
                written = [place for place, byte in enumerate(content) if byte != 0]
                for place in self.choose.sample(written, min(len(written), self.choose.choice([1, 1, 5, 50]))):
                    content[place] ^= 1 << self.choose.randrange(8)
            path.write_bytes(content)
            is_verified_first = self.choose.random() < 0.3
            if is_verified_first:
                self.expect_sound(cache, statuses=(0, 1))
            for program in programs:
                self.check(program, cache)
            self.expect_sound(cache, statuses=(0, 1))
            self.expect_sound(cache)
            shutil.rmtree(cache)

    def file_size_limit(self, count: int):
        """No file may grow beyond some KiB; a write then fails as on a full disk."""
        for _ in range(count):
            cache, limit = self.new_cache(), self.choose.randrange(0, 96) << 10
            program = self.new_program()
            for _ in range(2):
                # SIGXFSZ stays ignored, as this process has it.
                self.check(program, cache, restore_signals=False,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
            self.check(program, cache)
            self.expect_sound(cache)

    def full_disk(self, count: int):
        """A small file system of its own for the cache, where mounting is allowed."""
        mount = "mount -t tmpfs -o size={}k none {} || exit 77"
        for _ in range(count):
            cache, size = self.new_cache(), self.choose.choice([4, 16, 40, 64, 80, 100, 150, 300])
            programs = [self.new_program(), safe_loop(self.folder), self.new_program()]
            lines = [mount.format(size, shlex.quote(str(cache)))]
            for index, program in enumerate(2 * programs):
                place = shlex.quote(str(self.folder / f"run{index}"))
                command = shlex.join(self.command(program, cache))
                lines.append(f"{command} >{place}.out 2>{place}.err; echo $? >{place}.status")
            # With room again, the next run has a sound cache, whatever the full disk has left of the old one.
            lines.append(f"mount -o remount,size=8m {shlex.quote(str(cache))} || exit 77")
            lines.append(f"{shlex.join(self.command(programs[0], cache))} >/dev/null 2>&1")
            lines.append(shlex.join([self.options.vouch, "cache", "verify", "--cache", str(cache)]))
            done = subprocess.run(["unshare", "--map-root-user", "--mount", "sh", "-c", "\n".join(lines)],
                                  capture_output=True, text=True, timeout=12 * RUN_SECONDS)
            if done.returncode == 77 or "unshare" in done.stderr:
                print("  skipped: mounting is not allowed here", flush=True)
                return
            for index, program in enumerate(2 * programs):
                out, err, status = ((self.folder / f"run{index}.{end}").read_text() for end in ("out", "err", "status"))
                self.expect_verdicts(program, int(status), out, err)
            if done.returncode != 0:
                self.fail(f"{size} KiB: vouch cache verify: exit status {done.returncode}: {done.stdout} {done.stderr}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--seed", type=int, default=1)
    for name, count in (("kills", 15), ("company", 3), ("damage", 10), ("file-size-limit", 4), ("full-disk", 3)):
        parser.add_argument(f"--{name}", type=int, default=count, help=f"how often; default: {count}")
    options = parser.parse_args()
    options.vouch = os.path.abspath(options.vouch)
    with tempfile.TemporaryDirectory(prefix="vouch-faults-") as folder:
        faults = Faults(options, pathlib.Path(folder))
        for scenario in (faults.kills, faults.company, faults.damage, faults.file_size_limit, faults.full_disk):
            faults.scenario, start = scenario.__name__, time.monotonic()
            count = getattr(options, scenario.__name__)
            scenario(count)
            print(f"{scenario.__name__}: {count} times, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{len(faults.failures)} failures")
    return 1 if faults.failures else 0


if __name__ == "__main__":
    sys.exit(main())
