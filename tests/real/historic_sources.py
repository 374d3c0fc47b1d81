"""Source packages of Debian, and trees of them with and without a change."""

import hashlib
import pathlib
import shutil
import subprocess
import tarfile

SYSTEM_SOURCES = pathlib.Path("/etc/apt/sources.list.d/debian.sources")
FETCH_SECONDS = 300


class SourcesMissing(Exception):
    """What a package consists of cannot be had here."""


class Archives:
    """The upstream archives of source packages, fetched with apt-get when asked for and kept in a folder.

    apt-get gets lists and settings of its own in that folder: what is installed here is neither read nor changed.
    """

    def __init__(self, folder: pathlib.Path):
        self.folder = folder.resolve()
        self.settings = self.folder / "apt.conf"

    def get(self, package: str, archive: str, sha256: str) -> pathlib.Path:
        path = self.folder / archive
        if not path.exists():
            self.run("source", "--download-only", package)
        if not path.exists():
            raise SourcesMissing(f"the source package {package} has no {archive} any more")
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != sha256:
            raise SourcesMissing(f"{archive} has the SHA256 {found}, not {sha256}")
        return path

    def run(self, *arguments: str) -> None:
        """Runs apt-get; that it fails is no matter if what is needed is there, so nobody asks."""
        if shutil.which("apt-get") is None or not SYSTEM_SOURCES.exists():
            raise SourcesMissing("this is no Debian")
        is_first = not self.settings.exists()
        if is_first:
            self.write_settings()
            self.run("update")
        subprocess.run(["apt-get", "--quiet=2", f"--config-file={self.settings}", *arguments], cwd=self.folder,
                       capture_output=True, timeout=FETCH_SECONDS, check=False)

    def write_settings(self) -> None:
        for name in ("lists/partial", "cache"):
            (self.folder / name).mkdir(parents=True, exist_ok=True)
        entries = SYSTEM_SOURCES.read_text(encoding="utf-8").replace("Types: deb\n", "Types: deb-src\n")
        sources = self.folder / "source.sources"
        sources.write_text(entries, encoding="utf-8")
        self.settings.write_text(f'Dir::Etc::sourcelist "{sources}";\n'
                                 'Dir::Etc::sourceparts "/dev/null";\n'
                                 f'Dir::State::lists "{self.folder / "lists"}";\n'
                                 f'Dir::Cache "{self.folder / "cache"}";\n'
                                 'APT::Sandbox::User "";\n', encoding="utf-8")


def unpack(archive: pathlib.Path, target: pathlib.Path) -> None:
    """Unpacks an archive without the one folder that everything in it is in."""
    shutil.rmtree(target, ignore_errors=True)
    packed = target.with_name(target.name + ".unpacked")
    shutil.rmtree(packed, ignore_errors=True)
    with tarfile.open(archive) as contents:
        contents.extractall(packed, filter="data")
    [root] = packed.iterdir()
    root.rename(target)
    packed.rmdir()


def apply(patch: pathlib.Path, tree: pathlib.Path, is_reversed: bool) -> None:
    command = ["patch", "--strip=1", "--batch", "--quiet", f"--input={patch.resolve()}"]
    subprocess.run(command + ["--reverse"] * is_reversed, cwd=tree, check=True)
