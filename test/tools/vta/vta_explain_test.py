# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc vta explain: its numbers, and its page."""

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from benchmarks.compiler import tvmc

PROGRAM = """
vta.program @relu {
  vta.dram @x input size 6400
  vta.dram @y output size 1600
  vta.uops (0, 0, 0)
  vta.load uop sram 0 dram[0] size 1 by 1 stride 1
  vta.load acc sram 0 dram @x[0] size 1 by 100 stride 100
  vta.alu max use_imm uops 0 until 1 outer 1 [0, 0] inner 100 [1, 1] push_next
  vta.store out sram 0 dram @y[0] size 1 by 100 stride 100 pop_prev push_prev
  vta.load uop sram 0 dram[0] size 0 by 0 stride 0 pop_next
  vta.finish
}
"""


def explain(program: Path, *options: str) -> subprocess.CompletedProcess:
    files = [f"--{kind}={program.with_suffix('.' + kind)}" for kind in ("json", "html")]
    command = [tvmc(), "vta", "explain", program, *files, *options]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.fixture(scope="module")
def program(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("vta") / "relu.mlir"
    path.write_text(PROGRAM)
    return path


@pytest.fixture(scope="module")
def report(program) -> dict[str, Any]:
    done = explain(program)
    assert done.returncode == 0, done.stderr
    report = json.loads(program.with_suffix(".json").read_text())
    report["text"] = done.stdout
    return report


def draw(program: Path) -> dict[str, Any]:
    script = Path(__file__).parent / "vta_page.js"
    command = ["node", script, program.with_suffix(".html")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def test_cycles_of_a_unit_add_up(report) -> None:
    for unit in report["units"]:
        waits = sum(wait["cycles"] for wait in unit["waits"])
        assert unit["busy"] + waits == report["cycles"], unit["name"]
    assert f"cycles: {report['cycles']}\n" in report["text"]


def test_slices_are_those_of_the_instructions(report) -> None:
    assert [line["module"] for line in report["lines"]] == [1, 1, 1, 2, 1, 1]
    assert sorted(s["line"] for s in report["slices"]) == list(range(6))
    for part in report["slices"]:
        assert part["unit"] == report["lines"][part["line"]]["module"]
        assert part["begin"] < part["end"] <= report["cycles"]
    # 100 elements of 64 bytes, 8 in a cycle, and a burst's latency.
    [load] = [s for s in report["slices"] if s["line"] == 1]
    assert load["end"] - load["begin"] >= 800 + 64


def test_the_configuration_counts(program, report, tmp_path) -> None:
    slow = tmp_path / "slow.json"
    slow.write_text('{"MEM_READ_BYTES_PER_CYCLE": 4}')
    copy = tmp_path / "relu.mlir"
    copy.write_text(PROGRAM)
    assert explain(copy, f"--config={slow}").returncode == 0
    slower = json.loads(copy.with_suffix(".json").read_text())
    assert slower["cycles"] > report["cycles"] + 700


def test_the_page_needs_nothing_else(program, report) -> None:
    page = program.with_suffix(".html").read_text()
    assert not re.search(r"https?://(?!www.w3.org/2000/svg)", page)
    assert not re.search(r"<(link|img|script src)", page)


def test_the_page_draws_the_report(program, report) -> None:
    drawn = draw(program)
    assert drawn["title"] == "relu"
    assert f"{report['cycles']} cycles" in drawn["summary"]
    assert drawn["problem"] is None
    assert len(drawn["lines"]) == 6 and len(drawn["bars"]) == 6
    for line, text in zip(report["lines"], drawn["lines"]):
        assert line["text"] in text
    load = report["units"][0]
    assert ["load", "busy", str(load["busy"]), "0.0 %"] in drawn["activities"]
    for lane in "012":
        boxes = [box for box in drawn["boxes"] if box["lane"] == lane]
        for before, after in zip(boxes, boxes[1:]):
            assert before["right"] <= after["x"] + 0.6


def test_line_and_bar_point_at_each_other(program, report) -> None:
    drawn = draw(program)
    line = report["slices"][1]["line"]
    bar = [s["line"] for s in report["slices"]].index(0)
    assert drawn["pointed"] == {"lines": [line], "bars": [1]}
    assert drawn["moved"] == {"lines": [0], "bars": [bar]}
    assert drawn["scrolled"] == [f"line {line}"]
    assert drawn["kept"] == [1]
    assert max(drawn["growth"]) == pytest.approx(2)


def test_a_deadlock_is_shown_until_there(tmp_path) -> None:
    path = tmp_path / "deadlock.mlir"
    path.write_text(PROGRAM.replace("push_next", "").replace("@relu", "@deadlock"))
    done = explain(path)
    assert done.returncode == 1
    assert "store waits at instruction 3: STORE OUT for a token" in done.stderr
    drawn = draw(path)
    assert drawn["problem"].startswith("deadlock: ")
    assert len(drawn["bars"]) < 6


@pytest.mark.parametrize(
    "options, message",
    [
        (["--html="], "wrong option '--html=': expected --html=VALUE"),
        (["--max-cycles=0"], "wrong option '--max-cycles=0': expected a number of 1 or more"),
        (["--frob"], "unknown option '--frob'"),
    ],
)
def test_wrong_usage(program, options, message) -> None:
    command = [tvmc(), "vta", "explain", program, *options]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert f"error: {message}\nusage: tvmc vta explain PROGRAM" in done.stderr
