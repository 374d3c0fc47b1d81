"""Where gcc's execution tests come from, and what programs they are.

Debian's package gcc-12-source carries gcc's source text. It is fetched with apt-get into a folder of the build, and nothing of
it is installed or committed.
"""

import dataclasses
import pathlib
import re
import shutil
import subprocess

PACKAGE = "gcc-12-source"
TESTS = "gcc/testsuite/gcc.c-torture/execute"
UNPACKED = "execute"

# What tests ask for that changes what a program means. The rest chooses optimisations.
MEANINGFUL_OPTIONS = re.compile(
    r"-std=\S+|-f(?:no-)?(?:wrapv|trapv|strict-overflow|strict-aliasing|fast-math|common|signed-char|unsigned-char|"
    r"short-enums|gnu89-inline|builtin(?:-\w+)?|math-errno|delete-null-pointer-checks)\b")
DIRECTIVE = re.compile(r"dg-(?:additional-)?options\s+\{?\s*\"([^\"]*)\"\s*\}?\s*(\{[^}]*target)?")


@dataclasses.dataclass(frozen=True)
class Program:
    """The files of one test, its `main` in the last one."""
    name: str
    files: tuple[pathlib.Path, ...]
    options: tuple[str, ...]

    def with_first_file(self, file: pathlib.Path) -> "Program":
        """The same program, but for its first file, which may include what is beside the one that it replaces."""
        beside = "-I" + str(self.files[0].parent)
        return Program(self.name, (file, *self.files[1:]), (*self.options, beside))


def unpack(folder: pathlib.Path) -> pathlib.Path:
    """The folder of the tests; they are fetched if it is not there. What fails raises CalledProcessError."""
    tests = folder / UNPACKED
    if tests.is_dir():
        return tests
    fetched = folder / "package"
    shutil.rmtree(fetched, ignore_errors=True)
    fetched.mkdir(parents=True)
    subprocess.run(["apt-get", "download", PACKAGE], cwd=fetched, check=True)
    package = next(fetched.glob("*.deb"))
    subprocess.run(["dpkg-deb", "-x", str(package), str(fetched)], check=True)
    archive = next(fetched.glob(f"usr/src/{PACKAGE.removesuffix('-source')}/gcc-*.tar.*"))
    subprocess.run(["tar", "-x", "-f", str(archive), "-C", str(fetched), "--wildcards", f"*/{TESTS}/*"], check=True)
    next(fetched.glob(f"*/{TESTS}")).rename(tests)
    shutil.rmtree(fetched)
    return tests


def options_of(file: pathlib.Path) -> tuple[str, ...]:
    """Those of the options in its directives that change its meaning."""
    options = []
    for words, target in DIRECTIVE.findall(file.read_text(errors="replace")):
        if not target:
            options += MEANINGFUL_OPTIONS.findall(words)
    beside = file.with_suffix(".x")
    if beside.is_file():
        text = "\n".join(line for line in beside.read_text().splitlines() if "additional_flags" in line)
        options += MEANINGFUL_OPTIONS.findall(text)
    return tuple(options)


def programs_in(tests: pathlib.Path) -> list[Program]:
    """All tests, those for builtin functions included, each of which has a library and a `main` in files of their own."""
    programs = []
    for file in sorted([*tests.glob("*.c"), *tests.glob("ieee/*.c")]):
        programs.append(Program(str(file.relative_to(tests)), (file,), options_of(file)))
    for file in sorted(tests.glob("builtins/*.c")):
        library = file.with_name(file.stem + "-lib.c")
        if library.is_file():
            main = tests / "builtins/lib/main.c"
            programs.append(Program(str(file.relative_to(tests)), (file, library, main), options_of(file)))
    return programs
