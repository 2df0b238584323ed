# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Modules of linalg on tensors in the form of torch-mlir, with seeded weights.

test/integration/foreign/torch_mlir has smaller modules that torch-mlir itself wrote.
"""

from collections.abc import Sequence

import numpy as np

MATRIX = "affine_map<(d0, d1) -> (d0, d1)>"
LAST = "affine_map<(d0, d1) -> (d1)>"
IMAGE = "affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>"
SUM = (
    "^bb0(%in: f32, %in_1: f32, %out: f32):\n"
    "%sum = arith.addf %in, %in_1 : f32\nlinalg.yield %sum : f32"
)
COPY = "^bb0(%in: f32, %out: f32):\nlinalg.yield %in : f32"
RELU = (
    "^bb0(%in: f32, %out: f32):\n%more = arith.cmpf ugt, %in, %cst : f32\n"
    "%max = arith.select %more, %in, %cst : f32\nlinalg.yield %max : f32"
)


def tensor(*shape: int) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class LinalgBuilder:
    """A builder of the text of one function."""

    def __init__(self, seed: int, *shape: int) -> None:
        self._random = np.random.default_rng(seed)
        self._steps: list[str] = []
        self._constants: list[str] = []
        self._resources: list[str] = []
        self._shape: tuple[int, ...] = shape  # shape of the last value
        self._value = "%arg0"
        self._argument = tensor(*shape)

    def linear(self, size: int) -> None:
        """Adds a product of each row with a matrix, and a bias."""
        rows, terms = self._shape
        weight = self._weight(size, terms)
        empty = self._add(f"tensor.empty() : {tensor(terms, size)}")
        transposed = self._add(
            f"linalg.transpose ins({weight} : {tensor(size, terms)}) "
            f"outs({empty} : {tensor(terms, size)}) permutation = [1, 0]"
        )
        self._shape = (rows, size)
        product = self._add(
            f"linalg.matmul ins({self._value}, {transposed} : {tensor(rows, terms)}, "
            f"{tensor(terms, size)}) {self._outs(self._zeros())} -> {tensor(rows, size)}"
        )
        bias = self._generic([(LAST, self._weight(size), (size,))], MATRIX, COPY)
        operands = [(MATRIX, value, self._shape) for value in (product, bias)]
        self._value = self._generic(operands, MATRIX, SUM)

    def convolution(self, channels: int, window: int) -> None:
        """Adds a convolution that keeps the image's size, and a bias."""
        images, inputs, *sizes = self._shape
        pad = window // 2
        padded = (images, inputs, *(size + 2 * pad for size in sizes))
        if pad:
            self._value = self._add(
                f"tensor.pad {self._value} low[0, 0, {pad}, {pad}] high[0, 0, {pad}, {pad}] "
                "{\n^bb0(%i: index, %j: index, %k: index, %l: index):\n"
                f"tensor.yield %cst : f32\n}} : {tensor(*self._shape)} to {tensor(*padded)}"
            )
        self._shape = (images, channels, *sizes)
        bias = self._add(
            f"linalg.broadcast ins({self._weight(channels)} : {tensor(channels)}) "
            f"{self._outs(self._empty())} dimensions = [0, 2, 3]"
        )
        weight = (channels, inputs, window, window)
        self._value = self._add(
            "linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, "
            f"strides = dense<1> : vector<2xi64>}} ins({self._value}, {self._weight(*weight)} : "
            f"{tensor(*padded)}, {tensor(*weight)}) {self._outs(bias)} -> {tensor(*self._shape)}"
        )

    def relu(self) -> None:
        indices = MATRIX if len(self._shape) == 2 else IMAGE
        operand = (indices, self._value, self._shape)
        self._value = self._generic([operand], indices, RELU)

    def build(self) -> str:
        result = tensor(*self._shape)
        lines = [
            "module {",
            f"func.func @main(%arg0: {self._argument}) -> {result} {{",
            "%cst = arith.constant 0.000000e+00 : f32",
            *self._constants,
            *self._steps,
            f"return {self._value} : {result}",
            "}\n}\n{-#\ndialect_resources: {\nbuiltin: {",
            ",\n".join(self._resources),
            "}\n}\n#-}\n",
        ]
        return "\n".join(lines)

    def _add(self, operation: str) -> str:
        self._steps.append(f"%{len(self._steps)} = {operation}")
        return f"%{len(self._steps) - 1}"

    def _empty(self) -> str:
        return self._add(f"tensor.empty() : {tensor(*self._shape)}")

    def _outs(self, value: str) -> str:
        return f"outs({value} : {tensor(*self._shape)})"

    def _zeros(self) -> str:
        empty = self._outs(self._empty())
        return self._add(f"linalg.fill ins(%cst : f32) {empty} -> {tensor(*self._shape)}")

    def _generic(
        self,
        operands: Sequence[tuple[str, str, tuple[int, ...]]],
        result: str,
        body: str,
    ) -> str:
        maps = ", ".join([*(indices for indices, _, _ in operands), result])
        values = ", ".join(value for _, value, _ in operands)
        types = ", ".join(tensor(*shape) for _, _, shape in operands)
        iterators = ", ".join(['"parallel"'] * len(self._shape))
        return self._add(
            f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{iterators}]}} "
            f"ins({values} : {types}) {self._outs(self._empty())} {{\n{body}\n}} "
            f"-> {tensor(*self._shape)}"
        )

    def _weight(self, *shape: int) -> str:
        terms = np.prod(shape[1:]) if len(shape) > 1 else 1
        values = self._random.normal(size=shape).astype("<f4") / np.float32(terms) ** 0.5
        number = len(self._constants)
        name = f"torch_tensor_{'_'.join(map(str, shape))}_torch.float32_{number}"
        self._resources.append(f'{name}: "0x04000000{values.tobytes().hex().upper()}"')
        self._constants.append(
            f"%cst_{number} = arith.constant dense_resource<{name}> : {tensor(*shape)}"
        )
        return f"%cst_{number}"


def make_mlp() -> str:
    b = LinalgBuilder(1, 64, 256)
    for size in (512, 256):
        b.linear(size)
        b.relu()
    b.linear(16)
    return b.build()


def make_convolution() -> str:
    b = LinalgBuilder(2, 1, 64, 56, 56)
    b.convolution(64, 3)
    b.relu()
    b.convolution(128, 1)
    b.relu()
    return b.build()


# Text and shape of the input, by name.
MODELS = {
    "mlp": (make_mlp, (64, 256)),
    "convolution": (make_convolution, (1, 64, 56, 56)),
}
