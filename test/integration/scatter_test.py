"""ScatterND with the indices of a single update, against ONNX Runtime."""

import numpy as np
import pytest
from peers import check

TEXT = """<ir_version: 8, opset_import: ["" : 18]>
scatter (float[3,4] x, int64[{count}] i, float{updates} u) => (float[3,4] y) {{
  y = ScatterND <reduction = "{reduction}"> (x, i, u)
}}"""


@pytest.mark.parametrize("reduction", ["none", "add", "max"])
@pytest.mark.parametrize(("indices", "shape"), [([1], (4,)), ([2, -1], ())])
def test_one_update(reduction, indices, shape):
    updates = str(list(shape)) if shape else ""
    text = TEXT.format(
        count=len(indices), updates=updates, reduction=reduction
    )
    x = np.arange(12, dtype=np.float32).reshape(3, 4)
    u = np.full(shape, 7.5, np.float32)
    check(text, {"x": x, "i": np.array(indices, np.int64), "u": u})
