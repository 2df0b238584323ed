# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts the test cases of Bazel (lit, gtest), pytest and the checks.

usage: summarize_tests.py FOLDER [--slowest]: FOLDER holds *.bep (Bazel's build events),
*.profile.gz (Bazel's profiles), *.xml (JUnit) and `checks` (lines "passed NAME
SECONDS" or "failed NAME SECONDS"; "took NAME SECONDS" for a step that is not a test).
With --slowest it also prints the slowest steps.
"""

import collections
import gzip
import json
import pathlib
import sys
import urllib.parse
import xml.etree.ElementTree

SLOWEST = 10  # number of printed steps of each kind

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


def read_checks(path):
    """Yields the outcome, name and seconds of each check."""
    for line in path.read_text().splitlines():
        result, rest = line.split(maxsplit=1)
        name, seconds = rest.rsplit(maxsplit=1)
        yield result, name, float(seconds)


def check_cases(path):
    """Returns the cases of the file of checks."""
    cases = Cases([], [], [])
    outcomes = {"passed": cases.passed, "failed": cases.failed}
    for result, name, _ in read_checks(path):
        if result in outcomes:
            outcomes[result].append(name)
    return cases


def pytest_times(path):
    """Yields the seconds and name of each test of a JUnit file."""
    for case in xml.etree.ElementTree.parse(path).iter("testcase"):
        yield float(case.get("time", 0)), f"{case.get('classname')}/{case.get('name')}"


def action_times(path):
    """Yields the seconds and name of each action that Bazel ran. An action that came
    from a cache takes almost no time."""
    with gzip.open(path, "rt") as file:
        events = json.load(file)["traceEvents"]
    for event in events:
        if event.get("cat") == "action processing":
            yield event["dur"] / 1e6, event["name"]


def print_slowest(kind, times):
    """Prints the sum of `times`, which are pairs of seconds and a name, and the largest
    times."""
    times = sorted(times, reverse=True)
    if not times:
        return
    print(f"slowest {kind}, of {sum(seconds for seconds, _ in times):.0f} s:")
    for seconds, name in times[:SLOWEST]:
        print(f"{seconds:8.1f} s  {name}")


def print_times(folder):
    """Prints the slowest steps of a run of everything."""
    actions = [
        time for path in folder.glob("*.profile.gz") for time in action_times(path)
    ]
    tests = [time for time in actions if time[1].startswith("Testing ")]
    print_slowest("actions", [time for time in actions if time not in tests])
    print_slowest("targets", tests)
    print_slowest(
        "tests of pytest",
        [time for path in folder.glob("*.xml") for time in pytest_times(path)],
    )
    if (folder / "checks").exists():
        found = read_checks(folder / "checks")
        print_slowest("steps", [(seconds, name) for _, name, seconds in found])


def main():
    folder = pathlib.Path(sys.argv[1])
    found = [junit_cases(path) for path in folder.glob("*.xml")]
    for path in folder.glob("*.bep"):
        found += bazel_cases(path)
    if (folder / "checks").exists():
        found.append(check_cases(folder / "checks"))
    passed, failed, skipped = [sum(lists, []) for lists in zip(*found)] or [[]] * 3
    if "--slowest" in sys.argv[2:]:
        print_times(folder)
    for name in failed:
        print("failed:", name)
    for name in skipped:
        print("skipped:", name)
    if skipped:
        print(len(skipped), "skipped")
    print(f"{len(passed)} passed, {len(failed)} failed")
    sys.exit(bool(failed) or not passed)


main()
