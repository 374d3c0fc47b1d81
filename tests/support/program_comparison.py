"""What tools share that generate programs, ask `vouch check` about each and compare its verdict with what compiled programs do."""

import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import tempfile


def options_of(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--timeout", type=float, default=5, help="seconds for each verdict")
    parser.add_argument("--folder", type=pathlib.Path, help="where programs are written; default: a new one")
    return parser.parse_args()


class ProgramComparison:
    """Counts verdicts, reasons of unknown ones, and contradictions."""

    def __init__(self, options: argparse.Namespace):
        self.options = options
        self.folder = (options.folder or pathlib.Path(tempfile.mkdtemp(prefix="vouch-programs-"))).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.counts = collections.Counter()
        self.reasons = collections.Counter()

    def compare(self, seed: int):
        """Makes the program with this seed and compares."""
        raise NotImplementedError

    def compare_all(self):
        for seed in range(self.options.seed, self.options.seed + self.options.programs):
            self.compare(seed)

    def report_of(self, subject: pathlib.Path, *words: str) -> dict:
        """The file's report of `vouch check` with these arguments; counted. `subject`: what messages are about."""
        command = [self.options.vouch, "check", "--property", "assert,reach-error", "--format", "json", "--timeout", str(self.options.timeout), *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=2 * self.options.timeout + 30)
        if done.returncode == 2:
            raise RuntimeError(f"{subject} is refused: {done.stderr.strip()[-300:]}")
        report = json.loads(done.stdout)["files"][0]
        self.counts[report["verdict"]] += 1
        if report["verdict"] == "unknown":
            self.reasons[report["reason"].split(" at ")[0].split(" (")[0]] += 1
        return report

    def contradicts(self, subject: pathlib.Path, report: dict, wrong: str, remark: str = "") -> bool:
        """Whether the verdict is the wrong one, or none for a fault of the verifier; says so."""
        reason = report.get("reason", "")
        if report["verdict"] != wrong and not reason.startswith("internal error"):
            return False
        self.counts["contradictions"] += 1
        print(f"{subject}: {report['verdict']} {reason}{remark}", flush=True)
        return True

    def exit_status(self, summary: str) -> int:
        """Prints everything that was counted, and leaves only what is contradicted or was asked for."""
        counts = self.counts
        print(f"{self.options.programs} programs, {summary}{counts['safe']} safe, {counts['violated']} violated, "
              f"{counts['unknown']} unknown; {counts['contradictions']} contradictions")
        for reason, count in self.reasons.most_common():
            print(f"  unknown, {count} times: {reason}")
        if not counts["contradictions"] and not self.options.folder:
            shutil.rmtree(self.folder)
        # A comparison that compares little is broken too.
        return 0 if not counts["contradictions"] and counts["safe"] + counts["violated"] > 0 else 1
