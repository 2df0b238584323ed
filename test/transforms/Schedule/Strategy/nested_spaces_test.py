# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Points of the spaces of strategies that contain strategies: most apply to the
kernel, and the others are refused with a reason."""

import re
import subprocess
from pathlib import Path

import pytest

KERNELS = Path(__file__).parent / "nested-spaces.mlir"
MACHINES = {
    "avx512": "max_vector_op_width=512,vector_registers=32",
    "avx2": "max_vector_op_width=256",
}
RULES = [
    ("nhwc", "winograd_groups"),
    ("nchw", "winograd_groups"),
    ("nchw", "padded_transpose"),
    ("stages", "winograd_stages"),
    ("chain", "depthwise_chain"),
    ("attention", "attention"),
]
COUNT = 8


def run(text: str, machine: str, *passes: str) -> tuple[str, str]:
    target = f"target-set{{entries={MACHINES[machine]}}}"
    pipeline = f"builtin.module({','.join((target, *passes))})"
    done = subprocess.run(
        ["tvm-opt", "-", f"--pass-pipeline={pipeline}", "-split-input-file"],
        input=text,
        capture_output=True,
        text=True,
    )
    return done.stdout, done.stderr


def lower(machine: str) -> dict[str, str]:
    """The kernels by name, in loops."""
    names = ("convert-graph-to-te", "te-inline-computes")
    text, _ = run(
        KERNELS.read_text(),
        machine,
        f"func.func({','.join(names)})",
        "canonicalize",
        "cse",
        "convert-te-to-loops",
    )
    parts = text.split("// -----")
    return {re.findall(r"func.func @(\w+)", part)[0]: part for part in parts}


def list_strategies(kernel: str, machine: str, rule: str) -> tuple[str, list[str]]:
    options = f"{{best=0 random={COUNT} seed=3}}"
    text, _ = run(kernel, machine, f"schedule-list-strategies{options}")

    def find(title: str) -> list[str]:
        line = rf"{title} \S+ cycles: (#schedule\.{rule}<.*>)$"
        return re.findall(line, text, re.MULTILINE)

    return find("preferred")[0], find("random")


@pytest.mark.parametrize("machine", MACHINES)
def test_points(machine: str) -> None:
    kernels = lower(machine)
    for name, rule in RULES:
        preferred, points = list_strategies(kernels[name], machine, rule)
        assert len(points) == COUNT
        assert len(set(points)) > COUNT / 2, name
        given = [
            kernels[name].replace(
                ") {", f") attributes {{schedule.strategy = {strategy}}} {{", 1
            )
            for strategy in (preferred, *points)
        ]
        scheduled, errors = run("\n// -----\n".join(given), machine, "schedule-generate")
        reasons = re.findall(r"error: (.*)", errors)
        expected = "expected the strategy of block"
        assert all(reason.startswith(expected) for reason in reasons), reasons
        assert len(reasons) <= COUNT / 5, reasons
        assert preferred in scheduled
