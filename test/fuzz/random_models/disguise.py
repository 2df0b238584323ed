# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same model, written otherwise: nodes become calls of functions of the
model, or lie in branches whose names stand for other values later on."""

import numpy as np
import onnx
from onnx import helper

DOMAIN = "local"
OPTIONAL = {"Clip": 3, "Pad": 3, "Slice": 5, "Resize": 4}


class Disguise:
    """Rewrites the nodes of a model in place."""

    def __init__(self, model: onnx.ModelProto, random: np.random.Generator):
        self.model = model
        self.random = random
        self.count = 0

    def apply(self) -> None:
        nodes = list(self.model.graph.node)
        del self.model.graph.node[:]
        for i, node in enumerate(nodes):
            way = self.random.random()
            if way < 0.3:
                node = self.call(node)
                if self.random.random() < 0.3:
                    node = self.call(node)
            elif way < 0.5 and len(node.output) == 1:
                later = {name for n in nodes[i:] for name in n.output}
                node = self.branch(node, sorted(later))
            self.model.graph.node.append(node)
        if self.model.functions:
            self.model.opset_import.append(helper.make_opsetid(DOMAIN, 1))

    def call(self, node: onnx.NodeProto) -> onnx.NodeProto:
        """A call of a function around `node`. Some attributes are parameters
        of the function, with the value as a default, or with another one."""
        self.count += 1
        inner = onnx.NodeProto()
        inner.CopyFrom(node)
        defaults, passed = [], []
        for attribute in inner.attribute:
            if attribute.type == onnx.AttributeProto.GRAPH or self.chance(0.3):
                continue
            name = f"p{len(defaults)}"
            value = onnx.AttributeProto()
            value.CopyFrom(attribute)
            value.name = name
            default = onnx.AttributeProto()
            default.CopyFrom(value)
            if self.chance(0.4):
                passed.append(value)
                if value.type == onnx.AttributeProto.INT:
                    default.i = 1 - value.i
            defaults.append(default)
            known = attribute.name, attribute.type
            attribute.Clear()
            attribute.name, attribute.type = known
            attribute.ref_attr_name = name
        count = max(len(node.input), OPTIONAL.get(node.op_type, 0))
        given = [*node.input, *[""] * (count - len(node.input))]
        inner.input[:] = [f"i{k}" for k in range(count)]
        inner.output[:] = [f"o{k}" for k in range(len(node.output))]
        function = self.model.functions.add()
        function.name, function.domain = f"f{self.count}", DOMAIN
        function.input.extend(inner.input)
        function.output.extend(inner.output)
        function.attribute_proto.extend(defaults)
        function.node.append(inner)
        function.opset_import.extend(self.model.opset_import)
        if inner.domain == DOMAIN:
            function.opset_import.append(helper.make_opsetid(DOMAIN, 1))
        while given and not given[-1]:
            given.pop()
        call = helper.make_node(
            function.name, given, list(node.output), node.name, domain=DOMAIN
        )
        call.attribute.extend(passed)
        return call

    def branch(self, node: onnx.NodeProto, later: list[str]) -> onnx.NodeProto:
        """An If around `node`, which is taken. What the branch computes, or an
        initializer of it, has a name that the model gives again afterwards."""
        self.count += 1
        name = later[int(self.random.integers(len(later)))]
        inner = onnx.NodeProto()
        inner.CopyFrom(node)
        inner.output[:] = [name]
        result = onnx.ValueInfoProto(name=name)
        one = helper.make_tensor("s", onnx.TensorProto.INT64, [1], [1])
        one.name = later[0] if later[0] != name else "s"
        graphs = [
            helper.make_graph([inner], f"b{self.count}{side}", [], [result], [one])
            for side in (0, 1)
        ]
        condition = f"c{self.count}"
        info = helper.make_tensor_value_info(condition, onnx.TensorProto.BOOL, [])
        self.model.graph.input.append(info)
        return helper.make_node(
            "If",
            [condition],
            list(node.output),
            node.name,
            then_branch=graphs[0],
            else_branch=graphs[1],
        )

    def chance(self, probability: float) -> bool:
        return bool(self.random.random() < probability)


def disguise(
    model: onnx.ModelProto, random: np.random.Generator
) -> dict[str, np.ndarray]:
    """Rewrites `model`. Returns what its additional inputs are."""
    before = len(model.graph.input)
    Disguise(model, random).apply()
    return {info.name: np.array(True) for info in model.graph.input[before:]}
