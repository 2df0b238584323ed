"""Counts the test cases of Bazel (lit, gtest), pytest and the checks.

usage: summarize_tests.py FOLDER: FOLDER holds *.bep (Bazel's build events),
*.xml (JUnit) and `checks` (lines "passed NAME" or "failed NAME").
"""

import collections
import json
import pathlib
import sys
import urllib.parse
import xml.etree.ElementTree

Cases = collections.namedtuple("Cases", ["passed", "failed", "skipped"])


def junit_cases(path):
    """Returns the cases of a JUnit file by outcome."""
    cases = Cases([], [], [])
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        name = f"{case.get('classname')}/{case.get('name')}"
        outcomes = {child.tag for child in case}
        if outcomes & {"failure", "error"}:
            cases.failed.append(name)
        elif "skipped" in outcomes or case.get("status") == "notrun":
            cases.skipped.append(name)
        else:
            cases.passed.append(name)
    return cases


def bazel_cases(path):
    """Yields the cases of every test target of a run of Bazel."""
    last_attempts = {}
    for line in path.read_text().splitlines():
        event = json.loads(line)
        if "testResult" in event:
            key = event["id"]["testResult"]
            last_attempts[key["label"], key.get("run"), key.get("shard")] = event
    for (label, _, _), event in last_attempts.items():
        result = event["testResult"]
        cases = Cases([], [], [])
        for output in result.get("testActionOutput", []):
            file = urllib.parse.unquote(urllib.parse.urlparse(output["uri"]).path)
            if output["name"] == "test.xml" and pathlib.Path(file).is_file():
                cases = junit_cases(file)
        if result["status"] != "PASSED" and not cases.failed:
            cases.failed.append(f"{label} ({result['status'].lower()})")
        yield cases


def check_cases(path):
    """Returns the cases of the file of checks."""
    cases = Cases([], [], [])
    for line in path.read_text().splitlines():
        result, name = line.split(maxsplit=1)
        (cases.passed if result == "passed" else cases.failed).append(name)
    return cases


def main():
    folder = pathlib.Path(sys.argv[1])
    found = [junit_cases(path) for path in folder.glob("*.xml")]
    for path in folder.glob("*.bep"):
        found += bazel_cases(path)
    if (folder / "checks").exists():
        found.append(check_cases(folder / "checks"))
    passed, failed, skipped = [sum(lists, []) for lists in zip(*found)] or [[]] * 3
    for name in failed:
        print("failed:", name)
    if skipped:
        print(len(skipped), "skipped")
    print(f"{len(passed)} passed, {len(failed)} failed")
    sys.exit(bool(failed) or not passed)


main()
