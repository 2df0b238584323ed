# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""examples/script_rule: a schedule rule that is a transform script with open choices."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import onnx
import pytest
import tvm_mlir
from benchmarks.compiler import ROOT, tvmc
from benchmarks.models.builder import Builder

EXAMPLE = ROOT / "examples/script_rule"
RULES = EXAMPLE / "product_tiles.mlir"
LOAD = f"--load-plugin={RULES}"
TVM_OPT = str(ROOT / "bazel-bin/tools/tvm-opt/tvm-opt")
FORCED = (
    '#schedule.custom<rule = "product_tiles", '
    "parameters = {rows = 8 : i64, terms = 2 : i64, tile1.factor1 = 16 : i64}>"
)
STRATEGIES = re.compile(r"#schedule\.blocks<.*>>")


def run(*command: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    texts = list(map(str, command))
    done = subprocess.run(texts, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done


class Product:
    """relu(x w + b) as model.onnx in a folder."""

    def __init__(self, folder: Path) -> None:
        rows, terms, columns = 96, 64, 48
        random = np.random.default_rng(0)

        def floats(*shape: int) -> np.ndarray:
            return random.normal(size=shape).astype(np.float32)

        self.folder, self.model = folder, folder / "model.onnx"
        self.x, w, b = floats(rows, terms), floats(terms, columns), floats(columns)
        self.expected = np.maximum(self.x @ w + b, 0)
        model = Builder("product", opset=17)
        y = model.op("MatMul", model.input("x", [rows, terms]), model.constant(w, np.float32))
        y = model.op("Relu", model.op("Add", y, model.constant(b, np.float32)))
        model.output("y", y, [rows, columns])
        onnx.save(model.build(), self.model)

    def check(self, module: tvm_mlir.Module) -> None:
        np.testing.assert_allclose(module.run({"x": self.x})["y"], self.expected, 1e-4, 1e-5)

    def get_strategies(self, *options: str) -> Path:
        """The file of --dump-strategies for the one kernel."""
        folder = self.folder / "strategies"
        run(tvmc(), "compile", self.model, "-o", self.folder / "model.so", "-q",
            f"--dump-strategies={folder}", *options)  # fmt: skip
        (file,) = folder.glob("fused_*.mlir")
        return file

    def force(self) -> Path:
        """A file with FORCED as strategy of the product."""
        file = self.get_strategies(LOAD)
        forced = f'#schedule.blocks<"block0" = {FORCED}>'
        text, count = STRATEGIES.subn(forced, file.read_text())
        assert count == 1
        file.write_text(text)
        return file


@pytest.fixture
def product(tmp_path: Path) -> Product:
    return Product(tmp_path)


def count_strategies(tasks: str) -> int:
    (line,) = (line for line in tasks.splitlines() if line.endswith("fused_matmul_add_relu"))
    return int(line.split()[-2])


def export(database: Path) -> list[dict]:
    lines = run(tvmc(), "database", "export", database, "-").stdout.splitlines()
    return list(map(json.loads, lines))


def test_commands_of_the_readme(product: Product) -> None:
    folder = product.folder
    (folder / RULES.name).write_bytes(RULES.read_bytes())
    lines = (EXAMPLE / "README.md").read_text().splitlines()
    commands = [line.strip() for line in lines if line.startswith("    ")]
    assert len(commands) == 6
    first, *others = commands
    tvmc_folder = Path(tvmc()).parent
    script = f'PATH="{tvmc_folder}:$PATH"\n'
    tasks = run("bash", "-ec", script + first, folder=folder).stdout
    plain = run(tvmc(), "tune", product.model, "--tasks").stdout
    assert count_strategies(tasks) > count_strategies(plain)
    run("bash", "-ec", script + "\n".join(others), folder=folder)
    product.check(tvm_mlir.load(str(folder / "model.so")))
    records = export(folder / "kernels.db")
    ours = [each for each in records if 'rule = "product_tiles"' in each["strategy"]]
    assert ours and all("failure" not in record for record in ours)
    schedule = (folder / "schedules/fused_matmul_add_relu.mlir").read_text()
    assert 'transform.tune.knob<"rows"> = 8 : i64' in schedule
    assert re.search(r"sample_perfect_tile %\S+ max_innermost_factor 64 decision \[0, 16\]", schedule)


def test_a_record_is_taken(product: Product) -> None:
    """A compilation takes the record where the rule is loaded, and else leaves it out."""
    database, fast = product.folder / "a.db", product.folder / "fast.db"
    run(tvmc(), "tune", product.model, LOAD, f"--database={database}", "--trials=1", "--time=1",
        "--max-spread=100", "--measure=alone", "-q")  # fmt: skip
    record = json.loads(run(tvmc(), "database", "best", database).stdout.splitlines()[0])
    record["strategy"] = f'#schedule.blocks<"block0" = {FORCED}>'
    text = re.sub(r'"share": ?[0-9.e-]+', '"share":0.5', json.dumps(record, separators=(",", ":")))
    (product.folder / "fast.jsonl").write_text(text + "\n")
    run(tvmc(), "database", "import", fast, product.folder / "fast.jsonl")
    answer = f"--database={fast}"
    taken = product.get_strategies(LOAD, answer).read_text()
    assert f'"block0" = {FORCED.partition(", parameters")[0]}' in taken
    product.check(tvm_mlir.load(str(product.folder / "model.so")))
    left_out = run(tvmc(), "compile", product.model, "-o", product.folder / "model.so", answer)
    remark = "kernel 'fused_matmul_add_relu': a record no longer applies: "
    assert f"{remark}there is no schedule rule 'product_tiles'" in left_out.stderr


def test_it_is_no_default(product: Product) -> None:
    plain = product.get_strategies().read_text()
    assert product.get_strategies(LOAD).read_text() == plain
    assert "product_tiles" not in run(tvmc(), "explain", product.model, LOAD).stdout


def test_python(product: Product) -> None:
    """The same options; a file may be loaded several times."""
    file = product.force()
    for _ in range(2):
        output = str(product.folder / "python.so")
        product.check(tvm_mlir.compile(str(product.model), output=output, load_plugin=str(RULES),
                                       strategies=str(file)))  # fmt: skip
    with pytest.raises(tvm_mlir.TvmError, match="cannot load rules: cannot read .*none.mlir"):
        tvm_mlir.compile(str(product.model), load_plugin=str(product.folder / "none.mlir"))


def test_random_strategies_compute_the_same(product: Product) -> None:
    file = product.force()
    forced = file.read_text()
    plain = product.folder / "plain.mlir"
    plain.write_text(re.sub(r"\{schedule\.strategy = .*>\}", "{}", forced))
    listing = "--schedule-list-strategies=best=0 random=60 seed=1"
    text = run(TVM_OPT, f"--schedule-load-rules=paths={RULES}", listing, plain,
               "-o", "/dev/null").stdout  # fmt: skip
    ours = text.partition("rule product_tiles: 400 strategies")[2]
    strategies = re.findall(r"random strategy: (#schedule\.custom<.*>)", ours)
    assert len(strategies) == 60 and len(set(strategies)) >= 40
    for strategy in strategies[:8]:
        file.write_text(forced.replace(FORCED, strategy))
        module = tvm_mlir.compile(str(product.model), load_plugin=str(RULES), strategies=str(file))
        product.check(module)


REFUSING = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @ways(%product: !transform.any_op {transform.readonly}) {
    %i, %j, %k = schedule.get_loops of %product
    transform.tune.alternatives<"way"> {
      %n = transform.tune.knob<"n"> options = [2, 3, 4, 6, 8] -> !transform.param<i64>
      %o, %l = schedule.split %i by [0, %n]
      schedule.parallel %o
    }, {
      %only = schedule.get_loops of %product
    }
    transform.yield
  }
}
"""


def test_refusals_are_counted(product: Product) -> None:
    """A choice at which the script does not apply is counted with the reason."""
    rules, database = product.folder / "ways.mlir", product.folder / "a.db"
    rules.write_text(REFUSING)
    done = run(tvmc(), "tune", product.model, f"--load-plugin={rules}", f"--database={database}",
               "--search=random", "--measure=alone", "--trials=20", "--time=1",
               "--max-spread=100", "--json")  # fmt: skip
    events = map(json.loads, done.stdout.splitlines())
    (kernel,) = (event for event in events if event["event"] == "kernel")
    refusals = [reason for reason in kernel["refusals"] if "expected 1 loops" in reason]
    assert len(refusals) == 1 and kernel["refusals"][refusals[0]] >= 1
    assert kernel["failures"] == {}
    assert any('rule = "ways"' in record["strategy"] for record in export(database))
