"""The tolerance of the ten models."""

import math

import numpy as np

RELATIVE, ABSOLUTE = 1e-4, 1e-5


def error_in_tolerances(
    actual: dict[str, np.ndarray], reference: dict[str, np.ndarray]
) -> float:
    """Returns the largest max|Δ| / (1e-4 max|reference| + 1e-5), at most 1 if good.

    The result is infinite if an output is missing, has another shape or type, or has
    a NaN.
    """
    if actual.keys() != reference.keys():
        return math.inf
    errors = (_error(actual[name], reference[name]) for name in reference)
    return max(errors, default=0.0)


def _error(actual: np.ndarray, expected: np.ndarray) -> float:
    if (actual.shape, actual.dtype) != (expected.shape, expected.dtype):
        return math.inf
    if expected.size == 0:
        return 0.0
    delta = float(np.abs(actual - expected).max())
    bound = RELATIVE * float(np.abs(expected).max()) + ABSOLUTE
    return math.inf if math.isnan(delta) else delta / bound
