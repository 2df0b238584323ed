# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the ten models: python -m benchmarks.models.build OUT_DIR [NAME...]

Writes NAME.onnx and NAME.npz (the inputs, keyed by name) to OUT_DIR.
"""

import argparse
import importlib
from pathlib import Path

import numpy as np
import onnx

from benchmarks.models import NAMES
from benchmarks.models.exported.materialize import materialize

# Models that share a module. The module of another model has the model's name.
MODULES = {"resnet18": "resnet", "resnet50": "resnet"}


def build(name: str, exported: bool = False) -> onnx.ModelProto:
    """Returns our own model, or the graph that PyTorch's exporter makes."""
    if exported:
        return materialize(name)
    module = importlib.import_module(f"benchmarks.models.{module_of(name)}")
    return getattr(module, name)()


def module_of(name: str) -> str:
    return MODULES.get(name, name)


def inputs(model: onnx.ModelProto, dynamic: int = 1) -> dict[str, np.ndarray]:
    """Returns seeded inputs: numbers of words below 10,000, or normal floats.

    `dynamic` is the size of the dims that the model leaves open.
    """
    generator = np.random.default_rng(0)
    feeds: dict[str, np.ndarray] = {}
    for value in model.graph.input:
        tensor = value.type.tensor_type
        dims = [dim.dim_value or dynamic for dim in tensor.shape.dim]
        if tensor.elem_type == onnx.TensorProto.INT64:
            feeds[value.name] = generator.integers(0, 10000, dims)
        else:
            feeds[value.name] = generator.standard_normal(dims, np.float32)
    return feeds


def save(name: str, path: Path, exported: bool = False) -> None:
    """Writes the model to `path` and its inputs beside it."""
    model = build(name, exported)
    path.write_bytes(model.SerializeToString(deterministic=True))
    np.savez(path.with_suffix(".npz"), **inputs(model))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out_dir", type=Path, metavar="OUT_DIR")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument(
        "--exported",
        action="store_true",
        help="the graphs that PyTorch's exporter makes of the same models",
    )
    args = parser.parse_args()
    if unknown := set(args.names) - set(NAMES):
        parser.error(f"unknown models {sorted(unknown)}, expected {NAMES}")
    args.out_dir.mkdir(parents=True, exist_ok=True)
    for name in args.names or NAMES:
        save(name, args.out_dir / f"{name}.onnx", args.exported)
        print(name, flush=True)


if __name__ == "__main__":
    main()
