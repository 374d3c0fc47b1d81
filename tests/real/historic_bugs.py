#!/usr/bin/env python3
"""Runs `vouch check` on C libraries before and after a security fix, and prints in which of the two it finds the bug.

Each bug is looked for in two ways: in the function alone, which starts with unconstrained arguments, and in a small
`main` that calls it. A bug is found if a violation of its property, or a hint at one, is reported at one of its lines.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import subprocess
import sys
import time

from historic_sources import Archives, SourcesMissing, apply, unpack

HERE = pathlib.Path(__file__).resolve().parent / "historic"
PROPERTIES = "null,bounds,overflow,use-after-free"
# The exit status that ctest takes for a test that could not be run.
SKIPPED = 77


@dataclasses.dataclass(frozen=True)
class Bug:
    """A bug that was fixed. HERE/NAME.patch is the fix, HERE/NAME_main.c the program that calls the function."""

    name: str
    kind: str  # the property
    package: str  # of Debian
    archive: str  # the upstream part of it
    sha256: str
    file: str  # relative to the archive's folder, as all paths here
    function: str
    lines: tuple[str, ...]  # how the lines start at which the bug shows
    is_fixed: bool = False  # whether the archive has the fix
    includes: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()  # headers that a configure script would write
    links: tuple[tuple[str, str], ...] = ()  # folders under another name, as a build would install them
    options: tuple[str, ...] = ()


CJSON = {"package": "cjson", "archive": "cjson_1.7.15.orig.tar.gz", "file": "cJSON.c",
         "sha256": "5308fd4bd90cef7aa060558514de6a1a4a0819974a26e6ed13973c5f624c24b2"}

BUGS = [
    Bug("libcue", "bounds", "libcue", "libcue_2.2.1.orig.tar.gz",
        "f27bc3ebb2e892cd9d32a7bee6d84576a60f955f29f748b9b487b173712f1200",
        "cd.c", "track_set_index", ("track->index[i] = ind;",)),
    Bug("cjson_value", "null", function="cJSON_SetValuestring",
        lines=("if (!(object->type & cJSON_String)", "if (strlen(valuestring) <= strlen(object->valuestring))"),
        **CJSON),
    Bug("cjson_insert", "null", function="cJSON_InsertItemInArray",
        lines=("newitem->next = after_inserted;", "newitem->prev->next = newitem;"), **CJSON),
    Bug("libarchive", "null", "libarchive", "libarchive_3.6.2.orig.tar.xz",
        "9e2c1b80d5fbe59b61308fdfab6c79b5021d7ff4ff2489fb12daf0a96a83551d",
        "libarchive/archive_write.c", "__archive_write_allocate_filter", ("f->archive = _a;",), is_fixed=True,
        defines=("HAVE_CONFIG_H", "HAVE_ERRNO_H", "HAVE_INTTYPES_H", "HAVE_LIMITS_H", "HAVE_STDINT_H", "HAVE_STDLIB_H",
                 "HAVE_STRING_H", "HAVE_UNISTD_H", "HAVE_DECL_INT32_MAX=1", "HAVE_DECL_INT64_MAX=1"),
        empty=("config.h",), options=("--allocation", "may-fail")),
    Bug("libtasn1", "bounds", "libtasn1-6", "libtasn1-6_4.19.0.orig.tar.gz",
        "1613f0ac1cf484d6ec0ce3b8c06d56263cc7242f1c23b30d82d23de345a63f7a",
        "lib/coding.c", "asn1_encode_simple_der", ("if (ETYPE_OK (etype) == 0)",), is_fixed=True,
        includes=("lib", "lib/includes", "lib/gl"), defines=("SIZEOF_UNSIGNED_INT=4", "SIZEOF_UNSIGNED_LONG_INT=8"),
        empty=("config.h",)),
    Bug("yajl", "bounds", "yajl", "yajl_2.1.0.orig.tar.gz",
        "3fb73364a5a30efe615046d07e6db9d09fd2b41c763c5f7d3bfb121cd5c5ac5a",
        "src/yajl_encode.c", "yajl_string_decode", ("if (str[end] == '\\\\' && str[end + 1] == 'u')",),
        links=(("yajl", "src/api"),)),
    Bug("libtommath", "bounds", "libtommath", "libtommath_1.2.0.orig.tar.xz",
        "b7c75eecf680219484055fcedd686064409254ae44bc31a96c5032843c0e18b1",
        "bn_mp_2expt.c", "mp_2expt", ("a->dp[b / MP_DIGIT_BIT] =",)),
    Bug("libfastjson", "overflow", "libfastjson", "libfastjson_1.2304.0.orig.tar.gz",
        "ef30d1e57a18ec770f90056aaac77300270c6203bbe476f4181cc83a2d5dc80c",
        "printbuf.c", "printbuf_memappend",
        ("if (p->size <= p->bpos + size + 1) {",), is_fixed=True,
        defines=("STDC_HEADERS", "HAVE_STDARG_H", "HAVE_VSNPRINTF", "HAVE_VASPRINTF", "_GNU_SOURCE"),
        empty=("config.h",)),
    Bug("expat", "overflow", "expat", "expat_2.5.0.orig.tar.gz",
        "ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757",
        "expat/lib/xmlparse.c", "XML_GetBuffer", ("neededSize += keep;",), is_fixed=True,
        defines=("XML_POOR_ENTROPY", "XML_CONTEXT_BYTES=1024", "XML_NS", "XML_DTD"),
        empty=("config.h", "expat_config.h")),
    Bug("lua", "use-after-free", "lua5.3", "lua5.3_5.3.6.orig.tar.gz",
        "fc5fd69bb8736323f026672b1b7235da613d7177e72558893a0bdcd320466d60",
        "src/lapi.c", "lua_upvaluejoin", ("(*up1)->refcount++;",), is_fixed=True),
]


class Tree:
    """A library before or after the fix."""

    def __init__(self, bug: Bug, archive: pathlib.Path, folder: pathlib.Path, is_after: bool):
        self.bug = bug
        self.root = folder / bug.name / ("after" if is_after else "before")
        self.root.parent.mkdir(parents=True, exist_ok=True)
        unpack(archive, self.root)
        if bug.is_fixed != is_after:
            apply(HERE / f"{bug.name}.patch", self.root, is_reversed=bug.is_fixed)
        self.written = self.root.with_name(self.root.name + "_headers")
        self.written.mkdir(exist_ok=True)
        for name in bug.empty:
            (self.written / name).touch()
        for name, target in bug.links:
            (self.written / name).unlink(missing_ok=True)
            (self.written / name).symlink_to(self.root / target)

    def clang_arguments(self) -> list[str]:
        folders = [self.root / name for name in self.bug.includes]
        folders += [self.written, (self.root / self.bug.file).parent]
        return [f"-I{folder}" for folder in folders] + [f"-D{macro}" for macro in self.bug.defines]


class Run:
    """One run of `vouch check`: whether the bug was found, and the verdict for everything."""

    def __init__(self, options: argparse.Namespace, tree: Tree, file: pathlib.Path, arguments: list[str]):
        properties = tree.bug.kind if options.only_kind else PROPERTIES
        command = [options.vouch, "check", "--format", "json", "--timeout", str(options.timeout), "--link", "none",
                   "--property", properties, *tree.bug.options, *arguments, str(file), "--", *tree.clang_arguments()]
        if options.verbose:
            print(" ".join(command))
        start = time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, timeout=2 * options.timeout + 30, check=False)
        self.seconds = time.monotonic() - start
        if done.returncode not in (0, 1, 3):
            raise RuntimeError(f"{file}: exit status {done.returncode}: {done.stderr.strip()[-600:]}")
        self.bug = tree.bug
        self.file = json.loads(done.stdout)["files"][0]
        self.is_violation = any(self.is_the_bug(violation) for violation in self.file["violations"])
        self.is_found = self.is_violation or any(self.is_the_bug(hint) for hint in self.file.get("hints", []))
        if options.verbose:
            for violation in self.file["violations"]:
                print(f"    {violation['file']}:{violation['line']}: {violation['property']}: {violation['message']}")
            print(f"    {self.word()}")

    def is_the_bug(self, violation: dict) -> bool:
        if violation["property"] != self.bug.kind:
            return False
        lines = pathlib.Path(violation["file"]).read_text(encoding="latin-1").splitlines()
        return lines[violation["line"] - 1].strip().startswith(self.bug.lines)

    def reason(self) -> str:
        """Why the verdict is unknown: that of the first function that has a reason of its own."""
        reasons = [function.get("reason", "") for function in self.file["functions"]] + [self.file.get("reason", "")]
        own = [reason for reason in reasons if reason and not reason.startswith("not called")]
        return own[0].split(" at ")[0][:60] if own else ""

    def word(self) -> str:
        if self.is_found:
            return "found" if self.is_violation else "hint"
        if self.file["verdict"] == "safe":
            return "proved"
        others = collections.Counter(violation["property"] for violation in self.file["violations"])
        if others:
            return "other: " + ", ".join(f"{count} {name}" for name, count in sorted(others.items()))
        return f"unknown: {self.reason()}"


class Result:
    """The four runs for one bug."""

    def __init__(self, options: argparse.Namespace, bug: Bug, archive: pathlib.Path):
        before, after = (Tree(bug, archive, options.folder / "trees", is_after) for is_after in (False, True))
        alone = [] if options.whole_files else ["--entry", bug.function]
        harness = HERE / f"{bug.name}_main.c"
        self.bug = bug
        self.before = Run(options, before, before.root / bug.file, alone)
        self.after = Run(options, after, after.root / bug.file, alone)
        self.harness_before = Run(options, before, harness, [])
        self.harness_after = Run(options, after, harness, [])

    def row(self) -> str:
        runs = [self.before, self.after, self.harness_before, self.harness_after]
        cells = [self.bug.name, self.bug.kind] + [f"{run.word()} | {run.seconds:.1f}" for run in runs]
        return f"| {' | '.join(cells)} |"


def counts(results: list[Result]) -> dict[str, int]:
    """How many bugs were found, and how many of these were no longer after the fix."""
    return {
        "found": sum(result.before.is_found for result in results),
        "mended": sum(result.before.is_found and not result.after.is_found for result in results),
        "harness_found": sum(result.harness_before.is_found for result in results),
        "harness_mended": sum(result.harness_before.is_found and not result.harness_after.is_found
                              for result in results),
        "harness_proved": sum(result.harness_before.is_found and result.harness_after.file["verdict"] == "safe"
                              for result in results),
    }


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vouch", required=True, help="the binary")
    parser.add_argument("--folder", required=True, type=pathlib.Path, help="where sources are kept")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    parser.add_argument("--bug", choices=[bug.name for bug in BUGS], action="append", help="default: all")
    parser.add_argument("--only-kind", action="store_true", help="check nothing but the property of the bug")
    parser.add_argument("--whole-files", action="store_true", help="without a main, every function of the file")
    parser.add_argument("--verbose", action="store_true", help="print the commands and the violations")
    parser.add_argument("--check", action="store_true",
                        help="fail if there are fewer than these options say, less those whose sources are not there")
    for name, what in (("found", "found in the function alone"), ("mended", "and no longer after the fix"),
                       ("harness-found", "found by the program that calls it"),
                       ("harness-mended", "and no longer after the fix"),
                       ("harness-proved", "and the program is proved after the fix")):
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N", help=what)
    return parser.parse_args()


def main() -> int:
    options = parsed()
    options.folder.mkdir(parents=True, exist_ok=True)
    options.folder = options.folder.resolve()
    archives = Archives(options.folder)
    results, missing = [], []
    print("| bug | property | alone, before | s | alone, after | s | main, before | s | main, after | s |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    for bug in BUGS:
        if options.bug and bug.name not in options.bug:
            continue
        try:
            archive = archives.get(bug.package, bug.archive, bug.sha256)
        except SourcesMissing as reason:
            missing.append(f"{bug.name}: {reason}")
            continue
        results.append(Result(options, bug, archive))
        print(results[-1].row(), flush=True)
    reached = counts(results)
    print(f"of {len(results)}: " + ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in reached.items()))
    for line in missing:
        print(f"no sources for {line}", file=sys.stderr)
    if missing and not results:
        return SKIPPED
    fewer = [name for name, count in reached.items() if count < getattr(options, name) - len(missing)]
    if options.check and fewer:
        print(f"fewer than expected: {', '.join(fewer)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
