# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/blas_partition: products by the system's BLAS, the rest by us."""

import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import ROOT, manifest, tvmc
from benchmarks.models.builder import Builder
from benchmarks.models.layers import gemm, matmul_add
from nets import attention
from peers import Arrays, run_onnxruntime

EXAMPLE = ROOT / "bazel-bin/examples/blas_partition"
PLUGIN = EXAMPLE / "libblas_partition.so"
FUNCTIONS = EXAMPLE / "libblas_functions.so"


def perceptron(rows: int | str) -> onnx.ModelProto:
    b = Builder("perceptron", opset=17)
    x = b.input("x", [rows, 33])
    x = b.op("Relu", gemm(b, x, (33, 65), name="first"))
    x = b.op("Tanh", matmul_add(b, x, (65, 17), name="second"))
    x = b.op("MatMul", x, b.op("Transpose", x))
    # Two products of one function: the first one's result is the kernel's own.
    x = b.op("MatMul", b.op("MatMul", x, x), x)
    b.output("y", x, [rows, rows])
    return b.build()


def compile_model(
    model: onnx.ModelProto, folder: Path, *options: object
) -> Path:
    onnx.save(model, folder / "model.onnx")
    artefact = folder / "model.so"
    command = [tvmc(), "compile", folder / "model.onnx", "-o", artefact, "-q"]
    subprocess.run(
        [*command, f"--load-plugin={PLUGIN}", "--partition=blas", *options],
        check=True,
    )
    return artefact


def run_artefact(artefact: Path, inputs: Arrays, *options: object) -> Arrays:
    folder = artefact.parent
    np.savez(folder / "in.npz", **inputs)
    subprocess.run(
        [tvmc(), "run", artefact, f"--inputs={folder / 'in.npz'}",
         f"--outputs={folder / 'out.npz'}", f"--load-library={FUNCTIONS}",
         *options],
        check=True, capture_output=True,
    )  # fmt: skip
    with np.load(folder / "out.npz") as outputs:
        return dict(outputs)


@pytest.mark.parametrize("opt_level", [0, 3])
@pytest.mark.parametrize("rows", [1, 5, 8])
@pytest.mark.parametrize("is_static", [True, False], ids=["static", "dynamic"])
def test_perceptron(
    is_static: bool, rows: int, opt_level: int, tmp_path: Path
) -> None:
    model = perceptron(rows if is_static else "rows")
    artefact = compile_model(model, tmp_path, f"-O{opt_level}")
    assert manifest(artefact)["externs"] == ["tvm_example_sgemm"]
    x = np.random.default_rng(rows).normal(size=(rows, 33)).astype(np.float32)
    y = run_artefact(artefact, {"x": x})["y"]
    expected = run_onnxruntime(model, {"x": x})[0]
    np.testing.assert_allclose(y, expected, 1e-4, 1e-5)


def test_other_products_stay(tmp_path: Path) -> None:
    """Batched products, in attention, are generated code."""
    model = attention()
    artefact = compile_model(model, tmp_path)
    assert "externs" not in manifest(artefact)
    x = np.random.default_rng(1).normal(size=(2, 7, 24)).astype(np.float32)
    y = run_artefact(artefact, {"x": x})["y"]
    expected = run_onnxruntime(model, {"x": x})[0]
    np.testing.assert_allclose(y, expected, 1e-4, 1e-5)


def test_sizes_are_checked(tmp_path: Path) -> None:
    """The product's own check, of sizes that are known when it runs."""
    b = Builder("product", opset=17)
    x, y = b.input("x", ["m", "k"]), b.input("y", ["l", "n"])
    b.output("z", b.op("MatMul", x, y), ["m", "n"])
    artefact = compile_model(b.build(), tmp_path)
    x, y = np.ones((2, 3), np.float32), np.ones((3, 4), np.float32)
    z = run_artefact(artefact, {"x": x, "y": y})["z"]
    np.testing.assert_array_equal(z, np.full((2, 4), 3))
    with pytest.raises(subprocess.CalledProcessError) as error:
        run_artefact(artefact, {"x": x, "y": y[:2]})
    assert b"equal inner dimensions, got 3 and 2" in error.value.stderr


def test_example_is_short() -> None:
    """The issue's promise: a target in under 200 lines."""
    files = sorted((ROOT / "examples/blas_partition").iterdir())
    lines = sum(len(file.read_text().splitlines()) for file in files)
    assert len(files) == 4 and lines < 200
