"""A small GitLab: runs the one job of the recipe as it stands. What `cache:` and `artifacts:` name is copied; `apt-get` does nothing, since
what it would install is here."""
import collections
import shutil
import subprocess

import yaml

from github import git

JOBS = ".gitlab-ci.yml"
WORDS = {"image", "rules", "variables", "cache", "before_script", "script", "artifacts"}

Run = collections.namedtuple("Run", "status log artifacts")


class GitLab:
    """`variables` replace those that the job sets."""

    def __init__(self, folder, variables):
        self.folder, self.variables, self.number = folder, variables, 0
        self.origin = folder / "origin.git"
        self.caches = folder / "caches"
        self.main = "0" * 40
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", self.origin)
        git(self.origin, "config", "uploadpack.allowAnySHA1InWant", "true")

    def push(self, commit):
        before, self.main = self.main, commit
        return self.run(commit, {"CI_PIPELINE_SOURCE": "push", "CI_COMMIT_BRANCH": "main", "CI_COMMIT_BEFORE_SHA": before})

    def merge_request(self, commit):
        return self.run(commit, {"CI_PIPELINE_SOURCE": "merge_request_event", "CI_COMMIT_BEFORE_SHA": "0" * 40,
                                 "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(self.origin, "merge-base", "main", commit)})

    def run(self, commit, variables):
        (job,) = yaml.safe_load(git(self.origin, "show", f"{commit}:{JOBS}")).values()
        assert set(job) == WORDS, f"the stand-in for GitLab does not know {set(job) ^ WORDS}"
        self.number += 1
        folder = self.folder / f"run-{self.number}"
        work, programs, artifacts = folder / "work", folder / "programs", folder / "artifacts"
        programs.mkdir(parents=True)
        (programs / "apt-get").write_text("#!/bin/sh\n")
        (programs / "apt-get").chmod(0o755)
        git(folder, "clone", "--quiet", "--no-checkout", self.origin, work)
        git(work, "checkout", "--quiet", "--detach", commit)
        environment = {**{name: str(value) for name, value in job["variables"].items()}, **self.variables, **variables,
                       "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "CI_PROJECT_DIR": str(work), "CI": "true",
                       "CI_DEFAULT_BRANCH": "main"}
        key = job["cache"]["key"].replace("$VOUCH_VERSION", environment["VOUCH_VERSION"])
        assert "$" not in key and job["cache"]["when"] == job["artifacts"]["when"] == "always"
        self.copy(self.caches / key, work, job["cache"]["paths"])
        script = "\n".join(job["before_script"] + job["script"]) + "\n"
        done = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        self.copy(work, self.caches / key, job["cache"]["paths"])
        self.copy(work, artifacts, job["artifacts"]["paths"])
        assert (artifacts / job["artifacts"]["reports"]["codequality"]).is_file() or done.returncode, "no report"
        return Run(done.returncode, done.stdout, artifacts)

    @staticmethod
    def copy(source, target, names):
        for name in names:
            if (source / name).is_dir():
                shutil.copytree(source / name, target / name, dirs_exist_ok=True)
