"""Brings the sources of a project into a folder: from Debian by apt-get, or from npm's registry.

Everything stays in that folder, lists and caches of apt-get included; nothing is installed, and it takes no administrator. The table
of projects says what hash an archive must have, so it does not matter who delivers it. All of this is kept:

  archives/    as they were fetched; verified each time
  unpacked/    a folder for each source
  written/     a folder for each project, with the headers that a build would make
  apt/         configuration, lists and cache of apt-get
"""

import hashlib
import os
import pathlib
import shutil
import subprocess

from projects import RELEASE, DebianSource, NpmSource, Project

MIRROR = "http://deb.debian.org/debian"
CONNECTION_SECONDS = 30  # that a server may be silent
COMMAND_SECONDS = 600  # that one download, with everything around it, may take
SHOWN_LINES = 3  # of what a program says when it fails
PROGRAMS = {DebianSource: ("apt-get", "dpkg-source"), NpmSource: ("npm", "tar")}

APT_CONFIGURATION = """\
Dir::Etc::main "/dev/null";
Dir::Etc::parts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::Etc::sourcelist "{folder}/sources.list";
Dir::Etc::sourceparts "/dev/null";
Dir::State "{folder}/state";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
APT::Sandbox::User "";
Acquire::Retries "2";
Acquire::http::Timeout "{timeout}";
Acquire::https::Timeout "{timeout}";
"""


class SourceError(Exception):
    """A source that cannot be had, or is not what the table says; the text says why."""


def run(command: list[str], folder: pathlib.Path, environment: dict[str, str] | None = None) -> str:
    """What the command prints, run in `folder`. Raises SourceError if it fails, is not there or takes too long."""
    variables = None if environment is None else {**os.environ, **environment}
    try:
        done = subprocess.run(command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=COMMAND_SECONDS, check=False)
    except FileNotFoundError as error:
        raise SourceError(f"there is no {command[0]} here") from error
    except subprocess.TimeoutExpired as error:
        raise SourceError(f"{' '.join(command)}: not done after {COMMAND_SECONDS} s") from error
    if done.returncode != 0:
        lines = [line for line in (done.stderr or done.stdout).splitlines() if line.strip()]
        raise SourceError(f"{' '.join(command)}: status {done.returncode}: " + "; ".join(lines[-SHOWN_LINES:]))
    return done.stdout


def verify(archive: pathlib.Path, sha256: str) -> None:
    """Raises SourceError unless the archive has this hash."""
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != sha256:
        raise SourceError(f"{archive} has the SHA-256 {found}, not {sha256} as in the table; without the file it is fetched anew")


def stem_of(source: DebianSource | NpmSource) -> str:
    """The name of its archive without the ending. Debian leaves the epoch, `1:`, out of it."""
    separator = "_" if isinstance(source, DebianSource) else "-"
    return f"{source.package}{separator}{source.version.split(':')[-1]}"


def missing_programs(source: DebianSource | NpmSource, folder: pathlib.Path) -> list[str]:
    """Programs that fetching it into `folder` takes and that are not installed; none if it is there already."""
    if (folder / "unpacked" / stem_of(source)).is_dir():
        return []
    return [program for program in PROGRAMS[type(source)] if shutil.which(program) is None]


class Sources:
    """The sources in a folder, which grows with what is asked for."""

    def __init__(self, folder: pathlib.Path, mirror: str = MIRROR):
        """`folder` need not exist; `mirror` is where Debian's archive, or a snapshot of it, is."""
        self.folder = folder.resolve()
        self.mirror = mirror
        self.has_apt_lists = False

    def unpacked(self, source: DebianSource | NpmSource) -> pathlib.Path:
        """The topmost folder of what it unpacks to. Raises SourceError if it cannot be had."""
        archives = self.folder / "archives"
        archives.mkdir(parents=True, exist_ok=True)
        if isinstance(source, DebianSource):
            archive = archives / f"{stem_of(source)}.dsc"
            fetch, unpack = self._fetch_from_debian, self._unpack_from_debian
        else:
            archive = archives / f"{stem_of(source)}.tgz"
            fetch, unpack = self._fetch_from_npm, self._unpack_from_npm
        if not archive.is_file():
            fetch(source, archives)
        verify(archive, source.sha256)
        target = self.folder / "unpacked" / stem_of(source)
        if not target.is_dir():
            partial = target.with_name(target.name + ".partial")
            shutil.rmtree(partial, ignore_errors=True)
            partial.parent.mkdir(parents=True, exist_ok=True)
            unpack(archive, partial)
            partial.rename(target)
        return target

    def written(self, name: str, project: Project) -> pathlib.Path:
        """A folder with the headers that a build of the project of that name would make."""
        folder = self.folder / "written" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for path, text in project.written.items():
            header = folder / path
            header.parent.mkdir(parents=True, exist_ok=True)
            header.write_text(text)
        return folder

    def _fetch_from_debian(self, source: DebianSource, archives: pathlib.Path) -> None:
        apt = self._apt_folder()
        environment = {"APT_CONFIG": str(apt / "apt.conf")}
        if not self.has_apt_lists:
            run(["apt-get", "--quiet", "update", "--error-on=any"], apt, environment)
            self.has_apt_lists = True
        # The .dsc comes last, so that it is there only if everything else is.
        fetched = apt / "fetched"
        shutil.rmtree(fetched, ignore_errors=True)
        fetched.mkdir()
        try:
            run(["apt-get", "--quiet", "source", "--download-only", f"{source.package}={source.version}"], fetched, environment)
        except SourceError as error:
            raise SourceError(f"{error} (does {self.mirror} still have {source.package} {source.version}? "
                              "--mirror can name a snapshot of the archive that has)") from error
        for file in sorted(fetched.iterdir(), key=lambda file: file.suffix == ".dsc"):
            file.replace(archives / file.name)

    def _apt_folder(self) -> pathlib.Path:
        """What apt-get works with instead of the files of the system: of these, only proxies count."""
        apt = self.folder / "apt"
        for part in ("state/lists/partial", "cache/archives/partial"):
            (apt / part).mkdir(parents=True, exist_ok=True)
        (apt / "status").touch()
        # Trusted, because it is the hash in the table that decides; and old, if it is a snapshot.
        (apt / "sources.list").write_text(f"deb-src [trusted=yes check-valid-until=no] {self.mirror} {RELEASE} main\n")
        system = run(["apt-config", "dump", "Acquire"], apt).splitlines()
        proxies = [line for line in system if "::proxy" in line.lower()]
        text = APT_CONFIGURATION.format(folder=apt, timeout=CONNECTION_SECONDS)
        (apt / "apt.conf").write_text("\n".join([text, *proxies, ""]))
        return apt

    @staticmethod
    def _unpack_from_debian(archive: pathlib.Path, target: pathlib.Path) -> None:
        # This compares the archives with the hashes in the .dsc, and applies Debian's patches.
        run(["dpkg-source", "--no-copy", "--extract", archive.name, str(target)], archive.parent)

    @staticmethod
    def _fetch_from_npm(source: NpmSource, archives: pathlib.Path) -> None:
        run(["npm", "pack", "--silent", "--ignore-scripts", f"--fetch-timeout={1000 * CONNECTION_SECONDS}", "--fetch-retries=2",
             f"{source.package}@{source.version}"], archives)

    @staticmethod
    def _unpack_from_npm(archive: pathlib.Path, target: pathlib.Path) -> None:
        target.mkdir()
        run(["tar", "-x", "-z", "-f", str(archive), "-C", str(target), "--strip-components=1"], archive.parent)
