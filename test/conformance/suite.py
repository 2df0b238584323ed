# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The backend tests that lie in the onnx wheel."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx.backend.test
from onnx import numpy_helper

DATA = Path(onnx.backend.test.__file__).parent / "data"
FOLDERS = ("node", "simple", "pytorch-converted", "pytorch-operator")
KINDS = (*FOLDERS, "light")
RTOL, ATOL = 1e-3, 1e-7

# A tensor, a list for a sequence, or None for an empty optional.
Value = Any


@dataclass(frozen=True)
class Case:
    """One test: a model, and folders with its inputs and outputs."""

    name: str
    kind: str
    family: str
    model: Path
    rtol: float = RTOL
    atol: float = ATOL


@dataclass(frozen=True)
class DataSet:
    inputs: dict[str, Value]
    outputs: dict[str, Value]


def load_cases() -> list[Case]:
    """All tests, in a fixed order."""
    cases = [case for kind in FOLDERS for case in _folder_cases(kind)]
    return cases + list(_light_cases())


def load_data_sets(case: Case, model: onnx.ModelProto) -> list[DataSet]:
    if case.kind == "light":
        return [_light_data_set(case, model)]
    folders = sorted(case.model.parent.glob("test_data_set*"))
    return [_data_set(folder, model) for folder in folders]


def _folder_cases(kind: str) -> Iterator[Case]:
    families: dict[str, str] = {}
    for folder in sorted((DATA / kind).iterdir()):
        if not folder.is_dir():
            continue
        path = folder / "model.onnx"
        family = kind
        if kind == "node":
            # NAME_expanded..., the function body of NAME, sorts after NAME.
            base = re.sub(r"_expanded.*", "", folder.name)
            if base not in families:
                families[base] = onnx.load(path).graph.node[-1].op_type
            family = families[base]
        yield Case(folder.name, kind, family, path, *_tolerances(folder))


def _tolerances(folder: Path) -> tuple[float, float]:
    """A test may override the runner's tolerances in a file."""
    path = folder / "data.json"
    data = json.loads(path.read_text()) if path.exists() else {}
    return data.get("rtol", RTOL), data.get("atol", ATOL)


def _light_cases() -> Iterator[Case]:
    """Architectures whose weights are splats; "real" has their tolerances."""
    for path in sorted((DATA / "light").glob("*.onnx")):
        name = path.stem.removeprefix("light_")
        tolerances = _tolerances(DATA / "real" / f"test_{name}")
        yield Case(path.stem, "light", "light", path, *tolerances)


def _data_inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    """The graph's inputs without those that name an initializer."""
    weights = {tensor.name for tensor in model.graph.initializer}
    weights |= {t.values.name for t in model.graph.sparse_initializer}
    return [i for i in model.graph.input if i.name not in weights]


def _light_data_set(case: Case, model: onnx.ModelProto) -> DataSet:
    """The input is i / n, as in onnx's own runner."""
    inputs = {}
    for info in _data_inputs(model):
        dims = [dim.dim_value for dim in info.type.tensor_type.shape.dim]
        size = int(np.prod(dims))
        ramp = np.arange(size).reshape(dims) / size
        inputs[info.name] = ramp.astype(np.float32)
    stem = case.model.with_suffix("")
    outputs = {
        info.name: _load(Path(f"{stem}_output_{i}.pb"), info.type)
        for i, info in enumerate(model.graph.output)
    }
    return DataSet(inputs, outputs)


def _data_set(folder: Path, model: onnx.ModelProto) -> DataSet:
    return DataSet(
        _load_all(folder, "input", _data_inputs(model)),
        _load_all(folder, "output", model.graph.output),
    )


def _load_all(folder: Path, stem: str, infos: Any) -> dict[str, Value]:
    files = [folder / f"{stem}_{i}.pb" for i in range(len(infos))]
    return {
        info.name: _load(path, info.type)
        for info, path in zip(infos, files, strict=True)
        if path.exists()
    }


def _load(path: Path, value_type: onnx.TypeProto) -> Value:
    content = path.read_bytes()
    if value_type.HasField("sequence_type"):
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    if value_type.HasField("optional_type"):
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    return numpy_helper.to_array(onnx.TensorProto.FromString(content))
