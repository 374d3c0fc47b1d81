#!/usr/bin/env python3
"""Installs the packages of scripts/package in small systems without LLVM and Z3, and uses them there.

  package_test.py --packages FOLDER --roots FOLDER [--source FOLDER] [--twice] [unittest's arguments]

FOLDER of --roots keeps the systems from run to run. --twice builds the project a second time, elsewhere, and compares what comes
of it (half an hour). Exit status 77: there are no such systems here, and the last line says why.
"""
import argparse
import hashlib
import os
import pathlib
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile

import roots

MIB = 1 << 20
LARGEST = 60 * MIB
SLOWEST_START = 0.030  # seconds
SOURCE = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = SOURCE / "docs/examples"
OPTIONS = argparse.Namespace()


def package(pattern):
    found = list(OPTIONS.packages.glob(pattern))
    assert len(found) == 1, f"{len(found)} packages are called {pattern} in {OPTIONS.packages}"
    return found[0]


def hashes(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir()) if path.is_file()}


class Packages(unittest.TestCase):
    """What can be said without installing them."""

    def test_are_three_and_small(self):
        for pattern in ["vouch_*_amd64.deb", "vouch-*-linux-x86_64.tar.gz", "vouch-*-linux-x64.vsix"]:
            self.assertLess(package(pattern).stat().st_size, LARGEST, pattern)

    def test_have_everything_in_its_place(self):
        with tarfile.open(package("*.tar.gz")) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
            for name in ["bin/vouch", "lib/vouch/libz3.so.4", "lib/vouch/clang/include/stddef.h", "include/vouch.h",
                         "lib/vouch/clang/include/arm_neon.h", "share/man/man1/vouch.1.gz", "share/man/man1/vouch-check.1.gz",
                         "share/bash-completion/completions/vouch", "share/zsh/vendor-completions/_vouch",
                         "share/nvim/site/pack/vouch/start/vouch/plugin/vouch.lua", "share/doc/vouch/README.md",
                         "share/doc/vouch/LICENSE", "share/doc/vouch/CHANGELOG.md", "share/doc/vouch/docs/user-guide.md",
                         "share/doc/vouch/docs/examples/ring_buffer.c", "share/doc/vouch/docs/ci/vouch.yml", "lib/vouch/copyrights/libz3-dev"]:
                self.assertIn(name, names)
            owners = {(member.uid, member.gid) for member in archive}
            self.assertEqual(owners, {(0, 0)})

    def test_extension_has_the_same_server(self):
        with zipfile.ZipFile(package("*.vsix")) as extension, tarfile.open(package("*.tar.gz")) as archive:
            inside = {name.removeprefix("extension/server/"): extension.read(name) for name in extension.namelist()
                      if name.startswith("extension/server/")}
            for member in archive:
                name = member.name.partition("/")[2]
                if member.isfile() and name.startswith(("bin/", "lib/")):
                    self.assertEqual(inside.pop(name, None), archive.extractfile(member).read(), name)
            self.assertEqual(inside, {})
            mode = extension.getinfo("extension/server/bin/vouch").external_attr >> 16
            self.assertEqual(mode & 0o777, 0o755)

    def test_say_nothing_of_the_machine_that_made_them(self):
        words = {str(SOURCE).encode(), os.uname().nodename.encode(), str(pathlib.Path.home() / ".").encode()}
        words = {word for word in words if len(word) > 6}
        with tarfile.open(package("*.tar.gz")) as archive:
            for member in archive:
                if member.isfile():
                    content = archive.extractfile(member).read()
                    for word in words:
                        self.assertNotIn(word, content, f"{member.name} has {word}")

    def test_packing_again_gives_the_same_bytes(self):
        with tempfile.TemporaryDirectory() as again:
            subprocess.run([SOURCE / "scripts/package", "--preset", OPTIONS.preset, "--out", again], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertEqual(hashes(pathlib.Path(again)), hashes(OPTIONS.packages))

    def test_building_again_elsewhere_gives_the_same_bytes(self):
        if not OPTIONS.twice:
            self.skipTest("only with --twice")
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["git", "clone", "--quiet", SOURCE, f"{folder}/clone"], check=True)
            subprocess.run([f"{folder}/clone/scripts/package", "--out", f"{folder}/again"], check=True,
                           env={**os.environ, "CCACHE_DISABLE": "1"}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            self.assertEqual(hashes(pathlib.Path(folder) / "again"), hashes(OPTIONS.packages))

    def test_start_quickly(self):
        with tempfile.TemporaryDirectory() as folder:
            with tarfile.open(package("*.tar.gz")) as archive:
                archive.extractall(folder, filter="tar") if hasattr(tarfile, "tar_filter") else archive.extractall(folder)
            binary = next(pathlib.Path(folder).glob("*/bin/vouch"))
            times = []
            for _ in range(21):
                start = time.perf_counter()
                subprocess.run([binary, "--version"], check=True, stdout=subprocess.DEVNULL)
                times.append(time.perf_counter() - start)
            median = statistics.median(times[1:])
            print(f"vouch --version: {median * 1000:.1f} ms", flush=True)
            self.assertLess(median, SLOWEST_START)


class InSmallSystems(unittest.TestCase):
    def use(self, root, vouch):
        """The example of the README, and a program that is safe; both read system headers and Clang's own."""
        root.put(EXAMPLES, "/tmp/examples")
        headers = "#include <assert.h>\n#include <limits.h>\n#include <stdarg.h>\n#include <stdbool.h>\n#include <stdint.h>\n"
        root.file("/tmp/headers.c").write_text(
            headers + "#include <immintrin.h>\nint main(void) { bool b = true; assert(b && UINT8_MAX == 255); return 0; }\n")
        root.file("/tmp/other_machine.c").write_text("#include <arm_neon.h>\nint main(void) { return sizeof(float32x4_t) - 16; }\n")
        found = root.run(vouch, "check", "/tmp/examples/ring_buffer.c")
        self.assertEqual(found.returncode, 1, found.stdout + found.stderr)
        self.assertIn("ring_buffer.c:", found.stdout)
        for safe in ["/tmp/examples/lock_discipline.c", "/tmp/headers.c"]:
            proved = root.run(vouch, "check", safe)
            self.assertEqual(proved.returncode, 0, proved.stdout + proved.stderr)
        other = root.run(vouch, "check", "/tmp/other_machine.c", "--", "--target=aarch64-linux-gnu", "-ffreestanding")
        self.assertEqual(other.returncode, 0, other.stdout + other.stderr)
        version = root.run(vouch, "--version")
        self.assertRegex(version.stdout, r"^vouch \d+\.\d+\.\d+ ")

    def test_tarball(self):
        for system in roots.SYSTEMS:
            with self.subTest(system), roots.root_of(system, OPTIONS.roots) as root:
                for absent in ["libz3", "libLLVM", "libclang", "libstdc++"]:
                    self.assertEqual(list(root.path.rglob(absent + "*.so*")), [], "the system is not a small one")
                subprocess.run(["tar", "-xf", package("*.tar.gz"), "-C", root.file("/opt")], check=True)
                folder = next(root.file("/opt").iterdir())
                self.use(root, f"/opt/{folder.name}/bin/vouch")
                print(f"{system}: the tarball works", flush=True)

    def test_deb(self):
        for system in roots.SYSTEMS:
            with self.subTest(system), roots.root_of(system, OPTIONS.roots) as root:
                before = root.run("dpkg-query", "--list").stdout
                root.put(package("*.deb"), "/tmp/vouch.deb")
                installed = root.run("dpkg", "--install", "/tmp/vouch.deb")
                self.assertEqual(installed.returncode, 0, installed.stderr)
                self.use(root, "vouch")
                for page in ["vouch", "vouch-check", "vouch-lsp", "vouch-dap", "vouch-cache", "vouch-completion"]:
                    self.assertTrue(root.file(f"/usr/share/man/man1/{page}.1.gz").is_file(), page)
                completed = root.run("bash", "-c", "source /usr/share/bash-completion/completions/vouch\n"
                                     "COMP_WORDS=(vouch check --time); COMP_CWORD=2; _vouch; echo ${COMPREPLY[@]}")
                self.assertEqual(completed.stdout, "--timeout\n", completed.stderr)
                self.assertEqual(root.run("sh", "-c", "vouch completion bash | cmp - /usr/share/bash-completion/completions/vouch"
                                          ).returncode, 0)
                removed = root.run("dpkg", "--purge", "vouch")
                self.assertEqual(removed.returncode, 0, removed.stderr)
                self.assertEqual(list(root.file("/usr").rglob("*vouch*")), [])
                self.assertEqual(root.run("dpkg-query", "--list").stdout, before)
                print(f"{system}: the .deb works, and goes without a trace", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--roots", type=pathlib.Path, required=True)
    parser.add_argument("--preset", default="release", help="what the packages were built with (default: %(default)s)")
    parser.add_argument("--twice", action="store_true")
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    reason = roots.why_none_can_be_made()
    if reason is None:
        try:
            for system in roots.SYSTEMS:
                roots.archive_of(system, OPTIONS.roots, ["libc6-dev"])
        except roots.Unavailable as problem:
            reason = str(problem)
    if reason is not None:
        print(f"skipped: {reason}")
        return 77
    return 0 if unittest.main(argv=[sys.argv[0], "--verbose", *rest], exit=False).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
