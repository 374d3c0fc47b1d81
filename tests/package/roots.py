"""Small systems to install packages in: Debian and Ubuntu without LLVM, Z3, or anything else that is not essential.

They are made by mmdebstrap, once, and kept as archives; each test unpacks one and throws it away. Needs root.
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

# The release, and where it comes from. Nothing of Ubuntu's gets anywhere else, so its keys, which Debian has not, may be missing.
SYSTEMS = {
    "debian-12": ["bookworm", "deb http://deb.debian.org/debian bookworm main"],
    "debian-13": ["trixie", "deb http://deb.debian.org/debian trixie main"],
    "ubuntu-24.04": ["noble", "deb [trusted=yes] http://archive.ubuntu.com/ubuntu noble main"],
}


class Unavailable(Exception):
    """No such system can be made here; the text says why."""


def why_none_can_be_made():
    """A sentence, or None if they can be made."""
    if os.geteuid() != 0:
        return "only root can make systems and run programs in them"
    for program in ["mmdebstrap", "unshare"]:
        if shutil.which(program) is None:
            return f"{program} is not installed (apt-get install mmdebstrap util-linux)"
    if subprocess.run(["unshare", "--mount", "--pid", "--net", "--fork", "true"], stderr=subprocess.DEVNULL).returncode:
        return "unshare is not allowed to make namespaces here"
    return None


def archive_of(system, folder, packages):
    """The archive of a system with these packages (names) beside the essential ones; made if there is none yet."""
    archive = folder / ("-".join([system, *packages]) + ".tar")
    if not archive.exists():
        folder.mkdir(parents=True, exist_ok=True)
        release, source = SYSTEMS[system]
        unfinished = archive.with_suffix(".unfinished.tar")
        made = subprocess.run(["mmdebstrap", "--quiet", "--variant=essential", "--include=" + ",".join(packages), release,
                               str(unfinished), source], capture_output=True, text=True)
        if made.returncode != 0:
            raise Unavailable(f"{system} could not be fetched: {made.stderr.strip()[-300:]}")
        unfinished.rename(archive)
    return archive


class Root:
    """A system that is unpacked in `path`."""

    def __init__(self, path):
        self.path = path

    def run(self, *command, environment=None, **options):
        """Runs a command inside, without network, with /proc. Gives a subprocess.CompletedProcess with text."""
        variables = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/home/user", "LANG": "C.UTF-8", **(environment or {})}
        return subprocess.run(["unshare", "--mount", "--pid", "--net", "--fork", "--kill-child", f"--root={self.path}",
                               "--mount-proc", *map(str, command)], env=variables, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300, **options)

    def file(self, path):
        """Where the file `path` of the system is."""
        return self.path / pathlib.PurePosixPath(path).relative_to("/")

    def put(self, source, path):
        """Copies a file or a folder from outside to `path`."""
        target = self.file(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True)
        else:
            shutil.copy2(source, target)


@contextlib.contextmanager
def root_of(system, folder, packages=("libc6-dev",)):
    """A `Root` with such a system, gone at the end. `folder` keeps the archives."""
    archive = archive_of(system, folder, list(packages))
    with tempfile.TemporaryDirectory(prefix="vouch-root-") as path:
        subprocess.run(["tar", "-xf", archive, "-C", path], check=True)
        yield Root(pathlib.Path(path))
