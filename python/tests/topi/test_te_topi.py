# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs as users of TVM write them, from topi's operators and the schedules of
TVM's tutorials, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
import topi_elements  # noqa: F401
import topi_rows  # noqa: F401
import topi_steps  # noqa: F401
import topi_windows  # noqa: F401
from topi_cases import CASES

from tvm_mlir import te

PLAIN = "plain"
PAIRS = [
    (name, schedule)
    for name, found in CASES.items()
    for schedule in [PLAIN, *(function.__name__ for function in found.schedules)]
]


@pytest.mark.parametrize("name, schedule", PAIRS)
def test_operator(name: str, schedule: str) -> None:
    found = CASES[name]
    results = found.args[len(found.inputs) :]
    s = te.create_schedule([tensor.op for tensor in results])
    for function in found.schedules:
        if function.__name__ == schedule:
            function(s)
    outputs = te.build(s, found.args, target="llvm")(*found.inputs)
    listed = outputs if isinstance(outputs, tuple) else (outputs,)
    for output, expected in zip(listed, found.expected):
        np.testing.assert_allclose(output, expected, rtol=1e-3, atol=1e-4)
