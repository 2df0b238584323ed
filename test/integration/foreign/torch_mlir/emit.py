# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes what torch-mlir makes of three PyTorch modules, and what they compute.

    python3 -m venv /tmp/torch && /tmp/torch/bin/pip install torch torch-mlir
    /tmp/torch/bin/python test/integration/foreign/torch_mlir/emit.py

For each module: NAME.tosa.mlir and NAME.linalg.mlir, the text of torch-mlir,
and NAME.npz with the inputs `input_0` ... and PyTorch's own result `output_0`.
versions.txt names the packages. Tests read these files and need neither
package.
"""

import importlib.metadata
import pathlib

import numpy as np
import torch
from torch import nn
from torch_mlir import fx

FOLDER = pathlib.Path(__file__).parent
PACKAGES = ("torch", "torch-mlir", "numpy")


class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(16, 32),
            nn.ReLU(),
            nn.Linear(32, 24),
            nn.GELU(),
            nn.Linear(24, 10),
            nn.LogSoftmax(dim=-1),
        )

    def forward(self, x):
        return self.layers(x)


class CNN(nn.Module):
    """A strided convolution, a separable one with a residual, two poolings."""

    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(3, 8, 3, stride=2, padding=1)
        self.norm = nn.BatchNorm2d(8)
        self.depthwise = nn.Conv2d(8, 8, 3, padding=1, groups=8)
        self.pointwise = nn.Conv2d(8, 8, 1)
        self.wide = nn.Conv2d(8, 16, 3, dilation=2)
        self.head = nn.Linear(64, 10)

    def forward(self, x):
        x = torch.relu(self.norm(self.stem(x)))
        x = x + self.pointwise(torch.nn.functional.relu6(self.depthwise(x)))
        x = torch.nn.functional.max_pool2d(x, 2)
        x = torch.nn.functional.silu(self.wide(x))
        x = torch.nn.functional.avg_pool2d(x, 2)
        return self.head(torch.flatten(x, 1))


class TransformerBlock(nn.Module):
    """Embedding, causal attention of four heads, and a feed-forward part."""

    HEADS = 4

    def __init__(self, width=32):
        super().__init__()
        self.embedding = nn.Embedding(20, width)
        self.norm1 = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width)
        self.projection = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width)
        self.up = nn.Linear(width, 2 * width)
        self.down = nn.Linear(2 * width, width)

    def attend(self, x):
        batch, length, width = x.shape
        split = (batch, length, self.HEADS, width // self.HEADS)
        q, k, v = (
            part.reshape(split).transpose(1, 2)
            for part in self.qkv(x).chunk(3, dim=-1)
        )
        scores = q @ k.transpose(-2, -1) / split[-1] ** 0.5
        future = torch.triu(torch.ones(length, length, dtype=torch.bool), 1)
        weights = torch.softmax(scores.masked_fill(future, -1e9), dim=-1)
        heads = (weights @ v).transpose(1, 2).reshape(batch, length, width)
        return self.projection(heads)

    def forward(self, tokens):
        x = self.embedding(tokens)
        x = x + self.attend(self.norm1(x))
        hidden = nn.functional.gelu(self.up(self.norm2(x)), approximate="tanh")
        return x + self.down(hidden)


def make_models():
    """Name, module and input of each."""
    torch.manual_seed(1)
    cnn = CNN()
    cnn.norm.running_mean.normal_()
    cnn.norm.running_var.uniform_(0.5, 2)
    yield "mlp", MLP(), torch.randn(4, 16)
    yield "cnn", cnn, torch.randn(2, 3, 33, 33)
    yield "transformer", TransformerBlock(), torch.randint(0, 20, (2, 6))


def main():
    for name, module, x in make_models():
        module = module.eval()
        with torch.no_grad():
            y = module(x)
        np.savez(FOLDER / f"{name}.npz", input_0=x.numpy(), output_0=y.numpy())
        for kind, output in (("tosa", "tosa"), ("linalg", "linalg-on-tensors")):
            text = fx.export_and_import(module, x, output_type=output)
            (FOLDER / f"{name}.{kind}.mlir").write_text(f"{text}\n")
    versions = [f"{p} {importlib.metadata.version(p)}\n" for p in PACKAGES]
    (FOLDER / "versions.txt").write_text("".join(versions))


if __name__ == "__main__":
    main()
