"""examples/write_a_pass: Python and C++ print the same, and what is compiled with
the pass computes the same."""

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import tvm_mlir
from tvm_mlir import te
from tvm_mlir.ir import Context, Module, PassManager, SymbolTable

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/write_a_pass"
PLUGIN = ROOT / "bazel-bin/examples/write_a_pass/libadd_twice.so"
PIPELINE = "builtin.module(func.func(add-twice))"


@pytest.fixture(scope="module")
def add_twice():
    spec = importlib.util.spec_from_file_location("add_twice", EXAMPLE / "add_twice.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def in_python(file):
    environment = {"PYTHONPATH": str(ROOT / "python"), "PATH": ""}
    command = [sys.executable, EXAMPLE / "add_twice.py", file]
    return subprocess.check_output(command, text=True, env=environment)


def in_cpp(file):
    tool = shutil.which("mlir-opt-22") or "/usr/lib/llvm-22/bin/mlir-opt"
    command = [tool, f"--load-pass-plugin={PLUGIN}", f"--pass-pipeline={PIPELINE}"]
    return subprocess.check_output([*command, file], text=True)


def test_same_text_as_cpp():
    file = ROOT / "test/examples/write_a_pass/add-twice.mlir"
    assert in_python(file) == in_cpp(file)


def twice_of(factor):
    n = te.var("n")
    x = te.placeholder((n,), name="x")
    return x, te.compute((n,), lambda i: x[i] * factor + 1, name="y")


def test_same_text_as_cpp_of_te_lower(tmp_path):
    x, y = twice_of(2)
    s = te.create_schedule(y.op)
    outer, inner = s[y].split(y.op.axis[0], 8)
    s[y].vectorize(inner)
    file = tmp_path / "kernel.mlir"
    file.write_text(te.lower(s, [x, y]))
    assert "arith.mulf" in file.read_text()
    assert in_python(file) == in_cpp(file)
    assert "arith.mulf" not in in_python(file)


@pytest.mark.parametrize("phase", [0, 1])
@pytest.mark.parametrize("factor", [2, 3])
def test_build(add_twice, phase, factor):
    x, y = twice_of(factor)
    added = [(phase, add_twice.add_twice)]
    s = te.create_schedule(y.op)
    with tvm_mlir.PassContext(config={"tir.add_lower_pass": added}):
        text = te.lower(s, [x, y])
        f = te.build(s, [x, y])
    assert ("arith.mulf" in text) == (factor != 2)
    values = np.linspace(-3, 3, 37, dtype=np.float32)
    np.testing.assert_allclose(f(values), values * factor + 1, rtol=1e-5, atol=1e-6)


# "Directly write pass, manipulate IR structures" of the slides: te_add_one of
# "Mixed Function Variants", whose arguments are asked for as there.
TE_ADD_ONE = """
def te_add_one(a, b):
    n = var("n")
    A = decl_buffer((n,), "float32", src=a)
    B = decl_buffer((n,), "float32", src=b)
    for i in parallel(n):
        B[i] = A[i] + 1.0
"""


def test_slide():
    te_add_one = te.hybrid.parse(TE_ADD_ONE)
    text = te.lower(te_add_one.schedule, te_add_one.args, te_add_one.name)
    with Context():
        mod = SymbolTable(Module.parse(text))
        args = mod["te_add_one"].regions[0].blocks[0].arguments
        assert [str(arg.type) for arg in args] == ["memref<?xf32>"] * 2
        kinds = []

        def loops(op, pass_):
            op.walk(lambda loop: kinds.append(loop.attributes.get("te.kind")))

        manager = PassManager("func.func")
        manager.add(loops)
        manager.run(mod["te_add_one"])
    assert [kind.value for kind in kinds if kind] == ["parallel"]


def test_command():
    """The commands of the example's page name what there is."""
    page = (EXAMPLE / "README.md").read_text()
    assert f"--pass-pipeline='{PIPELINE}'" in page
    for name in re.findall(r"examples/write_a_pass/(\w+\.\w+)", page):
        assert (EXAMPLE / name).exists() or name == PLUGIN.name
