# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""./dev test counts what passed and failed, and says what took the longest."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "bazel/scripts/summarize_tests.py"

JUNIT = """<testsuites><testsuite>
  <testcase classname="a.b" name="quick" time="0.5"/>
  <testcase classname="a.b" name="slow" time="3.5"/>
  <testcase classname="a.b" name="broken" time="1"><failure/></testcase>
  <testcase classname="a.b" name="left_out" time="0"><skipped/></testcase>
</testsuite></testsuites>"""


def action(name: str, seconds: float) -> dict[str, object]:
    return {"cat": "action processing", "name": name, "dur": seconds * 1e6}


def summarize(folder: Path, *options: str) -> subprocess.CompletedProcess:
    (folder / "all.xml").write_text(JUNIT)
    (folder / "checks").write_text("passed format 12\ntook bazel all 852\nfailed docs 3\n")
    events = [action("Compiling a.cpp", 7), action("Testing //a:lit", 20), {"cat": "other"}]
    with gzip.open(folder / "all.profile.gz", "wt") as file:
        json.dump({"traceEvents": events}, file)
    command = [sys.executable, SCRIPT, folder, *options]
    return subprocess.run(command, capture_output=True, text=True)


def test_counts(tmp_path):
    done = summarize(tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "failed: a.b/broken",
        "failed: docs",
        "skipped: a.b/left_out",
        "1 skipped",
        "3 passed, 2 failed",
    ]


def test_the_slowest(tmp_path):
    lines = summarize(tmp_path, "--slowest").stdout.splitlines()
    assert lines[:9] == [
        "slowest actions, of 7 s:",
        "     7.0 s  Compiling a.cpp",
        "slowest targets, of 20 s:",
        "    20.0 s  Testing //a:lit",
        "slowest tests of pytest, of 5 s:",
        "     3.5 s  a.b/slow",
        "     1.0 s  a.b/broken",
        "     0.5 s  a.b/quick",
        "     0.0 s  a.b/left_out",
    ]
    assert lines[9:13] == [
        "slowest steps, of 867 s:",
        "   852.0 s  bazel all",
        "    12.0 s  format",
        "     3.0 s  docs",
    ]
    assert lines[-1] == "3 passed, 2 failed"
