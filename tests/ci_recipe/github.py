"""A small GitHub: a repository with pushes and pull requests, and a runner that takes the workflow of the commit and runs it.

What `run:` says is run as it stands. What `uses:` names is replaced by the least that keeps its promises: caches are folders, visible
to the branches that GitHub shows them to; artifacts are folders; alerts of code scanning are the files that were uploaded.
"""
import collections
import hashlib
import os
import shutil
import subprocess

import yaml

import expressions

WORKFLOW = ".github/workflows/vouch.yml"
STEP_WORDS = {"name", "id", "if", "uses", "with", "run", "env", "continue-on-error"}
JOB_WORDS = {"needs", "if", "runs-on", "timeout-minutes", "permissions", "outputs", "steps"}
# What the stand-ins take: each action's inputs, those that it needs first.
ACTIONS = {
    "actions/checkout@v4": ([], ["fetch-depth"]),
    "actions/cache/restore@v4": (["path", "key"], ["restore-keys"]),
    "actions/cache/save@v4": (["path", "key"], []),
    "actions/upload-artifact@v4": (["name", "path"], ["if-no-files-found"]),
    "actions/download-artifact@v4": (["name", "path"], []),
    "github/codeql-action/upload-sarif@v3": (["sarif_file"], ["category"]),
}

Cache = collections.namedtuple("Cache", "branch path key folder")


class Failed(Exception):
    """A step that fails; the text says why."""


def git(folder, *arguments):
    """What git prints. Settings of whoever runs the tests do not count."""
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(["git", *map(str, arguments)], cwd=folder, check=True, capture_output=True, text=True, env=environment).stdout.strip()


class Job:
    """What has become of a job: `result`, `outputs`, and each step's outcome and output by name or action."""

    def __init__(self):
        self.result, self.outputs, self.steps, self.log = "success", {}, {}, ""

    def failed_steps(self):
        return [name for name, outcome in self.steps.items() if outcome == "failure"]


class Run:
    """A run of the workflow: its `jobs` by name, its artifacts as folders, alerts (paths of SARIF files), and the summary."""

    def __init__(self, folder):
        self.folder, self.jobs, self.alerts = folder, {}, []
        self.summary_file = folder / "summary.md"

    def artifact(self, name):
        return self.folder / "artifacts" / name

    def summary(self):
        return self.summary_file.read_text() if self.summary_file.exists() else ""

    def log(self):
        return "\n".join(job.log for job in self.jobs.values())


class GitHub:
    """`folder` is for everything; `variables` replace those that the workflow's `env:` sets (`VOUCH_RELEASES`)."""

    def __init__(self, folder, variables):
        self.folder, self.variables, self.caches, self.number = folder, variables, [], 0
        self.origin = folder / "origin.git"
        git(folder, "init", "--quiet", "--bare", "--initial-branch=main", self.origin)
        git(self.origin, "config", "uploadpack.allowAnySHA1InWant", "true")

    def push(self):
        """Runs the workflow for what `main` is now."""
        return self.run("push", "refs/heads/main", "main", "", git(self.origin, "rev-parse", "main"))

    def pull_request(self, branch):
        """Runs the workflow for a pull request."""
        return self.run_of_merge(self.merge(branch))

    def run_of_merge(self, commit):
        return self.run("pull_request", "refs/pull/1/merge", "1/merge", "main", commit)

    def merge(self, branch):
        """The commit that a pull request is verified as: the branch as it is when it is merged into `main`."""
        merger = self.folder / "merger"
        git(self.folder, "clone", "--quiet", self.origin, merger)
        git(merger, "-c", "user.name=GitHub", "-c", "user.email=noreply@github.com", "merge", "--quiet", "--no-ff", f"origin/{branch}")
        git(merger, "push", "--quiet", "--force", "origin", "HEAD:refs/pull/1/merge")
        commit = git(merger, "rev-parse", "HEAD")
        shutil.rmtree(merger)
        return commit

    def run(self, event, ref, ref_name, base_ref, commit):
        workflow = yaml.safe_load(git(self.origin, "show", f"{commit}:{WORKFLOW}"))
        triggers = workflow.get("on", workflow.get(True))  # YAML 1.1 takes `on` for a truth value
        branches = (triggers.get("push") or {}).get("branches", [ref_name]) if event == "push" else [ref_name]
        if event not in triggers or ref_name not in branches:
            raise Failed(f"{event} of {ref_name} does not start the workflow")
        self.number += 1
        folder = self.folder / f"run-{self.number}"
        (folder / "artifacts").mkdir(parents=True)
        run = Run(folder)
        github = {"event_name": event, "ref": ref, "ref_name": ref_name, "base_ref": base_ref, "sha": commit, "event": {},
                  "repository": "someone/ring", "run_id": str(self.number)}
        for name, description in workflow["jobs"].items():
            run.jobs[name] = Runner(self, run, github, workflow, name, description).run_job()
        return run


class Runner:
    """Runs one job."""

    def __init__(self, hub, run, github, workflow, name, description):
        unknown = set(description) - JOB_WORDS
        assert not unknown, f"the stand-in for GitHub does not know {unknown}"
        self.hub, self.run, self.github, self.description = hub, run, github, description
        self.job = Job()
        self.workspace = run.folder / name / "work"  # another folder each time
        self.temporary = run.folder / name / "temporary"
        for folder in [self.workspace, self.temporary, run.folder / "home"]:
            folder.mkdir(parents=True, exist_ok=True)
        self.permissions = description.get("permissions", workflow.get("permissions", {}))
        self.steps, self.needs = {}, {}
        self.environment = {name: str(value) for name, value in {**workflow.get("env", {}), **hub.variables}.items()}
        self.path = ["/usr/local/bin", "/usr/bin", "/bin"]

    def contexts(self):
        return {"github": self.github, "env": self.environment, "steps": self.steps, "needs": self.needs}

    def functions(self):
        return {"always": lambda: True, "success": lambda: self.job.result == "success", "failure": lambda: self.job.result == "failure",
                "cancelled": lambda: False, "hashFiles": self.hash_files}

    def value(self, text):
        return expressions.substitute(str(text), self.contexts(), self.functions())

    def hash_files(self, *patterns):
        files = sorted({path for pattern in patterns for path in self.workspace.glob(pattern) if path.is_file()})
        hashes = "".join(hashlib.sha256(path.read_bytes()).hexdigest() for path in files)
        return hashlib.sha256(hashes.encode()).hexdigest() if files else ""

    def wanted(self, condition):
        """Whether a condition holds. Without one of the functions about it, nothing may have failed."""
        text = str(condition).strip()
        text = text[3:-2].strip() if text.startswith("${{") and text.endswith("}}") else text
        asks_itself = any(word + "(" in text for word in ["always", "success", "failure", "cancelled"])
        value = expressions.evaluate(text, self.contexts(), self.functions())
        return bool(value) and (asks_itself or self.job.result == "success")

    def run_job(self):
        needed = self.description.get("needs", [])
        for name in [needed] if isinstance(needed, str) else needed:
            other = self.run.jobs[name]
            self.needs[name] = {"result": other.result, "outputs": other.outputs}
            self.job.result = "success" if other.result == "success" and self.job.result == "success" else "failure"
        if not self.wanted(self.description.get("if", "success()")):
            self.job.result = "skipped"
            return self.job
        self.job.result = "success"
        for step in self.description["steps"]:
            self.run_step(step)
        self.job.outputs = {name: self.value(text) for name, text in self.description.get("outputs", {}).items()}
        return self.job

    def run_step(self, step):
        unknown = set(step) - STEP_WORDS
        assert not unknown, f"the stand-in for GitHub does not know {unknown}"
        name = step.get("name") or step.get("uses") or step["run"]
        outputs = {}
        outcome = "skipped"
        if self.wanted(step.get("if", "success()")):
            outcome = "success"
            try:
                outputs = self.use(step) if "uses" in step else self.execute(step)
            except Failed as problem:
                self.job.log += f"[{name}] {problem}\n"
                outcome = "failure"
        self.job.steps[name] = outcome
        if "id" in step:
            self.steps[step["id"]] = {"outputs": outputs, "outcome": outcome}
        if outcome == "failure" and not step.get("continue-on-error"):
            self.job.result = "failure"

    def execute(self, step):
        files = {word: self.temporary / word.lower() for word in ["GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_ENV"]}
        for file in files.values():
            file.write_text("")
        script = self.temporary / "script.sh"
        script.write_text(self.value(step["run"]))
        environment = {
            **self.environment, **{name: self.value(value) for name, value in step.get("env", {}).items()},
            **{name: str(file) for name, file in files.items()}, "PATH": ":".join(self.path), "HOME": str(self.run.folder / "home"),
            "GITHUB_STEP_SUMMARY": str(self.run.summary_file), "GITHUB_WORKSPACE": str(self.workspace), "GITHUB_ACTIONS": "true", "CI": "true",
            "GITHUB_SHA": self.github["sha"], "GITHUB_REF_NAME": self.github["ref_name"], "GITHUB_EVENT_NAME": self.github["event_name"],
            "RUNNER_TEMP": str(self.temporary)}
        done = subprocess.run(["bash", "-e", script], cwd=self.workspace, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300)
        self.job.log += done.stdout
        self.path = [line for line in files["GITHUB_PATH"].read_text().splitlines() if line] + self.path
        assert not files["GITHUB_ENV"].read_text(), "the stand-in for GitHub does not know GITHUB_ENV"
        if done.returncode:
            raise Failed(f"exit status {done.returncode}")
        return dict(line.split("=", 1) for line in files["GITHUB_OUTPUT"].read_text().splitlines())

    def use(self, step):
        needed, other = ACTIONS[step["uses"]]
        inputs = {name: self.value(value) for name, value in step.get("with", {}).items()}
        assert set(needed) <= set(inputs) <= set(needed + other), f"{step['uses']} does not take {sorted(inputs)}"
        action = step["uses"].partition("@")[0].split("/", 1)[1].replace("/", "_").replace("-", "_")
        return getattr(self, action)(**{name.replace("-", "_"): value for name, value in inputs.items()}) or {}

    def checkout(self, fetch_depth="1"):
        git(self.workspace, "init", "--quiet", "--initial-branch=main")
        git(self.workspace, "remote", "add", "origin", f"file://{self.hub.origin}")
        if self.permissions.get("contents") != "write":
            git(self.workspace, "remote", "set-url", "--push", "origin", "/nowhere/this/job/may/not/write")
        git(self.workspace, "fetch", "--quiet", "--depth", fetch_depth, "origin", self.github["sha"])
        git(self.workspace, "checkout", "--quiet", "--detach", "FETCH_HEAD")

    def cache_restore(self, path, key, restore_keys=""):
        visible = [self.github["ref_name"], self.github["base_ref"] or "main", "main"]
        wanted = [key, *restore_keys.split()]
        for branch in visible:
            caches = [cache for cache in reversed(self.hub.caches) if cache.branch == branch and cache.path == path]
            exact = [cache for cache in caches if cache.key == key]
            for cache in exact + [cache for start in wanted for cache in caches if cache.key.startswith(start)]:
                target = self.workspace / path
                (shutil.copytree if cache.folder.is_dir() else shutil.copy2)(cache.folder, target)
                return {"cache-primary-key": key, "cache-matched-key": cache.key, "cache-hit": "true" if cache.key == key else "false"}
        return {"cache-primary-key": key, "cache-hit": ""}

    def cache_save(self, path, key):
        assert key, "a cache without a key"
        branch = self.github["ref_name"]
        source = self.workspace / path
        if not source.exists() or any(cache[:3] == (branch, path, key) for cache in self.hub.caches):
            return  # GitHub warns
        target = self.hub.folder / f"cache-{len(self.hub.caches)}"
        (shutil.copytree if source.is_dir() else shutil.copy2)(source, target)
        self.hub.caches.append(Cache(branch, path, key, target))

    def upload_artifact(self, name, path, if_no_files_found="warn"):
        source = self.workspace / path
        if not source.exists():
            if if_no_files_found == "error":
                raise Failed(f"there is no {path}")
            return
        shutil.copytree(source, self.run.artifact(name))

    def download_artifact(self, name, path):
        if not self.run.artifact(name).is_dir():
            raise Failed(f"there is no artifact {name}")
        shutil.copytree(self.run.artifact(name), self.workspace / path)

    def codeql_action_upload_sarif(self, sarif_file, category=""):
        if self.permissions.get("security-events") != "write" or not (self.workspace / sarif_file).is_file():
            raise Failed("code scanning does not take it")
        kept = self.run.folder / f"alerts-{category}-{len(self.run.alerts)}.sarif"
        shutil.copy2(self.workspace / sarif_file, kept)
        self.run.alerts.append(kept)
