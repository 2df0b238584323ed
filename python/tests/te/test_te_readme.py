# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README's sections on tensor expressions and passes run as they stand."""

import re
from pathlib import Path

import numpy as np

from tvm_mlir import te

README = Path(__file__).resolve().parents[2] / "README.md"


def run_section(name):
    section = README.read_text().split(f"## {name}\n")[1].split("\n## ")[0]
    (code,) = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
    exec(compile(code, str(README), "exec"), {})


def test_snippet(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    run_section("Tensor expressions")
    printed = capsys.readouterr().out
    assert "schedule.compute_at %C, %i1.outer" in printed
    assert 'te.kind = "parallel"' in printed
    assert (tmp_path / "product.so").exists()


def test_passes(capsys):
    run_section("Passes")
    printed = capsys.readouterr().out
    assert printed.count("arith.addf") == printed.count("affine.for") == 2
    assert printed.count('{te.kind = "vectorized"}') == 2
    assert "arith.mulf" not in printed


def test_kernel_as_text():
    text = README.read_text().split("      def te_add_one")[1].split("\n* **")[0]
    kernel = te.hybrid.parse("      def te_add_one" + text)
    function = te.build(kernel.schedule, kernel.args, name=kernel.name)
    x = np.arange(5, dtype=np.float32)
    np.testing.assert_array_equal(function(x), x + 1)
