# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/schedule_rule: a schedule rule that is built outside of the tree."""

import re
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compiler import ROOT, tvmc
from benchmarks.models.builder import Builder

EXAMPLE = ROOT / "examples/schedule_rule"
TVM_OPT = str(ROOT / "bazel-bin/tools/tvm-opt/tvm-opt")
OURS = str(ROOT / "bazel-bin/tools/plugin/libtvm_mlir_plugin.so")
COMPARE = str(ROOT / "bazel-bin/test/transforms/Schedule/fuzz/compare_kernels")
GENERATE = "--pass-pipeline=builtin.module(schedule-generate)"
FORCED = '#schedule.custom<rule = "thin_product", parameters = {lanes = 8 : i64, rows = 2 : i64}>'
ROWS, TERMS = 96, 64

KERNEL = """
func.func @kernel(%a: memref<32x64xf32>, %b: memref<6x64xf32>,
                  %c: memref<32x6xf32>) attributes {schedule.strategy = STRATEGY} {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 64 {
        te.block "C" [false, false, true] affine_map<(i, j, k) -> (i, j, k)>(%i, %j, %k) captures(%a, %b, %c : memref<32x64xf32>, memref<6x64xf32>, memref<32x6xf32>) init {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<32x64xf32>, %mb: memref<6x64xf32>, %mc: memref<32x6xf32>):
          %zero = arith.constant 0.0 : f32
          affine.store %zero, %mc[%vi, %vj] : memref<32x6xf32>
          te.yield
        } do {
        ^bb0(%vi: index, %vj: index, %vk: index, %ma: memref<32x64xf32>, %mb: memref<6x64xf32>, %mc: memref<32x6xf32>):
          %x = affine.load %ma[%vi, %vk] : memref<32x64xf32>
          %y = affine.load %mb[%vj, %vk] : memref<6x64xf32>
          %s = affine.load %mc[%vi, %vj] : memref<32x6xf32>
          %m = arith.mulf %x, %y : f32
          %n = arith.addf %s, %m : f32
          affine.store %n, %mc[%vi, %vj] : memref<32x6xf32>
          te.yield
        }
      }
    }
  }
  return
}
"""


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plug-in, as the README builds it."""
    library = tmp_path_factory.mktemp("plugin") / "libthin_product.so"
    subprocess.run([EXAMPLE / "build", library], check=True)
    return library


def run(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fail(*command: object) -> str:
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    assert done.returncode == 1
    return done.stderr


class Product:
    """relu(x w + b), with `columns` columns, compiled in a folder."""

    def __init__(self, columns: int, folder: Path) -> None:
        random = np.random.default_rng(columns)

        def floats(*shape: int) -> np.ndarray:
            return random.normal(size=shape).astype(np.float32)

        self.folder = folder
        self.x, w, b = floats(ROWS, TERMS), floats(TERMS, columns), floats(columns)
        self.expected = np.maximum(self.x @ w + b, 0)
        model = Builder("product", opset=17)
        y = model.op("MatMul", model.input("x", [ROWS, TERMS]), model.constant(w, np.float32))
        y = model.op("Relu", model.op("Add", y, model.constant(b, np.float32)))
        model.output("y", y, [ROWS, columns])
        onnx.save(model.build(), folder / "model.onnx")
        np.savez(folder / "in.npz", x=self.x)

    def compile(self, source: str, *options: str) -> Path:
        artefact = self.folder / "model.so"
        run(tvmc(), "compile", self.folder / source, "-o", artefact, "-q", *options)
        return artefact

    def check(self, artefact: Path) -> None:
        out = self.folder / "out.npz"
        run(tvmc(), "run", artefact, f"--inputs={self.folder / 'in.npz'}",
            f"--outputs={out}")  # fmt: skip
        with np.load(out) as outputs:
            np.testing.assert_allclose(outputs["y"], self.expected, 1e-4, 1e-5)


def get_strategies(product: Product, *options: str) -> Path:
    """The file of --dump-strategies for the one kernel."""
    folder = product.folder / "strategies"
    product.compile("model.onnx", f"--dump-strategies={folder}", *options)
    (file,) = folder.glob("fused_*.mlir")
    return file


@pytest.mark.parametrize("columns", [2, 3])
def test_wins(columns: int, plugin: Path, tmp_path: Path) -> None:
    product = Product(columns, tmp_path)
    load, dump = f"--load-plugin={plugin}", f"--dump-ir={tmp_path}"
    schedules = tmp_path / "schedules"
    options = [load, dump, f"--dump-schedules={schedules}"]
    product.check(product.compile("model.onnx", *options))
    assert any("thin_product" in file.read_text() for file in schedules.iterdir())
    assert "vector.reduction" in (tmp_path / "5-scheduled.mlir").read_text()
    assert 'rule = "thin_product"' in get_strategies(product, load).read_text()
    assert "thin_product" in run(tvmc(), "explain", tmp_path / "model.onnx", load)
    assert "thin_product" not in get_strategies(product, dump).read_text()
    assert "vector.reduction" not in (tmp_path / "5-scheduled.mlir").read_text()


def estimates(listing: str) -> dict[str, int]:
    """The lowest estimate of each rule in the output of --schedule-list-strategies."""
    rules = re.split("    rule (\\w+): ", listing)[1:]
    lowest = {}
    for rule, text in zip(rules[::2], rules[1::2], strict=True):
        if found := re.findall(r"(?:best|preferred) (\d+) cycles", text):
            lowest[rule] = min(map(int, found))
    return lowest


@pytest.mark.parametrize("columns", [2, 7, 8, 10, 15])
def test_the_lower_estimate_wins(columns: int, plugin: Path, tmp_path: Path) -> None:
    product = Product(columns, tmp_path)
    load, target = f"--load-plugin={plugin}", "--target=x86_64-linux-gnu,mcpu=x86-64-v4"
    dump = tmp_path / "ir"
    chosen = get_strategies(product, load, target, f"--dump-ir={dump}").read_text()
    text = run(TVM_OPT, f"--load-pass-plugin={plugin}", "--schedule-list-strategies=best=1",
               dump / "4-loops.mlir", "-o", "/dev/null")  # fmt: skip
    lowest = estimates(text)
    wins = lowest["thin_product"] < 0.9 * lowest["register_tile"]
    assert ("thin_product" in chosen) == wins == (columns == 2)


STRATEGY = re.compile(r'(schedule\.strategy = #schedule\.blocks<"\w+" = ).*>\}')


def test_forced(plugin: Path, tmp_path: Path) -> None:
    """A strategy of the kernel chooses the rule where it does not win."""
    product = Product(16, tmp_path)
    load = f"--load-plugin={plugin}"
    file = get_strategies(product, load)
    text = file.read_text()
    assert "thin_product" not in text
    text, count = STRATEGY.subn(rf"\1{FORCED}>}}", text)
    assert count == 1
    file.write_text(text)
    options = [f"--strategies={file}", f"--dump-ir={tmp_path}"]
    product.check(product.compile("model.onnx", load, *options))
    assert "vector.reduction" in (tmp_path / "5-scheduled.mlir").read_text()
    # Without the plug-in nobody knows the rule.
    error = fail(tvmc(), "compile", tmp_path / "model.onnx", "-o", tmp_path / "no.so",
                 f"--strategies={file}")  # fmt: skip
    assert f"there is no schedule rule 'thin_product' for the strategy {FORCED}" in error
    assert not (tmp_path / "no.so").exists()


def kernel(folder: Path, strategy: str) -> Path:
    file = folder / "kernel.mlir"
    file.write_text(KERNEL.replace("STRATEGY", strategy))
    return file


@pytest.mark.parametrize("strategy", [FORCED, f'#schedule.blocks<"C" = {FORCED}>'])
def test_other_tools(strategy: str, plugin: Path, tmp_path: Path) -> None:
    file = kernel(tmp_path, strategy)
    ours = [f"--load-dialect-plugin={OURS}", f"--load-pass-plugin={OURS}"]
    load = f"--load-pass-plugin={plugin}"
    text = run(TVM_OPT, load, GENERATE, file)
    assert f'#schedule.blocks<"C" = {FORCED}' in text
    assert "schedule.rfactor" in text and "[0, 8]" in text
    assert run("mlir-opt-22", *ours, load, GENERATE, file) == text
    error = fail("mlir-opt-22", *ours, GENERATE, file)
    assert "there is no schedule rule 'thin_product'" in error


REFUSED = {
    "parameters = {tiles = 2}": "rule 'thin_product' has no parameter 'tiles'",
    "parameters = {rows = true}": "expected an i64 for 'rows', got true",
    "parameters = {rows = 2 : i32}": "expected an i64 for 'rows', got 2 : i32",
    "parameters = {rows = 0}": "expected 'rows' from 1 to 16, got 0",
    "parameters = {lanes = 65}": "expected 'lanes' from 1 to 64, got 65",
}


@pytest.mark.parametrize("parameters", REFUSED)
def test_refused(parameters: str, plugin: Path, tmp_path: Path) -> None:
    file = kernel(tmp_path, f'#schedule.custom<rule = "thin_product", {parameters}>')
    error = fail(TVM_OPT, f"--load-pass-plugin={plugin}", GENERATE, file)
    assert REFUSED[parameters] in error


def test_space(plugin: Path, tmp_path: Path) -> None:
    """Parameters, their values, and an estimate beside those of other rules."""
    file = kernel(tmp_path, FORCED)
    target = "--target-set=entries=max_vector_op_width=256,vector_registers=16"
    text = run(TVM_OPT, f"--load-pass-plugin={plugin}", target,
               "--schedule-list-strategies", file, "-o", "/dev/null")  # fmt: skip
    rules = re.split("    rule (\\w+): ", text)
    ours = rules[rules.index("thin_product") + 1].splitlines()
    assert ours[0] == "3 strategies"
    assert ours[1] == "      lanes: 2 4 [8]"
    for kind, line in (("preferred", ours[2]), ("best", ours[4])):
        assert re.match(rf"      {kind} [1-9]\d* cycles: #schedule.custom<", line)


def draw_strategies(load: str, file: Path, number: int) -> list[str]:
    """Random strategies of the rule for the kernel in `file`."""
    machine = "--target-set=entries=max_vector_op_width=512,vector_registers=32"
    listing = f"--schedule-list-strategies=best=0 random={number} seed=1"
    text = run(TVM_OPT, load, machine, listing, file, "-o", "/dev/null")
    rules = re.split("    rule (\\w+): ", text)
    ours = rules[rules.index("thin_product") + 1]
    return re.findall(r"random \d+ cycles: (#schedule\.custom<.*>)", ours)


def test_random_strategies_compute_the_same(plugin: Path, tmp_path: Path) -> None:
    """The fuzzer's interpreter runs kernels that random strategies scheduled."""
    load = f"--load-pass-plugin={plugin}"
    strategies = draw_strategies(load, kernel(tmp_path, FORCED), 20)
    assert len(strategies) == 20 and len(set(strategies)) >= 5
    before, after = tmp_path / "before.mlir", tmp_path / "after.mlir"
    modules = [f"module {{{KERNEL.replace('STRATEGY', each)}}}" for each in strategies]
    before.write_text("\n".join(modules))
    passes = "builtin.module(builtin.module(schedule-generate,schedule-apply))"
    run(TVM_OPT, load, f"--pass-pipeline={passes}", before, "-o", after)
    # Partial sums and their sum, of each kernel.
    assert after.read_text().count("te.block") >= 40
    assert "20 of 20 kernels compute the same" in run(COMPARE, before, after)
    # A kernel that sums up less is found.
    after.write_text(after.read_text().replace("arith.addf", "arith.subf", 1))
    assert "wrong result in argument 2" in fail(COMPARE, before, after)


def test_example_is_short() -> None:
    lines = (EXAMPLE / "ThinProduct.cpp").read_text().splitlines()
    assert len(lines) < 150
