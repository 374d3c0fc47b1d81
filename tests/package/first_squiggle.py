#!/usr/bin/env python3
"""How long it takes from the packages to the first diagnostic: in a Debian 12 that has Neovim and nothing of Vouch, the .deb is
installed, one line is put into the configuration, and the README's example is opened.

  first_squiggle.py --packages FOLDER --roots FOLDER

Prints the seconds. Exit status 1 if it takes more than a minute, 77 if there is no such system here.
"""
import argparse
import pathlib
import sys
import time

import roots

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 60  # seconds


def measure(package, folder):
    with roots.root_of("debian-12", folder, ("libc6-dev", "neovim")) as root:
        root.put(package, "/tmp/vouch.deb")
        root.put(HERE / "first_squiggle.lua", "/tmp/first_squiggle.lua")
        start = time.monotonic()
        installed = root.run("dpkg", "--install", "/tmp/vouch.deb")
        if installed.returncode != 0:
            return f"it cannot be installed: {installed.stderr}"
        after_installation = time.monotonic()
        configuration = root.file("/home/user/.config/nvim/init.lua")
        configuration.parent.mkdir(parents=True)
        configuration.write_text("require('vouch').setup()\n")
        shown = root.run("nvim", "--headless", "-c", "luafile /tmp/first_squiggle.lua",
                         "/usr/share/doc/vouch/docs/examples/ring_buffer.c")
        end = time.monotonic()
        print(shown.stdout + shown.stderr, end="")
        if shown.returncode != 0:
            return "no diagnostic is shown"
        print(f"from the package to the first diagnostic: {end - start:.1f} s, of which installing took "
              f"{after_installation - start:.1f} s")
        return None if end - start < LONGEST else f"that is more than {LONGEST} s"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=pathlib.Path, required=True)
    parser.add_argument("--roots", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    reason = roots.why_none_can_be_made()
    try:
        problem = None if reason else measure(next(arguments.packages.glob("vouch_*.deb")), arguments.roots)
    except roots.Unavailable as unavailable:
        reason = str(unavailable)
    if reason:
        print(f"skipped: {reason}")
        return 77
    if problem:
        print(problem)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
