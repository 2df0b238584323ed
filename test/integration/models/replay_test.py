# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A dump says all that the following levels depend on: tvm-opt, with the pipeline
of a level and no other option, makes from it byte for byte what tvmc made."""

import subprocess
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import onnx
import pytest
from benchmarks.kernels import KERNELS
from benchmarks.models import NAMES
from benchmarks.models.cache import cached
from onnxruntime.quantization import QuantFormat

from levels_test import run_tvmc
from long_cases import mark_long
from quantized import quantize

DUMPS = (
    "0-import",
    "1-graph",
    "2-fused",
    "3-te",
    "4-loops",
    "5-scheduled",
    "6-llvm",
)
X86 = "--target=x86_64-unknown-linux-gnu"
CONFIGURATIONS = {
    "host": [],
    "O1": ["-O1"],
    "O0": ["-O0"],
    "avx2": [f"{X86},mcpu=x86-64-v3"],
    "amx-bf16": [f"{X86},mcpu=sapphirerapids", "--mixed-precision=bf16"],
    "neon": ["--target=aarch64-unknown-linux-gnu,mcpu=neoverse-n1"],
    "naive": ["--level=te"],
    "no-winograd": ["--winograd=never"],
}


def compile_model(model: Path, folder: Path, *options: str) -> None:
    """Compiles `model` with dumps in `folder`."""
    run_tvmc(
        "compile", model, "-q", *options, f"--dump-ir={folder}", "-o", folder / "a.so"
    )
    (folder / "a.so").unlink()


def repeat(folder: Path, dumps: Iterable[str], suffix: str = "") -> None:
    """Repeats each step between `dumps`."""
    for before, after in pairwise(dumps):
        level = after.split("-")[1]
        made = folder / "made.mlir"
        command = ["tvm-opt", f"{before}{suffix}.mlir", "--mlir-print-debuginfo"]
        done = subprocess.run(
            [*command, f"--tvm-{level}-pipeline", "-o", made],
            cwd=folder,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr[:1000]
        expected = folder / f"{after}{suffix}.mlir"
        assert made.read_bytes() == expected.read_bytes(), f"{level} differs"


def replay(model: Path, folder: Path, *options: str) -> None:
    """Compiles `model` with dumps in `folder`, and repeats each step."""
    compile_model(model, folder, *options)
    repeat(folder, DUMPS)
    for file in folder.iterdir():
        file.unlink()


def test_product(tmp_path: Path) -> None:
    """Its schedule has sums of affine expressions that contain sums."""
    model = tmp_path / "product.onnx"
    onnx.save(KERNELS["gemm_128x768x3072"].build(), model)
    replay(model, tmp_path / "dumps")


@pytest.mark.parametrize("name", mark_long(NAMES, set(NAMES) - {"dqn", "lstm_lm"}))
def test_model(name: str, tmp_path: Path) -> None:
    replay(cached(name, False), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("configuration", [*CONFIGURATIONS][1:])
@pytest.mark.parametrize("name", NAMES)
def test_configuration(name: str, configuration: str, tmp_path: Path) -> None:
    replay(cached(name, False), tmp_path, *CONFIGURATIONS[configuration])


@pytest.mark.parametrize("name", mark_long(NAMES, set(NAMES) - {"dqn"}))
def test_strategies(name: str, tmp_path: Path) -> None:
    model, given = cached(name, False), tmp_path / "given"
    other = [f"{X86},mcpu=x86-64-v2", f"--dump-strategies={given}"]
    compile_model(model, tmp_path / "other", *other)
    options = [f"{X86},mcpu=x86-64-v3", f"--strategies={given}"]
    replay(model, tmp_path / "dumps", *options)


@pytest.mark.parametrize("name", mark_long(NAMES, set(NAMES) - {"dqn"}))
def test_schedules(name: str, tmp_path: Path) -> None:
    model, given = cached(name, False), tmp_path / "given"
    compile_model(model, tmp_path / "other", f"--dump-schedules={given}")
    files = [file for file in given.iterdir() if ".scheduled." not in file.name]
    assert files
    replay(model, tmp_path / "dumps", *[f"--schedule={file}" for file in files])


@pytest.mark.parametrize("name", mark_long(NAMES, set(NAMES) - {"dqn"}))
def test_variants(name: str, tmp_path: Path) -> None:
    cpus = ("x86-64-v2", "x86-64-v3")
    compile_model(cached(name, False), tmp_path, X86, f"--multiversion={','.join(cpus)}")
    repeat(tmp_path, DUMPS[: DUMPS.index("4-loops") + 1])
    for cpu in cpus:
        repeat(tmp_path, DUMPS[DUMPS.index("4-loops") :], f".{cpu}")
    texts = {(tmp_path / f"5-scheduled.{cpu}.mlir").read_bytes() for cpu in cpus}
    assert len(texts) == len(cpus)


@pytest.mark.parametrize("configuration", mark_long(CONFIGURATIONS, ["O0", "naive"]))
def test_quantized(configuration: str, tmp_path: Path) -> None:
    model = quantize(QuantFormat.QDQ, False, tmp_path)
    replay(model, tmp_path / "dumps", *CONFIGURATIONS[configuration])
