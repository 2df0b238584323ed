# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The bytes of an artefact depend on the model and the options alone."""

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import onnx
import pytest
from benchmarks.compiler import tvmc
from benchmarks.models.cache import cached

from nets import NETS


def compile_in(folder: Path, model: Path, *options: str, **environment: str) -> bytes:
    """Compiles a copy of `model` in `folder`, without kernels from a cache."""
    folder.mkdir(parents=True)
    name = f"{folder.name}.onnx"
    shutil.copy(model, folder / name)
    command = [tvmc(), "compile", name, "-o", "out.so", "-q", "--no-cache", *options]
    subprocess.run(command, cwd=folder, env={**os.environ, **environment}, check=True)
    return (folder / "out.so").read_bytes()


def check(model: Path, folder: Path) -> None:
    first = compile_in(folder / "first", model, "--threads=1")
    again = compile_in(folder / "first again", model, "--threads=1")
    parallel = compile_in(folder / "deeper" / "parallel", model, "--threads=3")
    home = folder / "home"
    home.mkdir()
    user = {"HOME": str(home), "USER": "somebody", "TMPDIR": str(home), "LANG": "C"}
    elsewhere = compile_in(folder / "elsewhere", model, **user)
    assert again == first
    assert parallel == first
    assert elsewhere == first


@pytest.mark.parametrize("net", NETS)
def test_nets(net: Callable[[], onnx.ModelProto], tmp_path: Path) -> None:
    model = tmp_path / "net.onnx"
    onnx.save(net(), model)
    check(model, tmp_path)


def test_a_model(tmp_path: Path) -> None:
    check(cached("squeezenet"), tmp_path)
