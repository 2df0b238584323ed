# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the choice of cores, with made-up machines."""

from pathlib import Path

import pytest
from benchmarks import machine


@pytest.mark.parametrize(
    ("siblings", "count", "chosen", "shares"),
    [
        ({0: "0", 1: "1"}, 1, [1], False),
        ({0: "0", 1: "1"}, 2, [0, 1], False),
        ({0: "0-1", 1: "0-1", 2: "2-3", 3: "2-3"}, 2, [1, 3], False),
        ({0: "0,2", 1: "1,3", 2: "0,2", 3: "1,3"}, 2, [2, 3], False),
        ({0: "0-1", 1: "0-1", 2: "2-3", 3: "2-3"}, 3, [1, 2, 3], True),
        ({0: "0-1", 1: "0-1"}, 2, [0, 1], True),
    ],
)
def test_cores_are_physical_ones_first(
    siblings: dict[int, str],
    count: int,
    chosen: list[int],
    shares: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for processor, text in siblings.items():
        folder = tmp_path / f"cpu{processor}" / "topology"
        folder.mkdir(parents=True)
        (folder / "thread_siblings_list").write_text(f"{text}\n")
    monkeypatch.setattr("os.sched_getaffinity", lambda process: set(siblings))
    assert machine.cores(count, tmp_path) == chosen
    assert machine.share_cores(chosen, tmp_path) is shares


def test_too_few_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {0})
    with pytest.raises(ValueError, match="expected 2 cores, got 1"):
        machine.cores(2)
