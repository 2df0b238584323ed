# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Schedules that are given: those that were dumped, and some by hand."""

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import onnx.parser
import pytest
import tvm_mlir
from benchmarks.compare import error_in_tolerances
from benchmarks.models.build import inputs
from benchmarks.models.builder import Builder
from benchmarks.systems import OnnxRuntime

from levels_test import run, run_tvmc
from nets import NETS


@pytest.mark.parametrize("net", NETS)
def test_dumped_schedules_give_the_same_artefact(
    net: Callable[[], onnx.ModelProto], tmp_path: Path
) -> None:
    path, dumps = tmp_path / "net.onnx", tmp_path / "dumps"
    onnx.save(net(), path)
    first, again = tmp_path / "net.so", tmp_path / "again.so"
    options = ["-q", f"--dump-schedules={dumps}"]
    run_tvmc("compile", path, "-o", first, *options)
    files = [p for p in dumps.iterdir() if ".scheduled" not in p.suffixes]
    assert files
    given = [f"--schedule={file}" for file in files]
    run_tvmc("compile", path, "-o", again, "-q", *given)
    assert first.read_bytes() == again.read_bytes()


def test_several_schedules_from_python(tmp_path: Path) -> None:
    path, dumps = tmp_path / "net.onnx", tmp_path / "dumps"
    onnx.save(build("matmul"), path)
    first, again = tmp_path / "net.so", tmp_path / "again.so"
    tvm_mlir.compile(path, output=first, dump_schedules=dumps)
    files = sorted(p for p in dumps.iterdir() if ".scheduled" not in p.suffixes)
    assert len(files) > 1
    tvm_mlir.compile(path, output=again, schedule=files)
    assert first.read_bytes() == again.read_bytes()
    # Each of them is read.
    for file in files:
        text = file.read_text()
        file.write_text(text.replace("module @", "module @other_"))
        with pytest.raises(tvm_mlir.TvmError, match=f"{file}:1:1: the model has no kernel"):
            tvm_mlir.compile(path, output=again, schedule=files)
        file.write_text(text)


# Sizes around those of vectors: splits hardly ever divide them.
SIZES = (1, 3, 15, 17, 31)

AVX2 = "host,mcpu=x86-64,mattr=+avx2+fma"
TARGETS = {
    "avx2": AVX2,
    "avx512": AVX2 + "+avx512f+avx512bw+avx512dq+avx512vl",
}

# Inputs, outputs and nodes for a size N.
KERNELS = {
    "element-wise": (
        "float[3, N] xN, float[N] bN",
        "float[3, N] yN",
        "sN = Add(xN, bN) yN = Relu(sN)",
    ),
    "unknown-rows": (
        "float[rows, N] xN, float[N] bN",
        "float[rows, N] yN",
        "sN = Mul(xN, bN) yN = Tanh(sN)",
    ),
    "unknown-columns": (
        "float[3, columns] xN, float[3, columns] bN",
        "float[3, columns] yN",
        "sN = Sub(xN, bN) mN = Mul(sN, xN) yN = Exp(mN)",
    ),
    "half": (
        "float16[5, N] xN, float16[5, N] bN",
        "float16[5, N] yN",
        "yN = Add(xN, bN)",
    ),
    # Masked lanes hold zeros: dividing by them would trap.
    "integer-division": (
        "int32[3, N] xN, int32[N] bN",
        "int32[3, N] yN",
        "yN = Div(xN, bN)",
    ),
    "gathered": (
        "float[N, 3] xN",
        "float[3, N] yN",
        "tN = Transpose<perm = [1, 0]>(xN) yN = Abs(tN)",
    ),
    "sum": (
        "float[3, N] xN",
        "float[3] yN",
        "yN = ReduceSum<keepdims = 0>(xN, last)",
    ),
    "maximum": (
        "float[3, N] xN",
        "float[3] yN",
        "yN = ReduceMax<axes = [1], keepdims = 0>(xN)",
    ),
    "product": (
        "float[3, N] xN",
        "float[3] yN",
        "yN = ReduceProd<axes = [1], keepdims = 0>(xN)",
    ),
    "all-but-rows": (
        "float[N, 3, N] xN",
        "float[N] yN",
        "yN = ReduceMin<axes = [1, 2], keepdims = 0>(xN)",
    ),
    "softmax": (
        "float[3, N] xN",
        "float[3, N] yN",
        "yN = Softmax(xN)",
    ),
    "matmul": (
        "float[N, N] xN, float[N, N] wN",
        "float[N, N] yN",
        "pN = MatMul(xN, wN) yN = Relu(pN)",
    ),
    "convolution": (
        "float[1, 3, N, N] xN, float[5, 3, 3, 3] wN",
        "float[1, 5, N, N] yN",
        "yN = Conv<pads = [1, 1, 1, 1]>(xN, wN)",
    ),
}


def build(kernel: str) -> onnx.ModelProto:
    """One model with the kernel in all sizes."""
    parts = ["", "", ""]
    for size in SIZES:
        for i, part in enumerate(KERNELS[kernel]):
            # N alone is the size, at the end of a name it tells names apart.
            part = re.sub(r"\bN\b", str(size), part)
            part = re.sub(r"\b([a-z])N\b", rf"\1_{size}", part)
            parts[i] += (", " if parts[i] and i < 2 else " ") + part
    return onnx.parser.parse_model(
        f"""<ir_version: 8, opset_import: ["": 17]>
        g ({parts[0]}) => ({parts[1]})
        <int64[1] last = {{1}}> {{ {parts[2]} }}"""
    )


def feed(model: onnx.ModelProto) -> dict[str, np.ndarray]:
    arrays = inputs(model, dynamic=17)
    for value in model.graph.input:
        kind = value.type.tensor_type.elem_type
        array = arrays[value.name]
        if kind == onnx.TensorProto.INT32:
            array = np.round(array * 100).astype(np.int32)
            arrays[value.name] = np.where(array == 0, 7, array)
        elif kind == onnx.TensorProto.FLOAT16:
            arrays[value.name] = array.astype(np.float16)
    return arrays


class Script:
    """A schedule as text."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.count = 0

    def do(self, step: str, *operands: str, results: int = 0) -> list[str]:
        names = [f"%v{self.count + i}" for i in range(results)]
        self.count += results
        left = f"{', '.join(names)} = " if names else ""
        self.lines.append(f"{left}{step.format(*operands)}")
        return names

    def loops(self, block: str, count: int) -> list[str]:
        return self.do("schedule.get_loops of {}", block, results=count)

    def split(self, loop: str, factor: int) -> list[str]:
        return self.do(f"schedule.split {{}} by [0, {factor}]", loop, results=2)


def vectorize_innermost(script: Script, blocks: list[tuple[str, str]]) -> None:
    """Rows and columns are split, columns of a row are a vector."""
    for name, flags in blocks:
        (block,) = script.do(
            f'schedule.get_block "{name}" in %root', results=1
        )
        loops = script.loops(block, flags.count(",") + 1)
        if len(loops) > 1:
            script.split(loops[0], 2)
        script.do("schedule.vectorize {}", script.split(loops[-1], 24)[1])


def vectorize_columns(script: Script, blocks: list[tuple[str, str]]) -> None:
    """A tile of 4 rows by 8 columns, the reduction outside of it."""
    for name, flags in blocks:
        (block,) = script.do(
            f'schedule.get_block "{name}" in %root', results=1
        )
        kinds = flags.split(", ")
        loops = script.loops(block, len(kinds))
        spatial = [v for v, k in zip(loops, kinds) if k == "false"]
        reduction = [v for v, k in zip(loops, kinds) if k == "true"]
        outer, inner = script.split(spatial[-1], 8)
        tile = [inner]
        around = [*spatial[:-1], outer]
        if len(spatial) > 1:
            rows, row = script.split(spatial[-2], 4)
            around[-2] = rows
            tile = [row, inner]
        if reduction:
            reduction[-1:] = script.split(reduction[-1], 4)
        order = [*around, *reduction, *tile]
        script.do("schedule.reorder " + ", ".join(order))
        script.do("schedule.vectorize {}", inner)
        if len(tile) > 1:
            script.do("schedule.unroll {}", tile[0])
        if reduction:
            script.do(
                "schedule.decompose_reduction {}, {}",
                block,
                reduction[0],
                results=1,
            )


def register_tile(script: Script, blocks: list[tuple[str, str]]) -> None:
    """As the rules' tiles, but nothing is peeled: predicates instead."""
    (reduction, flags), (epilogue, _) = blocks
    (r,) = script.do(f'schedule.get_block "{reduction}" in %root', results=1)
    (e,) = script.do(f'schedule.get_block "{epilogue}" in %root', results=1)
    i, j = script.loops(e, 2)
    io, il = script.split(i, 4)
    jo, jl = script.split(j, 16)
    script.do("schedule.reorder " + ", ".join((jo, io, il, jl)))
    (tile,) = script.do("schedule.compute_at {}, {}", r, io, results=1)
    script.do("schedule.vectorize {}", jl)
    script.do("schedule.unroll {}", il)
    _, _, ti, tj, tk = script.loops(tile, 5)
    to, tl = script.split(tk, 2)
    script.do("schedule.reorder " + ", ".join((to, tl, ti, tj)))
    script.do("schedule.vectorize {}", tj)
    script.do("schedule.unroll {}", ti)
    script.do("schedule.decompose_reduction {}, {}", tile, to, results=1)


def reschedule(
    file: Path, rule: Callable[[Script, list[tuple[str, str]]], None]
) -> None:
    """Replaces the steps of the schedule in `file`."""
    text = file.read_text()
    blocks = re.findall(r'te\.block "([^"]*)" \[([a-z, ]*)\]', text)
    head, _ = text.split("transform.named_sequence @__transform_main")
    script = Script()
    rule(script, blocks)
    steps = "\n".join(f"    {line}" for line in script.lines)
    file.write_text(
        f"""{head}transform.named_sequence @__transform_main(
      %root: !transform.any_op {{transform.readonly}}) {{
{steps}
    transform.yield
  }}
}}
"""
    )


CASES = [
    *((kernel, vectorize_innermost) for kernel in KERNELS),
    *(
        (kernel, vectorize_columns)
        for kernel in ("element-wise", "half", "matmul", "convolution")
    ),
    ("matmul", register_tile),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("kernel, rule", CASES)
def test_predicated_vectors(
    kernel: str,
    rule: Callable[[Script, list[tuple[str, str]]], None],
    target: str,
    tmp_path: Path,
) -> None:
    model = build(kernel)
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    onnx.save(model, path)
    np.savez(feeds, **feed(model))
    expected = run(path, feeds, "--level=loops")
    artefact, dumps = tmp_path / "net.so", tmp_path / "dumps"
    options = ["-q", f"--target={TARGETS[target]}", "-o", artefact]
    run_tvmc("compile", path, *options, f"--dump-schedules={dumps}")
    files = [p for p in dumps.iterdir() if ".scheduled" not in p.suffixes]
    for file in files:
        reschedule(file, rule)
    given = [f"--schedule={file}" for file in files]
    run_tvmc("compile", path, *options, *given)
    assert error_in_tolerances(run(artefact, feeds), expected) <= 1


def test_directions_that_share_weights_are_tiled(tmp_path: Path) -> None:
    """Both have their weights in one tensor, whose layout the first one chooses."""
    b = Builder("directions", opset=17)
    weights = [b.weight("w", 2, 256, 32), b.weight("r", 2, 256, 64), b.weight("b", 2, 512)]
    x = b.input("x", [7, 1, 32])
    y = b.op("LSTM", x, *weights, hidden_size=64, direction="bidirectional")
    b.output("y", y, [7, 2, 1, 64])
    model, path, artefact = b.build(), tmp_path / "net.onnx", tmp_path / "net.so"
    onnx.save(model, path)
    dumps, feeds = tmp_path / "schedules", tmp_path / "in.npz"
    run_tvmc("compile", path, "-q", f"--dump-schedules={dumps}", "-o", artefact)
    scheduled = (dumps / "fused_lstm.scheduled.mlir").read_text()
    # Four products, each initialised in its tile.
    assert len(re.findall(r'te.block "\w+_init"', scheduled)) >= 4
    arrays = inputs(model, dynamic=1)
    np.savez(feeds, **arrays)
    expected = OnnxRuntime(str(path), 1).run(arrays)
    assert error_in_tolerances(run(artefact, feeds), expected) <= 1
