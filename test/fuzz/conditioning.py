# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a model's results move when its inputs do: what is ill-conditioned
has no digits in which two correct implementations agree."""

import numpy as np
import onnx
from opinions import run_onnxruntime

# The relative error of sums of some ten thousand numbers of f32.
RELATIVE = 2.0**-20
TRIALS = 4
MARGIN = 4


def find_noise(
    model: onnx.ModelProto, inputs: dict[str, np.ndarray]
) -> dict[str, float]:
    """By output of floating point: MARGIN times the largest change of an
    element when each floating-point input is scaled by 1 ± RELATIVE."""
    random = np.random.default_rng(0)
    results = run_onnxruntime(model, inputs)
    noise = {
        name: 0.0 for name, array in results.items() if array.dtype.kind == "f"
    }
    for _ in range(TRIALS):
        moved_inputs = {
            name: _scale(array, 1 + random.choice([-1, 1]) * RELATIVE)
            for name, array in inputs.items()
        }
        moved = run_onnxruntime(model, moved_inputs)
        for name in noise:
            if moved[name].shape != results[name].shape:
                continue
            change = np.abs(moved[name] - results[name])
            largest = change[np.isfinite(change)].max(initial=0)
            noise[name] = max(noise[name], MARGIN * float(largest))
    return noise


def _scale(array: np.ndarray, factor: float) -> np.ndarray:
    if array.dtype.kind != "f":
        return array
    return np.asarray(array * factor, array.dtype)
