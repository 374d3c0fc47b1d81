"""Whether verdicts agree with what compiled programs do: gcc and Clang, unoptimised and optimised.

A run counts against `safe` if it violates a property that was asked for and is defined up to there; a violation is wrong if the
test that was made of it runs otherwise. Where the program, not the verdict, may be why builds differ, nothing is said: undefined
behaviour that nobody asked about, reads of what was never written, types that alias, side effects without order.
"""

import dataclasses
import pathlib
import re
import shlex
import subprocess

from support.native_runs import (ALL_BUILDS, COMPILER_SECONDS, MEMORY_BUILD, SANITIZED_BUILDS, TOLERANT,
                                 Build, Builds, CannotBuild, NativeProgram, Outcome, call_compiler, environment, violated_property)

ASSERTIONS = {"assert", "reach-error"}
DEFAULT_PROPERTIES = frozenset(ASSERTIONS)
RUN_SECONDS = 10
# A test that puts values into the frames of functions, or that finds zeros there, is one of gcc -O0.
FLAGS_OF_ONE_BUILD = ("-ftrivial-auto-var-init", "--param=asan-stack")
UNDEFINED_REPORT = r"runtime error: |ERROR: AddressSanitizer|ERROR: LeakSanitizer"
FAILURE = r"Assertion `.*' failed|^vouch: .* (?:was called|got zero)"


@dataclasses.dataclass
class Findings:
    """What running has said about one verdict."""

    contradictions: list = dataclasses.field(default_factory=list)
    runs: int = 0  # that could have contradicted
    notes: list = dataclasses.field(default_factory=list)  # why something could not be checked, or is no evidence


# Proofs


class SafeProgram:
    """A program that was called safe, and its runs."""

    def __init__(self, program: NativeProgram, properties: frozenset, seed: int, builds: Builds = ALL_BUILDS):
        self.program = program
        self.builds = builds
        self.properties = properties
        self.seed = seed

    def check(self, runs: int) -> Findings:
        findings = Findings()
        leaks = "memory" in self.properties
        for build in self._builds():
            try:
                outcomes = self.program.run(build, runs, seed=self.seed, leaks=leaks)
            except CannotBuild as problem:
                findings.notes.append(f"{build.name}: {problem}")
                continue
            for outcome in outcomes:
                findings.runs += outcome.kind not in ("left", "timeout")
                if violated_property(outcome) in self.properties:
                    self._judge(build, outcome, findings)
                    break
        return findings

    def _builds(self) -> list:
        plain = self.builds.plain if self.properties & ASSERTIONS else ()
        return [*plain, *(self.builds.for_properties if self.properties - ASSERTIONS else ())]

    def _judge(self, build: Build, outcome: Outcome, findings: Findings):
        text = f"safe, but {build.name}, run {outcome.number} with seed {self.seed}: {outcome}"
        try:
            excuse = self._excuse(build, outcome)
        except CannotBuild as problem:
            excuse = str(problem)
        if excuse:
            findings.notes.append(f"no evidence ({excuse}): {text}")
        else:
            findings.contradictions.append(text)

    def _excuse(self, build: Build, outcome: Outcome) -> str:
        """Why the run says nothing about the verdict; empty: it does."""
        wraps = any(flag in ("-fwrapv", "-fno-strict-overflow") for flag in self.program.flags)
        if wraps and outcome.kind == "sanitizer" and violated_property(outcome) == "overflow":
            return "Clang's sanitizer objects to negations also where arithmetic wraps"
        repeated = [self._again(sanitized, outcome) for sanitized in SANITIZED_BUILDS]
        for seen in repeated:
            if seen.kind == "sanitizer" and violated_property(seen) not in self.properties:
                return f"undefined: {seen.detail}"
        if all(seen.kind == "timeout" for seen in repeated):
            return "no sanitizer comes that far in time"
        if "-O2" in build.flags:
            return self._excuse_of_optimised(build, outcome)
        return "side effects without order" if has_unsequenced_effects(self.program) else ""

    def _excuse_of_optimised(self, build: Build, outcome: Outcome) -> str:
        seen = self._again(MEMORY_BUILD, outcome)
        if seen.kind == "sanitizer":
            return f"undefined: {seen.detail}"
        if self._again(Build(build.compiler, ("-O0",)), outcome).kind == "timeout":
            return "a compiler may leave out a loop without effects"
        if violated_property(self._again(Build(build.compiler, ("-O2", "-fno-strict-aliasing")), outcome)) not in self.properties:
            return "types that alias"
        return "side effects without order" if has_unsequenced_effects(self.program) else ""

    def _again(self, build: Build, outcome: Outcome) -> Outcome:
        outcomes = self.program.run(build, 1, first=outcome.number, seed=self.seed, leaks="memory" in self.properties)
        return outcomes[0] if outcomes else Outcome(outcome.number, "timeout", "")


def has_unsequenced_effects(program: NativeProgram) -> bool:
    words = ["clang-19", *program.flags, "-fsyntax-only", "-Wno-everything", "-Wunsequenced", str(program.source)]
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=COMPILER_SECONDS, check=False)
    return "-Wunsequenced" in done.stderr


# Violations


class FailingTest:
    """The test of a violation that was seen to fail, in other builds than its own."""

    def __init__(self, command: str, folder: pathlib.Path):
        self.words = shlex.split(command)
        self.folder = folder

    def belongs_to_one_build(self) -> bool:
        return any(word.startswith(FLAGS_OF_ONE_BUILD) for word in self.words)

    def compiler(self) -> str:
        return self.words[3] if self.words[0] == "cd" else self.words[0]

    def uses_sanitizers(self) -> bool:
        return any(word.startswith("-fsanitize") for word in self.words)

    def output(self, build: Build) -> str:
        """What it prints as `build` makes it. Raises CannotBuild."""
        steps = self._steps(build)
        for directory, words in steps[:-1]:
            call_compiler(["env", "-C", directory, *words] if directory else words)
        empty = self.folder / "run"
        empty.mkdir(exist_ok=True)
        try:
            done = subprocess.run(steps[-1][1], cwd=empty, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=RUN_SECONDS, check=False, start_new_session=True,
                                  env=environment(ASAN_OPTIONS="hard_rss_limit_mb=2048"))
        except subprocess.TimeoutExpired:
            raise CannotBuild("the test does not end") from None
        return done.stdout + done.stderr

    def _steps(self, build: Build) -> list:
        """Pairs of a directory, which may be empty, and the words of a command: compilers, and then the test itself."""
        directory, words, steps = "", [], []
        for word in [*self.words, "&&"]:
            if word != "&&":
                words.append(word)
                continue
            if words[0] == "cd":
                directory = words[1]
            else:
                is_compiler = "-o" in words
                made = [build.compiler, *TOLERANT, *build.flags, *words[1:]] if is_compiler else words
                steps.append((directory, [self._moved(word) for word in made]))
            words = []
        return steps

    def _moved(self, word: str) -> str:
        """Objects and the program go to the own folder."""
        is_made = word.startswith("/tmp/") and "/" not in word[len("/tmp/"):]
        return str(self.folder / word[len("/tmp/"):]) if is_made else word


def failure_in(output: str) -> str:
    found = re.search(FAILURE, output, re.M)
    return found.group(0) if found else ""


def check_failing_test(test: FailingTest, name: str, plain_builds: tuple) -> Findings:
    """The other builds must fail in the same way as gcc -O0, where the test was tried before."""
    findings = Findings()
    if test.belongs_to_one_build() or test.uses_sanitizers():
        findings.runs = 1
        return findings
    if test.compiler() != plain_builds[0].compiler:
        findings.runs = 1
        findings.notes.append(f"{name}, with {test.compiler()} only")
        return findings
    try:
        expected = failure_in(test.output(plain_builds[0]))
    except CannotBuild as problem:
        findings.contradictions.append(f"{name}: the test cannot be built again: {problem}")
        return findings
    findings.runs = 1
    if not expected:
        findings.contradictions.append(f"{name}: the test does not fail once more")
    for build in plain_builds[1:]:
        try:
            output = test.output(build)
            findings.runs += 1
            if failure_in(output) != expected:
                judge_difference(test, build, f"{name}: {build.name} does not fail: {output[:200]!r}", findings)
        except CannotBuild as problem:
            findings.notes.append(f"{name}: {build.name}: {problem}")
    return findings


def judge_difference(test: FailingTest, build: Build, text: str, findings: Findings):
    for sanitized in SANITIZED_BUILDS:
        if re.search(UNDEFINED_REPORT, test.output(sanitized)):
            findings.notes.append(f"no evidence (undefined): {text}")
            return
    aliasing = Build(build.compiler, (*build.flags, "-fno-strict-aliasing"))
    if "-O2" in build.flags and failure_in(test.output(aliasing)):
        findings.notes.append(f"no evidence (types that alias): {text}")
        return
    findings.contradictions.append(text)


def check_violations(file: dict, folder: pathlib.Path, builds: Builds = ALL_BUILDS) -> Findings:
    """`file` is that of a report made with --confirm native and --failing-tests."""
    findings = Findings()
    for refuted in file.get("refuted", []):
        text = f"violated in line {refuted['line']} ({refuted['message']}), but: {refuted['difference']}"
        if refuted.get("doubts"):
            findings.notes.append(f"no evidence ({refuted['doubts'][0]}): {text}")
        else:
            findings.contradictions.append(text)
    for number, violation in enumerate(file["violations"]):
        name = f"violated in line {violation['line']}"
        test = violation.get("failingTest", {})
        if violation["confirmed"] != "native":
            findings.notes.append(f"{name}, not confirmed natively: {violation.get('nativeObstacle', 'not confirmed')}")
        elif test.get("doubts"):
            findings.runs += 1
            findings.notes.append(f"{name}: in one build only: {test['doubts'][0]}")
        else:
            place = folder / f"test{number}"
            place.mkdir(parents=True)
            found = check_failing_test(FailingTest(test["command"], place), name, builds.plain)
            findings.contradictions += found.contradictions
            findings.notes += found.notes
            findings.runs += found.runs
    return findings
