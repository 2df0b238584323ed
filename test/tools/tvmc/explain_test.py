# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tvmc explain: its numbers against formulas and the artefact's, its page."""

import json
import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from benchmarks.compiler import compile_model, manifest, tvmc
from onnx import helper, numpy_helper

EVIL = '</script><script>alert("x")</script>'


def save(path: Path, nodes, inputs, outputs, **initializers) -> Path:
    graph = helper.make_graph(
        nodes,
        EVIL,
        [helper.make_tensor_value_info(n, 1, shape) for n, shape in inputs],
        [helper.make_tensor_value_info(n, 1, shape) for n, shape in outputs],
        [numpy_helper.from_array(w, n) for n, w in initializers.items()],
    )
    opset = [helper.make_opsetid("", 17)]
    onnx.save(helper.make_model(graph, opset_imports=opset), path)
    return path


def explain(model: Path, *options: str) -> dict[str, Any]:
    """Writes MODEL.json, .html and .dot; returns what the first says."""
    files = [
        f"--{kind}={model.with_suffix('.' + kind)}"
        for kind in ("json", "html", "dot")
    ]
    command = [tvmc(), "explain", str(model), *files, *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return json.loads(model.with_suffix(".json").read_text())


def weights(*shape: int) -> np.ndarray:
    """Too large and too different to become part of a kernel's text."""
    return np.arange(np.prod(shape), dtype=np.float32).reshape(shape)


@pytest.fixture(scope="module")
def convolution(tmp_path_factory) -> Path:
    """A convolution with relu, a product of its rows."""
    return save(
        tmp_path_factory.mktemp("explain") / "convolution.onnx",
        [
            helper.make_node("Conv", ["x", "w"], ["a"], EVIL + "conv"),
            helper.make_node("Relu", ["a"], ["b"], "relu"),
            helper.make_node("Flatten", ["b"], ["c"], "flat"),
            helper.make_node("MatMul", ["c", "v"], ["y"], "product"),
        ],
        [("x", [2, 3, 9, 8])],
        [("y", [2, 7])],
        w=weights(16, 3, 5, 5),
        v=weights(16 * 5 * 4, 7),
    )


@pytest.fixture(scope="module")
def report(convolution: Path) -> dict[str, Any]:
    return explain(convolution)


def kernel_of(report: dict[str, Any], node: str) -> dict[str, Any]:
    [kernel] = [k for k in report["kernels"] if node in k["nodes"]]
    return kernel


def names(kernel: dict[str, Any]) -> list[str]:
    return [operator["name"] for operator in kernel["operators"]]


def test_kernels_and_work_of_a_convolution_and_a_product(report) -> None:
    conv = kernel_of(report, EVIL + "conv")
    assert {"conv", "relu"} <= set(names(conv))
    assert "relu" in conv["nodes"]
    elements = 2 * 16 * 5 * 4
    assert conv["flops"]["value"] == elements * (2 * 3 * 5 * 5 + 1)
    assert conv["bytes_read"]["value"] == 4 * (2 * 3 * 9 * 8 + 16 * 3 * 5 * 5)
    assert conv["bytes_written"]["value"] == 4 * elements
    product = kernel_of(report, "product")
    assert product["flops"]["value"] == 2 * 2 * 320 * 7
    assert product["bytes_read"]["value"] == 4 * (2 * 320 + 320 * 7)
    assert product["bytes_written"]["value"] == 4 * 2 * 7
    moved = 4 * (2 * 320 + 320 * 7 + 14)
    assert product["intensity"] == pytest.approx(2 * 2 * 320 * 7 / moved)
    (block,) = conv["schedule"]
    assert block["rule"] == "register_tile" and block["cycles"] > 0
    sums = [k["flops"]["value"] for k in report["kernels"]]
    assert report["flops"]["value"] == sum(sums)


def reasons(kernels: list[dict[str, Any]]) -> set[str]:
    return {reason for kernel in kernels for reason in kernel["reasons"]}


def test_decisions(report) -> None:
    conv = kernel_of(report, EVIL + "conv")["decisions"]
    assert conv["algorithm"] == "#graph.direct"
    assert conv["layout"] in ("NCHW", "NHWC")
    assert conv["because"] in ("post_dominator", "transpose")
    assert kernel_of(report, "product")["decisions"]["apart"] == "result"
    assert "precision" not in conv
    assert "direct convolution: its weights are not 3x3 of f32" in kernel_of(
        report, EVIL + "conv"
    )["reasons"]
    assert (
        kernel_of(report, "product")["reasons"][-1]
        == "it ends here: no operator reads its result"
    )


def test_decisions_of_winograd_and_precision(tmp_path: Path) -> None:
    model = save(
        tmp_path / "wide.onnx",
        [helper.make_node("Conv", ["x", "w"], ["y"], "conv", pads=[1, 1, 1, 1])],
        [("x", [1, 32, 16, 16])],
        [("y", [1, 32, 16, 16])],
        w=weights(32, 32, 3, 3),
    )
    winograd = explain(model, "--winograd=always")["kernels"]
    assert "#graph.winograd<tile = 4>" in [
        kernel["decisions"].get("algorithm") for kernel in winograd
    ]
    always = "Winograd's F(4x4, 3x3): --winograd=always asks for it"
    assert always in reasons(winograd)
    direct = reasons(explain(model, "--winograd=never")["kernels"])
    assert any(r.startswith("direct convolution: --winograd=never") for r in direct)
    [estimated] = [r for r in reasons(explain(model)["kernels"]) if "cycles" in r]
    algorithm = r"(Winograd's F\(\dx\d, 3x3\)|direct convolution)"
    numbers = re.fullmatch(
        rf"{algorithm}: about (\d+) cycles of one core" + rf", {algorithm} (\d+)" * 3,
        estimated,
    )
    assert numbers and len({*numbers.groups()[::2]}) == 4
    cycles = dict(zip(numbers.groups()[::2], map(int, numbers.groups()[1::2])))
    usual = ("direct convolution", "Winograd's F(4x4, 3x3)")
    assert numbers[1] == min(usual, key=cycles.__getitem__)
    narrow = explain(model, "--mixed-precision=bf16")["kernels"]
    assert any("bf16" in k["decisions"].get("precision", "") for k in narrow)


def test_facts_of_the_model(report) -> None:
    assert report["compiles"] and report["level"] == "llvm"
    model = report["model"]
    assert model["name"] == EVIL
    assert model["inputs"] == [{"name": "x", "type": "float[2,3,9,8]"}]
    parameters = 16 * 3 * 5 * 5 + 320 * 7
    assert model["parameters"]["count"] == parameters
    assert model["parameters"]["bytes"] == 4 * parameters
    families = {op["name"]: op["family"] for op in model["operators"]}
    assert families["Conv"] == "convolution"
    assert families["Flatten"] == "shape"


def test_numbers_are_those_of_the_artefact(convolution, report, tmp_path):
    compiled = compile_model(convolution, tmp_path / "a.so", cold=False)
    artefact = manifest(compiled.artefact)
    assert len(artefact["kernels"]) == len(report["kernels"])
    for ours, theirs in zip(report["kernels"], artefact["kernels"]):
        assert ours["name"] == theirs["name"]
        assert ours["nodes"] == theirs["nodes"]
        assert ours["flops"]["value"] == theirs["flops"]
        moved = ours["bytes_read"]["value"] + ours["bytes_written"]["value"]
        assert moved == theirs["bytes"]
    for name in ("planned", "naive", "lower_bound"):
        assert report["memory"][name] == artefact["memory"][name]
    assert report["weight_bytes"] == artefact["weights"]["size"]
    assert "buffers" not in artefact["memory"]


def test_buffers_that_are_needed_together_do_not_overlap(report) -> None:
    memory = report["memory"]
    buffers = memory["buffers"]
    assert any(not b["workspace"] for b in buffers)
    assert sum(b["size"] for b in buffers) == memory["naive"]
    ends = [b["offset"] + b["size"] for b in buffers]
    assert max(ends) == memory["planned"]
    for i, a in enumerate(buffers):
        assert a["first"] <= a["last"] < len(report["kernels"])
        for b in buffers[:i]:
            if a["first"] <= b["last"] and b["first"] <= a["last"]:
                assert (
                    a["offset"] + a["size"] <= b["offset"]
                    or b["offset"] + b["size"] <= a["offset"]
                )


def test_every_edge_of_the_graph_has_two_ends(report) -> None:
    tensors = report["tensors"]
    made = {i for i, t in enumerate(tensors) if t["kind"] != "computed"}
    for kernel in report["kernels"]:
        assert set(kernel["inputs"]) <= made
        for operator in kernel["operators"]:
            assert set(operator["inputs"]) <= made
            made |= set(operator["outputs"])
        assert set(kernel["outputs"]) <= made
    assert [t["output"] for t in tensors if t["output"]] == ["y"]


def test_sizes_are_formulas_of_the_model_s_names(tmp_path: Path) -> None:
    model = save(
        tmp_path / "dynamic.onnx",
        [
            helper.make_node("MatMul", ["x", "w"], ["a"], "product"),
            helper.make_node("Concat", ["a", "a"], ["y"], "both", axis=1),
        ],
        [("x", ["batch", "length", 16])],
        [("y", ["batch", "twice", 20])],
        w=weights(16, 20),
    )
    report = explain(model)
    product = kernel_of(report, "product")
    assert product["flops"] == {
        "value": 640 * 64 * 64,
        "text": "640*batch*length",
    }
    assert product["bytes_read"]["text"] == "64*batch*length + 1280"
    [y] = [t for t in report["tensors"] if t["output"] == "y"]
    assert y["shape"] == ["batch", "length*2", "20"]
    assert report["memory"]["sample"]
    fixed = explain(model, "--input-shapes=x:3,7,16")
    assert kernel_of(fixed, "product")["flops"]["text"] == str(640 * 21)
    assert not fixed["memory"]["sample"]


def test_sizes_that_depend_on_data_are_question_marks(tmp_path: Path) -> None:
    model = save(
        tmp_path / "data.onnx",
        [
            helper.make_node("NonZero", ["x"], ["a"], "found"),
            helper.make_node("Cast", ["a"], ["b"], "cast", to=1),
            helper.make_node("MatMul", ["v", "b"], ["y"], "product"),
        ],
        [("x", ["n", 8])],
        [("y", [16, None])],
        v=weights(16, 2),
    )
    report = explain(model)
    [y] = [t for t in report["tensors"] if t["output"] == "y"]
    assert y["shape"] == ["16", "?"]
    assert report["memory"]["unplanned"] > 0
    assert kernel_of(report, "product")["bytes_written"]["text"] == "64*?"


def test_one_tensor_may_be_several_outputs(tmp_path: Path) -> None:
    model = save(
        tmp_path / "outputs.onnx",
        [
            helper.make_node("Relu", ["x"], ["y"], "relu"),
            helper.make_node("Identity", ["y"], ["z"], "same"),
        ],
        [("x", [3])],
        [("y", [3]), ("z", [3])],
    )
    outputs = [t["output"] for t in explain(model)["tensors"]]
    assert outputs == ["", "y, z"]


# --- dot ----------------------------------------------------------------------

TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<arrow>->)"""
    r"""|(?P<id>[A-Za-z_0-9.]+)|(?P<sign>[{}\[\];,=]))"""
)


def parse_dot(text: str) -> tuple[dict[str, str], list[tuple[str, str]], int]:
    """Nodes with their clusters, edges, and the number of clusters."""
    tokens, position = [], 0
    text = text.rstrip()
    while position < len(text):
        match = TOKEN.match(text, position)
        assert match, f"no token at {text[position:position + 40]!r}"
        tokens.append(match.group().strip())
        position = match.end()
    assert tokens[0] == "digraph" and tokens[2] == "{"
    assert tokens.count("{") == tokens.count("}")
    nodes, edges, clusters, around = {}, [], 0, [""]
    for i, token in enumerate(tokens[3:], 3):
        following = tokens[i + 1] if i + 1 < len(tokens) else ""
        if token == "{":
            around.append(tokens[i - 1])
            clusters += 1
        elif token == "}":
            around.pop()
        elif token == "->":
            edges.append((tokens[i - 1], following))
        elif following == "[" and tokens[i - 1] in "{};":
            nodes[token] = around[-1]
    assert around == []
    return nodes, edges, clusters


def test_dot_has_a_cluster_per_kernel(convolution: Path, report) -> None:
    text = convolution.with_suffix(".dot").read_text()
    nodes, edges, clusters = parse_dot(text)
    assert clusters == len(report["kernels"])
    inside = Counter(cluster for cluster in nodes.values() if cluster)
    for i, kernel in enumerate(report["kernels"]):
        assert inside[f"cluster_{i}"] == len(kernel["operators"])
    for ends in edges:
        assert set(ends) <= set(nodes)
    assert len(edges) >= sum(map(len, map(names, report["kernels"])))


# --- page ---------------------------------------------------------------------


class Page(HTMLParser):
    """Tags, and what scripts contain."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.links: list[str] = []
        self.scripts: list[str] = []
        self.ids: set[str] = set()
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attributes) -> None:
        self.tags[tag] += 1
        for name, value in attributes:
            if name in ("src", "href"):
                self.links.append(value)
            if name == "id":
                self.ids.add(value)
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.lasttag == "script" and self.scripts:
            self.scripts[-1] += data
        else:
            self.text += data


def test_page_holds_the_report_and_needs_nothing_else(convolution, report):
    page = Page(convolution.with_suffix(".html").read_text())
    assert page.tags["script"] == 2
    assert json.loads(page.scripts[0]) == report
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= page.ids
    assert page.tags["link"] == page.tags["img"] == page.tags["iframe"] == 0
    assert "http://www.w3.org/2000/svg" in page.scripts[1]
    assert len(re.findall("https?://", page.scripts[1])) == 1
    assert "alert" not in page.scripts[1]
    # The name in the title is text.
    assert EVIL in page.text


def test_page_names_the_elements_that_its_script_fills(convolution) -> None:
    page = Page(convolution.with_suffix(".html").read_text())
    filled = set(re.findall(r"byId\('([\w-]+)'\)", page.scripts[1]))
    assert filled and filled <= page.ids


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_script_draws_the_report(convolution: Path, report) -> None:
    driver = Path(__file__).parent / "explain_page.js"
    page = convolution.with_suffix(".html")
    output = subprocess.run(
        ["node", driver, page], check=True, capture_output=True, text=True
    )
    drawn = json.loads(output.stdout)
    kernels = report["kernels"]
    assert drawn["title"] == EVIL
    assert len(drawn["kernels"]) == len(kernels)
    assert drawn["ports"] == 2
    assert drawn["rows"] == len(kernels)
    assert drawn["buffers"] == len(report["memory"]["buffers"])
    assert drawn["operators"] == sum(len(names(k)) for k in kernels)
    assert drawn["found"] == "1 found"
    flops = [k["flops"]["value"] for k in kernels]
    largest = flops.index(max(flops))
    assert drawn["sortedByFlop"][0] == str(largest)
    assert drawn["overlaps"] == []
    assert drawn["upwards"] == []
