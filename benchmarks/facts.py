# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a comparison has to know of a model.

    python -m benchmarks.facts MODEL.onnx

prints it as JSON. A process of its own reads the model, because the memory of the
caller counts as that of the compilers that it starts.
"""

import functools
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import onnx

from benchmarks.compiler import ROOT


@dataclass(frozen=True)
class Facts:
    """`is_product`: the model is one product of two matrices of f32."""

    probabilities: tuple[str, ...]  # outputs that a Softmax computes
    is_product: bool


def find_facts(model: onnx.ModelProto) -> Facts:
    return Facts(_find_probabilities(model.graph), _is_product(model.graph))


@functools.lru_cache(maxsize=64)
def facts_of(path: Path) -> Facts:
    command = [sys.executable, "-m", "benchmarks.facts", str(path.resolve())]
    text = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    found = json.loads(text.stdout)
    return Facts(tuple(found["probabilities"]), found["is_product"])


def _find_probabilities(graph: onnx.GraphProto) -> tuple[str, ...]:
    outputs = {info.name for info in graph.output}
    return tuple(
        name
        for node in graph.node
        if node.op_type == "Softmax"
        for name in node.output
        if name in outputs
    )


def _is_product(graph: onnx.GraphProto) -> bool:
    if [node.op_type for node in graph.node] != ["MatMul"]:
        return False
    ranks = {
        **{info.name: len(info.type.tensor_type.shape.dim) for info in graph.input},
        **{tensor.name: len(tensor.dims) for tensor in graph.initializer},
    }
    types = {info.type.tensor_type.elem_type for info in graph.output}
    return [ranks[name] for name in graph.node[0].input] == [2, 2] and types == {
        onnx.TensorProto.FLOAT
    }


def main() -> None:
    model = onnx.load(sys.argv[1], load_external_data=False)
    print(json.dumps(asdict(find_facts(model))))


if __name__ == "__main__":
    main()
