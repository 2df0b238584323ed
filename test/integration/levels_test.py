# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each level of the IR, and the fast path, give the same results."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.compiler import tvmc
from benchmarks.facts import find_facts
from benchmarks.models.build import inputs
from benchmarks.systems import OnnxRuntime

from nets import NETS

Outputs = dict[str, np.ndarray]

LEVELS = ("graph", "te", "loops")


def run_tvmc(*arguments: object) -> None:
    command = [tvmc(), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run(model: Path, feeds: Path, *options: str) -> Outputs:
    """The outputs of an artefact, or of a model at a level. Skips the test where
    this machine cannot run what the artefact was compiled for."""
    results = model.parent / "out.npz"
    command = [tvmc(), "run", model, *options, f"--inputs={feeds}", f"--outputs={results}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if "this CPU lacks" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    with np.load(results) as outputs:
        return dict(outputs)


@pytest.mark.parametrize("net", NETS)
def test_levels_agree(
    net: Callable[[], onnx.ModelProto], tmp_path: Path
) -> None:
    model = net()
    onnx.checker.check_model(model, full_check=True)
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    onnx.save(model, path)
    arrays = inputs(model, dynamic=5)
    np.savez(feeds, **arrays)
    results = {level: run(path, feeds, f"--level={level}") for level in LEVELS}
    for optimize in ("-O0", "-O3"):
        artefact = tmp_path / "net.so"
        run_tvmc("compile", path, "-o", artefact, "-q", optimize)
        results[optimize] = run(artefact, feeds)
    reference = OnnxRuntime(str(path), 1).run(arrays)
    logarithmic = find_facts(model).probabilities
    for expected in (reference, results["graph"]):
        errors = {
            way: error_in_tolerances(outputs, expected, logarithmic)
            for way, outputs in results.items()
        }
        assert max(errors.values()) <= 1, errors
