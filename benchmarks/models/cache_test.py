# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the kept versions of built models, also beside another process."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.models import cache


@pytest.mark.parametrize("removed_by_another", [False, True])
def test_previous_versions_go(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, removed_by_another: bool
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    versions = cache.folder()
    previous = versions / f"dqn-{'0' * 16}"
    # An incomplete folder of this version, which a killed process left.
    incomplete = versions / f"dqn-{cache._key('dqn', False)}"
    for version in (previous, incomplete):
        version.mkdir(parents=True)
        (version / "inputs.npz").write_bytes(b"old")

    def build(command: list[str], **_: object) -> None:
        folder = Path(command[-2])
        (folder / "dqn.onnx").write_bytes(b"model")
        (folder / "inputs.npz").write_bytes(b"new")
        if removed_by_another:
            shutil.rmtree(previous)

    monkeypatch.setattr(subprocess, "run", build)
    model = cache.cached("dqn")
    assert model.read_bytes() == b"model"
    assert (model.parent / "inputs.npz").read_bytes() == b"new"
    assert list(versions.iterdir()) == [incomplete]
