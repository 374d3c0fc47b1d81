#!/usr/bin/env python3
"""Checks the house rules of docs/architecture.md and docs/style.md that a machine can check.

  tidy.py CHECK [--root FOLDER]     one of the checks below; exit status 1 and a line per offence if it is broken
"""
import argparse
import pathlib
import re
import sys

# The rooms that stand right below a room. It may include these, and what stands below them; tests may include everything.
ROOMS_BELOW = {
    "analysis/support": [],
    "analysis/report": ["analysis/support"],
    "analysis/cfa": ["analysis/support"],
    "analysis/facts": ["analysis/cfa", "analysis/report"],
    "analysis/transformation": ["analysis/facts"],
    "analysis/frontend": ["analysis/transformation"],
    "analysis/smt/terms": ["analysis/cfa"],
    "analysis/smt/encoding": ["analysis/smt/terms", "analysis/facts"],
    "analysis/smt/interpolation": ["analysis/smt/terms", "analysis/report"],
    "analysis/smt/c_text": ["analysis/smt/encoding"],
    "analysis/core": ["analysis/facts"],
    "analysis/domains/control": ["analysis/core"],
    "analysis/domains/values": ["analysis/core"],
    "analysis/domains/numbers": ["analysis/core", "analysis/smt/terms"],
    "analysis/domains/pointers": ["analysis/core"],
    "analysis/domains/predicates": ["analysis/core", "analysis/smt/encoding"],
    "analysis/refinement": ["analysis/domains/predicates", "analysis/domains/control", "analysis/smt/interpolation"],
    "analysis/refinement/predicates": ["analysis/refinement"],
    "analysis/refinement/values": ["analysis/domains/values"],
    "analysis/bam": ["analysis/core"],
    "analysis/proofs": ["analysis/domains/predicates", "analysis/domains/control"],
    "analysis/backward": ["analysis/proofs", "analysis/refinement"],
    "analysis/trace": ["analysis/core"],
    "analysis/inspection": ["analysis/trace"],
    "analysis/findings": ["analysis/proofs", "analysis/trace", "analysis/smt/c_text", "analysis/smt/interpolation",
                          "analysis/frontend"],
    "analysis/reuse/store": ["analysis/support"],
    "analysis/reuse": ["analysis/findings", "analysis/bam", "analysis/domains/values", "analysis/reuse/store"],
    "analysis/configurations": ["analysis/reuse", "analysis/backward", "analysis/refinement/predicates", "analysis/refinement/values",
                                "analysis/domains/numbers", "analysis/domains/pointers"],
    "analysis": ["analysis/configurations", "analysis/inspection"],
    "protocol": [],
    "server/support": ["analysis/report", "protocol"],
    "server/formats": ["server/support"],
    "server/engine": ["server/formats"],
    "server/check": ["server/engine"],
    "server/dap": ["server/formats"],
    "server/lsp": ["server/engine"],
    "server/command_line": ["server/check", "server/dap", "server/lsp"],
    "server": ["server/command_line"],
}
# Everything of the server may come in by the doors of the analysis, but nothing behind them is open to it.
DOORS = "analysis"
# Libraries that only some rooms (and tests) may include.
LIBRARIES = {
    r"(clang|llvm|clang-c)/": ["analysis/frontend"],
    r"z3": ["analysis/smt"],
    r"nlohmann/": ["analysis/reuse", "protocol", "server"],
    r"boost/(?!multiprecision/|container_hash/|container/|smart_ptr/intrusive_ptr)": ["protocol", "server"],
    r"boost/multiprecision/": ["analysis/smt"],
    r"boost/container_hash/": ["analysis/support"],
    r"boost/container/": ["analysis/cfa", "analysis/core"],
    r"boost/smart_ptr/intrusive_ptr": ["analysis/support", "analysis/core"],
    r"(spdlog|fmt|CLI)/": ["server"],
    r"xxhash": ["analysis/support"],
    r"sqlite3": ["analysis/reuse/store"],
    r"(yaml-cpp|openssl)/": ["server/formats"],
}
LONGEST_FILE = 500
SOURCE_SUFFIXES = {".cpp", ".hpp", ".py", ".sh", ".lua", ".ts", ".cmake", ".txt", ".json", ".yml", ".md", ".c", ".h", ""}
SYSTEM_FOLDERS = {"usr", "etc", "proc", "dev", "sys", "tmp", "var", "opt", "bin", "lib", "run"}
# A first component that stands for any folder, in examples and in tests.
EXAMPLE_FOLDERS = {"path", "home", "project", "folder", "nowhere", "nonexistent", "snippet", "no", "a", "b", "c", "p", "w", "x"}


def files_below(root, *folders, suffixes=SOURCE_SUFFIXES):
    for folder in folders:
        for path in sorted((root / folder).rglob("*")):
            relative = path.relative_to(root)
            if path.is_file() and path.suffix in suffixes and not set(relative.parts) & {"node_modules", "__pycache__"}:
                yield relative


def everything(root):
    yield from files_below(root, "analysis", "protocol", "server", "tests", "docs", "scripts", "cmake",
                           "vscode-extension", ".ci")
    for path in sorted(root.iterdir()):
        if path.is_file() and path.name != ".git":
            yield path.relative_to(root)


def lines_of(root, path):
    return (root / path).read_text(encoding="utf-8", errors="replace").splitlines()


def rooms_below(room):
    """All that `room` may include besides itself."""
    below = {DOORS} if room.startswith("server") else set()
    for next_room in ROOMS_BELOW[room]:
        below |= {next_room, *rooms_below(next_room)}
    return below


def is_within(room, rooms):
    return any(room == outer or room.startswith(outer + "/") for outer in rooms)


def check_includes(root):
    """A room includes only the rooms below it, from the root, and a library only where it belongs."""
    for path in files_below(root, "analysis", "protocol", "server", "tests", suffixes={".cpp", ".hpp"}):
        room = path.parent.as_posix()
        is_test = path.parts[0] == "tests"
        if not is_test and room not in ROOMS_BELOW:
            yield f"{path}: the room {room} has no entry in the table of rooms"
            continue
        below = set() if is_test else rooms_below(room)
        for number, line in enumerate(lines_of(root, path), 1):
            include = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
            if not include:
                continue
            target = pathlib.PurePosixPath(include[2])
            place = f"{path}:{number}"
            for library, users in LIBRARIES.items():
                if re.match(library, include[2]) and not is_test and not is_within(room, users):
                    yield f"{place}: {include[2]} is for {', '.join(users)} only"
            if include[1] == "<":
                continue
            if not (root / target).is_file():
                yield f"{place}: {include[2]} is not the path of a file from the root"
            elif not is_test and target.parent.as_posix() not in {room, *below}:
                yield f"{place}: {room} may not include {target.parent}"


def check_mirrors(root):
    """A test of one source file lies in the same room below tests/unit as that file."""
    sources = {}
    for path in files_below(root, "analysis", "server", suffixes={".cpp", ".hpp"}):
        room = path.parent.as_posix().removeprefix("analysis/")
        sources.setdefault(path.stem, set()).add("verifier" if room == "analysis" else room)
    for path in files_below(root, "tests/unit", suffixes={".cpp"}):
        room = path.relative_to("tests/unit").parent.as_posix()
        rooms = sources.get(path.stem.removesuffix("_test"), {room})
        if path.stem.endswith("_test") and room not in rooms:
            yield f"{path}: what it tests is in {' or '.join(sorted(rooms))}"


def check_states(root):
    """Outside of the core and the domains nobody looks into the components of a product state."""
    for path in files_below(root, "analysis", "server", suffixes={".cpp", ".hpp"}):
        if is_within(path.parent.as_posix(), ["analysis/core", "analysis/domains"]):
            continue
        for number, line in enumerate(lines_of(root, path), 1):
            if re.search(r"\b(find_component|component|with_component)<", line):
                yield f"{path}:{number}: names a domain's state; the domain says what may be asked of it"


def check_length(root):
    """A file of code has at most 500 lines."""
    for path in files_below(root, "analysis", "protocol", "server", "tests", "scripts", "cmake", "vscode-extension"):
        if path.suffix in {".md", ".json", ".txt"} or path.parts[:2] == ("tests", "programs"):
            continue
        length = len(lines_of(root, path))
        if length > LONGEST_FILE:
            yield f"{path}: {length} lines; more than {LONGEST_FILE} want splitting"


def check_readmes(root):
    """Every folder of code, and every folder of tests, says what it is for."""
    folders = {path.parent for path in files_below(root, "analysis", "protocol", "server", suffixes={".cpp", ".hpp"})}
    tests = root / "tests"
    folders |= {path.relative_to(root) for path in [tests, *tests.iterdir()] if path.is_dir() and any(path.iterdir())}
    for folder in sorted(folders):
        if folder.name != "__pycache__" and not (root / folder / "README.md").is_file():
            yield f"{folder}: no README.md"


def check_tables(root):
    """The README of a room of sources has a table with a row for each file (a header and its source are one)."""
    folders = {}
    for path in files_below(root, "analysis", "protocol", "server", suffixes={".cpp", ".hpp"}):
        folders.setdefault(path.parent, set()).add(path.stem)
    for folder, stems in sorted(folders.items()):
        readme = folder / "README.md"
        if not (root / readme).is_file():
            continue  # the check `readmes` says so
        rows = [line.split("|")[1] for line in lines_of(root, readme) if line.startswith("|")]
        listed = {pathlib.PurePosixPath(name).stem for row in rows for name in re.findall(r"`([\w.]+)`", row)}
        for stem in sorted(stems - listed):
            yield f"{readme}: no row for {stem}"
        for stem in sorted(listed - stems - {path.name for path in (root / folder).iterdir() if path.is_dir()}):
            yield f"{readme}: {stem} is no file of this room"


def check_links(root):
    """Links of documents to files lead somewhere."""
    for path in everything(root):
        if path.suffix != ".md":
            continue
        for number, line in enumerate(lines_of(root, path), 1):
            for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", line):
                if "://" not in target and not (root / path.parent / target).exists():
                    yield f"{path}:{number}: {target} does not exist"


def check_decisions(root):
    """A decision says in its third line whether it holds; who changes one names it; the index lists each."""
    folder = root / "docs/decisions"
    pages = {page.name: page for page in sorted(folder.glob("[0-9]*.md"))}
    status = re.compile(r"Status: (holds|(?:holds; changed|replaced) by (\[\d{4}\]\([\w.-]+\)(?:, )?)+)\.")
    for name, page in pages.items():
        lines = page.read_text().splitlines() + [""] * 3
        if not status.fullmatch(lines[2]):
            yield f"docs/decisions/{name}:3: no line `Status: ...` as README.md says"
        for later in re.findall(r"\]\(([\w.-]+)\)", lines[2]):
            if later not in pages:
                yield f"docs/decisions/{name}:3: there is no {later}"
            elif f"]({name}" not in pages[later].read_text():
                yield f"docs/decisions/{later}: does not link to {name}, which it changes"
    index = (folder / "README.md").read_text() if pages else ""
    for name in pages:
        if index.count(f"]({name})") != 1:
            yield f"docs/decisions/README.md: lists {name} {index.count(f']({name})')} times"


def check_paths(root):
    """No file names a place that exists on one machine only, and none is marked as unfinished."""
    absolute = re.compile(r"""(?:^|[\s"'`(=])/([a-z][\w.-]*)/[\w.]""")
    unfinished = re.compile(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X|HA" r"CK)\b")
    outside = re.compile(r"(?:^|[\s\"'`(=])\.\./[\w./-]+")
    for path in everything(root):
        for number, line in enumerate(lines_of(root, path), 1):
            for first in absolute.findall(line):
                if first not in SYSTEM_FOLDERS | EXAMPLE_FOLDERS:
                    yield f"{path}:{number}: the path /{first}/... may exist on no other machine"
            if unfinished.search(line):
                yield f"{path}:{number}: marked as unfinished"
            if path.parent == pathlib.Path(".") and outside.search(line):
                yield f"{path}:{number}: leaves the project"


def check_methods(root):
    """docs/protocol.md lists every method of the protocol that is ours."""
    document = root / "docs/protocol.md"
    text = document.read_text() if document.is_file() else ""
    for path in files_below(root, "protocol", "server", "vscode-extension", suffixes={".cpp", ".hpp", ".ts"}):
        for number, line in enumerate(lines_of(root, path), 1):
            for method in re.findall(r'"(vouch/[A-Za-z/]+)"', line):
                if f"`{method}`" not in text:
                    yield f"{path}:{number}: {method} is not in docs/protocol.md"


CHECKS = {name.removeprefix("check_"): function for name, function in globals().items() if name.startswith("check_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="\n".join(f"  {name:10} {check.__doc__}" for name, check in CHECKS.items()))
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[2])
    arguments = parser.parse_args()
    offences = list(CHECKS[arguments.check](arguments.root))
    print("\n".join(offences))
    return 1 if offences else 0


if __name__ == "__main__":
    sys.exit(main())
