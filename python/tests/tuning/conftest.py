# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model to tune, a database, and a cluster."""

import numpy as np
import onnx
import pytest
from clusters import Cluster
from onnx import helper, numpy_helper
from products import PRODUCT


@pytest.fixture
def model(tmp_path):
    path = tmp_path / "product.mlir"
    path.write_text(PRODUCT)
    return path


@pytest.fixture
def database(tmp_path):
    return tmp_path / "tuning.db"


@pytest.fixture(autouse=True)
def short_comparisons(monkeypatch):
    monkeypatch.setattr("tvm_mlir.tuning.models._MODEL_MILLISECONDS", 10)


@pytest.fixture
def cluster():
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.fixture
def proto():
    """y = a @ w with weights, as an ONNX model."""
    weights = np.random.default_rng(1).random((32, 48), np.float32)
    described = [
        helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, shape)
        for name, shape in (("a", (24, 32)), ("y", (24, 48)))
    ]
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["a", "w"], ["y"])],
        "product",
        described[:1],
        described[1:],
        [numpy_helper.from_array(weights, "w")],
    )
    return helper.make_model(graph, ir_version=9, opset_imports=[helper.make_opsetid("", 20)])
