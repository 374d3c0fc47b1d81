"""A small project of C in a repository, and a release of Vouch, for the tests of the recipes."""
import os
import pathlib
import shutil
import tarfile
import tempfile

import github

HERE = pathlib.Path(__file__).resolve().parent
RECIPE = HERE.parents[1] / "docs/ci"
PACKAGE = "vouch-0.1.0-linux-x86_64"
# In main.c: the ring has eight places.
CLAIM, WRONG_CLAIM = "assert(ring.count == RING_SIZE);", "assert(ring.count < RING_SIZE);"
# In ring.c: a mistake that somebody makes, and an edit that changes nothing.
FULL, LATE = "ring->count == RING_SIZE)", "ring->count > RING_SIZE)"
PUSH, PUSH_WITH_COMMENT = "int ring_push", "/* The item goes behind all others. */\nint ring_push"
START, BROKEN_START = "struct ring ring =", "struct ring ring =="


def make_release(folder, vouch, packages):
    """What a recipe downloads: the package in the folder `packages`, or else one that has nothing but the binary `vouch`. Gives its URL."""
    version = folder / "v0.1.0"
    version.mkdir(parents=True)
    target = version / f"{PACKAGE}.tar.gz"
    if packages:
        shutil.copy2(packages / target.name, target)
    else:
        start = folder / "vouch"
        options = "".join(f"export {name}='{value}'\n" for name, value in os.environ.items() if name.endswith("SAN_OPTIONS"))
        start.write_text(f'#!/bin/sh\n{options}exec "{vouch.resolve()}" "$@"\n')
        start.chmod(0o755)
        with tarfile.open(target, "w:gz") as archive:
            archive.add(start, f"{PACKAGE}/bin/vouch")
    return folder.as_uri()


class SmallProject:
    """Somebody's clone of the project, with the recipe's files in it: `files` has where each of docs/ci goes."""

    def __init__(self, test, files):
        kept = tempfile.TemporaryDirectory(prefix="vouch-recipe-")
        test.addCleanup(kept.cleanup)
        self.folder = pathlib.Path(kept.name)
        self.path = self.folder / "project"
        shutil.copytree(HERE / "project", self.path)
        for name, place in files.items():
            (self.path / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(RECIPE / name, self.path / place)
        github.git(self.path, "init", "--quiet", "--initial-branch=main")

    def edit(self, name, old, new):
        path = self.path / name
        text = path.read_text()
        assert old in text, f"{name} has no {old!r}"
        path.write_text(text.replace(old, new))

    def commit(self, branch, origin):
        """Commits what was edited to the branch and pushes it to the repository `origin`. Gives the commit."""
        github.git(self.path, "checkout", "--quiet", "-B", branch)
        github.git(self.path, "add", "--all")
        github.git(self.path, "-c", "user.name=Somebody", "-c", "user.email=somebody@example.com", "commit", "--quiet", "--message=Edit")
        github.git(self.path, "push", "--quiet", "--force", origin, f"{branch}:{branch}")
        commit = github.git(self.path, "rev-parse", "HEAD")
        if branch != "main":
            github.git(self.path, "checkout", "--quiet", "main")
        return commit
