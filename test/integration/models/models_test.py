# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ten models, ours and PyTorch's exports, against ONNX Runtime."""

from pathlib import Path

import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.compiler import compile_model, manifest
from benchmarks.facts import facts_of
from benchmarks.models import NAMES
from benchmarks.models.cache import cached
from benchmarks.pinned import Peer

from long_cases import LARGE_MODELS, mark_long
from small_stack import LIMIT, check_stack

THREADS = 2


@pytest.mark.parametrize("name", NAMES)
def test_model(name: str, tmp_path: Path) -> None:
    check(name, exported=False, tmp_path=tmp_path)


@pytest.mark.parametrize("name", mark_long(NAMES, LARGE_MODELS))
def test_exported_model(name: str, tmp_path: Path) -> None:
    check(name, exported=True, tmp_path=tmp_path)


def check(name: str, exported: bool, tmp_path: Path) -> None:
    model = cached(name, exported)
    inputs = model.with_suffix(".npz")
    artefact = tmp_path / "model.so"
    compiled = compile_model(
        model, artefact, f"--threads={THREADS}", cold=False
    )
    with Peer("ort", model, inputs, THREADS) as peer:
        reference = peer.outputs(tmp_path)
    with Peer("tvm", artefact, inputs, THREADS) as peer:
        actual = peer.outputs(tmp_path)
    check_stack(artefact, inputs)
    described = manifest(artefact)
    memory = described["memory"]
    artefact.unlink()
    probabilities = facts_of(model).probabilities
    assert error_in_tolerances(actual, reference, probabilities) <= 1
    assert 0 < described["stack"] <= LIMIT
    assert compiled.peak_bytes <= 3 * model.stat().st_size + 10**9
    assert memory["planned"] <= 1.1 * memory["lower_bound"]
