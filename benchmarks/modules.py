# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Inputs of compiled models, and whether their results are right."""

import numpy as np
from tvm_mlir import Module


def feeds_of(module: Module) -> dict[str, np.ndarray]:
    """Returns random f32 inputs, the same in each call."""
    random = np.random.default_rng(0)
    return {
        tensor.name: random.standard_normal(tensor.shape, np.float32)
        for tensor in module.inputs
    }


def has_results(
    module: Module, feeds: dict[str, np.ndarray], expected: dict[str, np.ndarray]
) -> bool:
    """Whether a run of `module` has nearly the expected results."""
    results = module.run(feeds)
    return all(
        np.allclose(results[name], value, rtol=1e-3, atol=1e-3)
        for name, value in expected.items()
    )
