# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/write_a_pass: Python and C++ print the same, and kernels that are compiled
with the pass compute the same."""

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
from tvm_mlir.ir import Context, Module, PassManager

ROOT = Path(__file__).resolve().parents[3]
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


def test_model(add_twice, tmp_path):
    """Passes run on a dump of a model, and the compilation continues from it."""
    onnx = pytest.importorskip("onnx")
    values = onnx.helper.make_tensor_value_info
    floats = onnx.TensorProto.FLOAT
    two = onnx.numpy_helper.from_array(np.float32(2), "two")
    graph = onnx.helper.make_graph(
        [onnx.helper.make_node("Mul", ["x", "two"], ["y"])],
        "model",
        [values("x", floats, ["n", 4])],
        [values("y", floats, ["n", 4])],
        [two],
    )
    opset = onnx.helper.make_opsetid("", 17)
    model = onnx.helper.make_model(graph, opset_imports=[opset], ir_version=8)
    tvm_mlir.compile(model, dump_ir=tmp_path)
    dump = tmp_path / "4-loops.mlir"
    with Context():
        module = Module.parseFile(dump)

        def all_functions(op, pass_):
            op.walk(lambda f: f.name == "func.func" and add_twice.add_twice(f, pass_))

        manager = PassManager("builtin.module")
        manager.add(all_functions)
        manager.run(module)
        assert "arith.addf" in str(module) and "arith.mulf" not in str(module)
        dump.write_text(str(module))
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    y = tvm_mlir.compile(dump).run({"x": x})["y"]
    np.testing.assert_array_equal(y, x * 2)


# "Directly write pass, manipulate IR structures" of the slides, letter by letter
# (with ASCII's quotes), on te_add_one of "Mixed Function Variants".
SLIDE = """
mod = tvm.IRModule([te_add_one])
print(mod["te_add_one"].args)
"""

TE_ADD_ONE = """
def te_add_one(a, b):
    n = var("n")
    A = decl_buffer((n,), "float32", src=a)
    B = decl_buffer((n,), "float32", src=b)
    for i in parallel(n):
        B[i] = A[i] + 1.0
"""


def test_slide(capsys):
    names = {"tvm": te, "te_add_one": te.hybrid.parse(TE_ADD_ONE)}
    exec(SLIDE, names)
    mod = names["mod"]
    assert capsys.readouterr().out.count("memref<?xf32>") == 2
    assert [str(a.type) for a in mod["te_add_one"].args] == ["memref<?xf32>"] * 2
    kinds = []

    def serialize(op, pass_):
        loops = []
        op.walk(lambda each: loops.append(each) if each.name == "affine.for" else None)
        for loop in loops:
            kinds.append(loop.attributes["te.kind"].value)
            del loop.attributes["te.kind"]

    with mod.context:
        manager = PassManager("func.func")
        manager.add(serialize)
        manager.run(mod["te_add_one"])
    assert kinds == ["parallel"] and "te.kind" not in str(mod["te_add_one"])
    with pytest.raises(KeyError, match="no symbol 'other'"):
        mod["other"]


def test_several_functions():
    other = TE_ADD_ONE.replace("te_add_one", "te_add_two").replace("1.0", "2.0")
    mod = te.IRModule([te.hybrid.parse(TE_ADD_ONE), te.hybrid.parse(other)])
    with mod.context:
        passes = "builtin.module(builtin.module(func.func(canonicalize)))"
        PassManager.parse(passes).run(mod)
    assert "1.000000e+00" in str(mod["te_add_one"])
    assert "2.000000e+00" in str(mod["te_add_two"])


def test_command():
    """The files in the commands of the example's page exist."""
    page = (EXAMPLE / "README.md").read_text()
    assert f"--pass-pipeline='{PIPELINE}'" in page
    for name in re.findall(r"examples/write_a_pass/(\w+\.\w+)", page):
        assert (EXAMPLE / name).exists() or name == PLUGIN.name
