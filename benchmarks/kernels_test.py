# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the kernels' models and of the machine's limits, and of one measurement."""

import subprocess
from itertools import islice
from pathlib import Path

import onnx
import pytest
from benchmarks.kernels import KERNELS, OFF_GRID, off_grid
from benchmarks.kernels.convolution import SHAPES
from benchmarks.rates.limits import Limits, parse_rate
from benchmarks.measure import Settings
from benchmarks.one_node import measure_kernel

# Table 2 of the paper in millions of multiply-adds.
MMAC = {
    "C1": 118.0, "C2": 115.6, "C3": 12.8, "C4": 57.8, "C5": 6.4,
    "C6": 115.6, "C7": 57.8, "C8": 6.4, "C9": 115.6, "C10": 57.8,
    "C11": 6.4, "C12": 115.6, "D1": 3.61, "D2": 1.81, "D3": 3.61,
    "D4": 0.90, "D5": 1.81, "D6": 0.45, "D7": 0.90, "D8": 0.23, "D9": 0.45,
}  # fmt: skip


@pytest.mark.parametrize("name", KERNELS)
def test_models_are_valid(name: str) -> None:
    kernel = KERNELS[name]
    onnx.checker.check_model(kernel.build(), full_check=True)
    assert (kernel.required is None) or kernel.required.at_least <= 1
    assert (kernel.limit is None) or kernel.flops


def test_shapes_off_the_grid_depend_on_the_seed_alone() -> None:
    first, again = (list(islice(off_grid.shapes(1), 40)) for _ in range(2))
    assert first == again != list(islice(off_grid.shapes(2), 40))
    assert len(OFF_GRID) == len(off_grid.KERNELS) == off_grid.COUNT


def test_shapes_off_the_grid_are_as_described() -> None:
    shapes = list(islice(off_grid.shapes(off_grid.SEED), off_grid.COUNT))
    for index, shape in enumerate(shapes):
        assert off_grid.WORK[0] <= shape.flops <= off_grid.WORK[1]
        kind = shape.name.split("_")[0]
        assert kind == shapes[index % len(off_grid.CLASSES)].name.split("_")[0]
        if isinstance(shape, off_grid.Product):
            assert 5 <= shape.sizes[0] <= 260
            assert max(shape.sizes) <= 2200
            continue
        assert set(shape.channels) <= set(off_grid.CHANNELS)
        assert all(channels % shape.groups == 0 for channels in shape.channels)
        assert (shape.groups > 1) == (kind in ("grouped", "depthwise"))
        assert (shape.dilation > 1) == (kind == "dilated")
        assert all(6 <= size <= 75 for size in shape.image)


@pytest.mark.parametrize("name", list(OFF_GRID)[: off_grid.SAMPLE])
def test_models_off_the_grid_are_valid(name: str) -> None:
    model = OFF_GRID[name].build()
    onnx.checker.check_model(model, full_check=True)


def test_work_is_as_published() -> None:
    assert MMAC.keys() == SHAPES.keys()
    for name, millions in MMAC.items():
        flops = KERNELS[name].flops
        assert flops
        assert flops / 2e6 == pytest.approx(millions, abs=0.06)


def test_rates_are_parsed() -> None:
    assert parse_rate("159.6\n") == 159.6
    for wrong in ("", "0\n", "inf\n", "nan\n", "fast\n"):
        with pytest.raises(ValueError, match="rate|convert"):
            parse_rate(wrong)


def test_a_small_kernel_is_measured(tmp_path: Path) -> None:
    settings = Settings(threads=1, rounds=2, time_budget=0.06, patience=0)
    with Limits(tmp_path) as limits:
        row = measure_kernel(KERNELS["D9"], tmp_path, settings, limits)
        assert row.limit == limits.best["fma"]
        assert limits.measure("copy") > 0
        assert 0 < limits.measure("fed") < 1.1 * limits.measure("fma")
    assert row.measured.times.keys() == {"tvm", "ort", "openvino"}
    assert row.measured.error <= 1
    assert 0 < (row.share or 0) < 1


def test_a_kernel_off_the_grid_is_measured(tmp_path: Path) -> None:
    settings = Settings(threads=1, rounds=1, time_budget=0.03, patience=0)
    kernel = min(OFF_GRID.values(), key=lambda kernel: kernel.bytes)
    with Limits(tmp_path) as limits:
        row = measure_kernel(kernel, tmp_path, settings, limits)
    assert row.reached == row.ratio > 0
    assert row.met is (row.ratio >= off_grid.LEAST)


@pytest.mark.parametrize(
    ("options", "register"), [("-mavx512f", "zmm"), ("-mavx2 -mfma", "ymm")]
)
def test_the_peak_is_that_of_the_widest_vectors(
    options: str, register: str
) -> None:
    source = Path(__file__).parent / "rates" / "limits.c"
    command = ["clang-22", "--target=x86_64-linux-gnu", "-O3", "-S", "-o-"]
    wide = "-mprefer-vector-width=512"
    done = subprocess.run(
        [*command, *options.split(), wide, source],
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    steps = [line for line in lines if "vfmadd" in line and "ps\t" in line]
    assert len(steps) >= 12
    assert all(register in step and "rsp" not in step for step in steps)
