# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the numbers of the roofline, and of its drawing."""

from pathlib import Path

import pytest
from benchmarks.vta.roofline import Point, draw, points, roof, utilisation

MEASURED = {
    "operations_per_cycle": 512,
    "bytes_per_cycle": 8,
    "layers": [
        {
            "name": "C2",
            "operations": 51200,
            "one_thread": {"cycles": 200, "bytes_read": 512},
            "two_threads": {"cycles": 125, "bytes_read": 1024},
        },
        {
            "name": "C3",
            "operations": 25600,
            "one_thread": {"cycles": 100, "bytes_read": 3200},
            "two_threads": {"cycles": 75, "bytes_read": 3200},
        },
    ],
}


def test_points_are_per_byte_and_per_cycle() -> None:
    assert points(MEASURED, "one_thread") == [
        Point("C2", 100, 256),
        Point("C3", 8, 256),
    ]


def test_utilisation_is_of_all_layers() -> None:
    assert utilisation(MEASURED, "one_thread") == pytest.approx(0.5)
    assert utilisation(MEASURED, "two_threads") == pytest.approx(0.75)


@pytest.mark.parametrize(("intensity", "most"), [(8, 64), (64, 512), (1000, 512)])
def test_roof_is_memory_then_core(intensity: float, most: float) -> None:
    assert roof(MEASURED, intensity) == most


def test_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "roofline.png"
    draw(MEASURED, path)
    assert path.read_bytes().startswith(b"\x89PNG")
