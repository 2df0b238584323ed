# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models with functions of their own compute what ONNX Runtime does."""

import numpy as np
import onnx
import onnx.parser
import pytest
from onnx import helper, numpy_helper
from peers import check

HEADER = '<ir_version: 10, opset_import: ["" : 18, "local" : 1]>'
BODY = '<domain: "local", opset_import: ["" : 18, "local" : 1]>'
X = np.array([[-2, 0.5, 3], [1, -0.25, 0]], np.float32)

MODELS = {
    "default": f"""{HEADER} g (float[2,3] x) => (float[2,3] y, float[2,3] z) {{
          y = local.f(x)
          z = local.f<axis = 1>(x)
        }}
        {BODY} f<axis: int = 0> (a) => (b) {{ b = Softmax<axis: int = @axis>(a) }}""",
    "omitted": f"""{HEADER} g (float[2,3] x) => (float[2,3] y, float[2,3] z) {{
          y = local.outer(x)
          m = Constant<value_float = 1.0>()
          z = local.outer(x, "", m)
        }}
        {BODY} outer (a, mn, mx) => (b) {{ b = local.f(a, mn, mx) }}
        {BODY} f (a, mn, mx) => (b) {{ b = Clip(a, mn, mx) }}""",
    "subgraph": f"""{HEADER} g (float[2,3] x, bool c) => (float[2,3] y) {{
          y = local.f(x, c)
        }}
        {BODY} f<alpha: float = 0.5> (a, c, mn) => (b) {{
          b = If (c) <
            then_branch = p () => (float[2,3] t) {{
              s = LeakyRelu<alpha: float = @alpha>(a)
              t = Clip(s, mn)
            }},
            else_branch = q () => (float[2,3] t) {{ t = Neg(a) }}>
        }}""",
}


@pytest.mark.parametrize("name", MODELS)
def test_equals_onnx_runtime(name: str) -> None:
    feeds = {"x": X}
    if name == "subgraph":
        feeds["c"] = np.array(True)
    check(MODELS[name], feeds)


def test_large_constants_of_bodies() -> None:
    """Their data lives as long as the module, in each of two calls."""
    weight = np.arange(4096, dtype=np.float32)
    value = helper.make_attribute("value", numpy_helper.from_array(weight))
    constant = helper.make_node("Constant", [], ["w"])
    constant.attribute.append(value)
    add = helper.make_node("Add", ["a", "w"], ["b"])
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("local", 1)]
    function = helper.make_function(
        "local", "f", ["a"], ["b"], [constant, add], opsets[:1]
    )
    calls = [
        helper.make_node("f", ["x"], ["y"], domain="local"),
        helper.make_node("f", ["y"], ["z"], domain="local"),
    ]
    info = helper.make_tensor_value_info
    graph = helper.make_graph(
        calls,
        "g",
        [info("x", onnx.TensorProto.FLOAT, [4096])],
        [info("z", onnx.TensorProto.FLOAT, [4096])],
    )
    model = helper.make_model(
        graph, functions=[function], opset_imports=opsets, ir_version=10
    )
    check(model, {"x": np.ones(4096, np.float32)})
