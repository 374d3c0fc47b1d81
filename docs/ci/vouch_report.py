#!/usr/bin/env python3
"""Judges reports of `vouch check` in continuous integration, and says for people and services what is in them.

  vouch_report.py VOUCH.JSON VOUCH.SARIF [--badge FILE] [--summary FILE] [--alerts FILE] [--code-quality FILE] [--annotations] [--strict]

The two reports are of the same run, `--format json` and `--format sarif`, with `--since REPORT` if there is an earlier one.

Exit status: 0 nothing new; 1 a new violation that no comment accepts; 2 a file does not compile, nothing was looked at, or these are
no reports. With --strict also 3: something is undecided. Needs Python 3.8 and nothing else.
"""
import argparse
import collections
import json
import pathlib
import sys


class NoReport(Exception):
    """A file that should be a report is none; the text is for the user."""


# Of functions: how many there are, and how many of them are proved.
# Lists of results of SARIF: `violations` without what comments accept, `fresh` those of them that are new.
Findings = collections.namedtuple("Findings", "functions proved checks violations fresh accepted mended undecided broken_files compared")


def read(path):
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as problem:
        raise NoReport(f"{path} is no report of `vouch check`: {problem}") from problem


def read_both(json_path, sarif_path):
    """The JSON report, and the log of SARIF, of which the first run is Vouch's."""
    report, log = read(json_path), read(sarif_path)
    if not (isinstance(report, dict) and isinstance(report.get("files"), list)):
        raise NoReport(f"{json_path} is no report of `vouch check --format json`")
    if not (isinstance(log, dict) and isinstance(log.get("runs"), list) and log["runs"] and "results" in log["runs"][0]):
        raise NoReport(f"{sarif_path} is no report of `vouch check --format sarif`")
    return report, log


def findings_of(report, log):
    files = report["files"]
    functions = [function for file in files for function in file["functions"]]
    by_kind = collections.defaultdict(list)
    for result in log["runs"][0]["results"]:
        by_kind[result.get("kind", "fail")].append(result)
    accepted = [result for result in by_kind["fail"] if result.get("suppressions")]
    violations = [result for result in by_kind["fail"] if not result.get("suppressions")]
    # Without an earlier report everything is new.
    fresh = [result for result in violations if result.get("baselineState", "new") == "new"]
    undecided = [file["path"] + ": " + file.get("reason", "unknown") for file in files if file["verdict"] == "unknown" and not is_broken(file)]
    return Findings(len(functions), sum(function["verdict"] == "safe" for function in functions),
                    sum(function["checks"]["total"] for function in functions), violations, fresh, accepted, by_kind["pass"],
                    undecided, [file["path"] for file in files if is_broken(file)], "since" in report)


def is_broken(file):
    return file.get("reason") == "does not compile"


def count(number, one, many=None):
    return f"{number} {one if number == 1 else many or one + 's'}"


def badge(findings):
    """What https://shields.io/badges/endpoint-badge shows."""
    proved = f"{findings.proved} of {findings.functions} proved"
    if findings.violations:
        message, color = f"{count(len(findings.violations), 'violation')}, {proved}", "red"
    elif findings.broken_files:
        message, color = f"{count(len(findings.broken_files), 'file')} cannot be compiled", "orange"
    elif findings.undecided and findings.functions == 0:
        message, color = "undecided", "yellow"
    elif findings.functions == 0 or (findings.checks == 0 and findings.proved == findings.functions):
        message, color = "nothing to check", "lightgrey"
    elif findings.accepted:
        message, color = f"{proved}, {len(findings.accepted)} accepted", "yellow"
    else:
        is_everything = findings.proved == findings.functions and not findings.undecided
        message, color = proved, "brightgreen" if is_everything else "yellow"
    return {"schemaVersion": 1, "label": "vouch", "message": message, "color": color}


def place_of(result):
    location = result["locations"][0]["physicalLocation"]
    return location["artifactLocation"]["uri"], location["region"]["startLine"]


def summary(findings):
    """Markdown for the page of the run."""
    lines = [f"## Vouch: {badge(findings)['message']}", ""]
    if not findings.compared:
        lines += ["There was no earlier report to compare with, so everything counts as new.", ""]
    fresh = [id(result) for result in findings.fresh]
    table = [("new" if id(result) in fresh else "as before", result) for result in findings.violations]
    table += [("accepted", result) for result in findings.accepted] + [("mended", result) for result in findings.mended]
    if table:
        lines += ["| | where | what |", "|---|---|---|"]
        for state, result in table:
            file, line = place_of(result)
            what = result["message"]["text"].replace("|", "\\|").replace("\n", " ")
            lines.append(f"| {state} | `{file}:{line}` | {what} ({result['ruleId']}) |")
        lines.append("")
    lines += [f"- {file}: does not compile; Clang's messages are in the log" for file in findings.broken_files]
    lines += [f"- undecided: {text}" for text in findings.undecided]
    return "\n".join(lines).rstrip() + "\n"


def annotations(findings):
    """Lines that GitHub shows beside the code."""
    def escaped(text):
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    for result in findings.fresh:
        file, line = place_of(result)
        yield f"::error file={file},line={line}::{escaped(result['message']['text'])}"
    for file in findings.broken_files:
        yield f"::error file={file}::does not compile; Clang's messages are in the log above"
    for text in findings.undecided:
        yield f"::warning::undecided: {escaped(text)}"


def alerts(log):
    """The SARIF report with nothing in it but violations: code scanning shows all results as alerts, whatever their kind is and
    whether they are suppressed or not."""
    run = log["runs"][0]
    results = [result for result in run["results"] if result.get("kind", "fail") == "fail" and not result.get("suppressions")]
    return {**log, "runs": [{**run, "results": results}]}


def code_quality(findings):
    """What GitLab shows beside the changes of a merge request."""
    severities = {"error": "critical", "warning": "major"}
    return [{"description": result["message"]["text"], "check_name": result["ruleId"],
             "fingerprint": result["partialFingerprints"]["vouchViolation/v1"], "severity": severities.get(result["level"], "minor"),
             "location": {"path": place_of(result)[0], "lines": {"begin": place_of(result)[1]}}} for result in findings.violations]


def judge(findings, is_strict):
    """The exit status, and the sentence that goes with it."""
    if findings.broken_files:
        return 2, count(len(findings.broken_files), "file does", "files do") + " not compile: " + ", ".join(findings.broken_files)
    if findings.functions == 0 and not findings.undecided:
        return 2, "nothing was looked at: is compile_commands.json empty?"
    if findings.fresh:
        return 1, f"{count(len(findings.fresh), 'new violation')}"
    if is_strict and (findings.undecided or findings.proved < findings.functions):
        return 3, "something is undecided"
    return 0, "nothing new" if findings.compared else "no violation"


def write_json(path, value):
    if path:
        path.write_text(json.dumps(value, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("json", type=pathlib.Path)
    parser.add_argument("sarif", type=pathlib.Path)
    parser.add_argument("--badge", type=pathlib.Path, help="write what shields.io shows")
    parser.add_argument("--summary", type=pathlib.Path, help="add a page in Markdown to this file")
    parser.add_argument("--alerts", type=pathlib.Path, help="write SARIF with nothing but violations, for code scanning")
    parser.add_argument("--code-quality", type=pathlib.Path, help="write a report for GitLab")
    parser.add_argument("--annotations", action="store_true", help="print what GitHub shows beside the code")
    parser.add_argument("--strict", action="store_true", help="what is undecided fails")
    arguments = parser.parse_args()
    try:
        report, log = read_both(arguments.json, arguments.sarif)
    except NoReport as problem:
        print(f"::error::{problem}" if arguments.annotations else problem)
        return 2
    findings = findings_of(report, log)
    write_json(arguments.alerts, alerts(log))
    write_json(arguments.badge, badge(findings))
    write_json(arguments.code_quality, code_quality(findings))
    if arguments.summary:
        with arguments.summary.open("a", encoding="utf-8") as page:
            page.write(summary(findings))
    if arguments.annotations:
        print("\n".join(annotations(findings)))
    status, sentence = judge(findings, arguments.strict)
    print(f"{badge(findings)['message']}; {sentence}")
    return status


if __name__ == "__main__":
    sys.exit(main())
