# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Estimates of Winograd's strategies: of what is compared, one parameter differs."""

import re
import subprocess

import pytest
from nested_spaces_test import lower

MACHINE = "avx512"
REMARKS = (
    "--remarks-filter=schedule-generate",
    "--remark-policy=all",
    "--remark-format=emitRemark",
)
GROUPS = (
    "#schedule.winograd_groups<data_lanes = 16, lanes = 16, group = 14, channels = 32, "
    "packs_data = true, products = #schedule.register_tile<row_axis = 4, rows = 14, "
    "outer_row_axis = 3, columns = 32, lanes = 16>, tasks = 16>"
)
STAGES = "#schedule.winograd_stages<data_lanes = 16, lanes = 16, tasks = 16>"


@pytest.fixture(scope="module")
def kernels() -> dict[str, str]:
    return lower(MACHINE)


def estimate(kernel: str, strategy: str) -> int:
    """Cycles of the block of `strategy`, which is given for the kernel."""
    given = f") attributes {{schedule.strategy = {strategy}}} {{"
    done = subprocess.run(
        ["tvm-opt", "-", "--schedule-generate", *REMARKS, "-o", "/dev/null"],
        input=kernel.replace(") {", given, 1),
        capture_output=True,
        text=True,
    )
    (cycles,) = re.findall(r"\[Passed\] winograd_\w+ .*Cycles=(\d+)", done.stderr)
    return int(cycles)


@pytest.mark.parametrize("name, strategy", [("nhwc", GROUPS), ("stages", STAGES)])
@pytest.mark.parametrize("vectors", ["data_lanes", "lanes"])
def test_shorter_vectors_cost_more(
    name: str, strategy: str, vectors: str, kernels: dict[str, str]
) -> None:
    shorter = re.sub(rf"\b{vectors} = 16", f"{vectors} = 4", strategy, count=1)
    assert shorter != strategy
    assert estimate(kernels[name], shorter) > estimate(kernels[name], strategy)


@pytest.mark.parametrize("name, strategy", [("nhwc", GROUPS), ("stages", STAGES)])
def test_one_thread_costs_more(
    name: str, strategy: str, kernels: dict[str, str]
) -> None:
    serial = strategy.replace("tasks = 16", "tasks = 0")
    assert estimate(kernels[name], serial) > estimate(kernels[name], strategy)


def test_small_tiles_of_products_cost_more(kernels: dict[str, str]) -> None:
    """The products of groups have the estimate of their tile."""
    small = GROUPS.replace("rows = 14, outer", "rows = 1, outer")
    assert small != GROUPS
    assert estimate(kernels["nhwc"], small) > estimate(kernels["nhwc"], GROUPS)
