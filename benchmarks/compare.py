# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tolerance of the ten models."""

import math
from collections.abc import Collection

import numpy as np

RELATIVE, ABSOLUTE = 1e-4, 1e-5


def error_in_tolerances(
    actual: dict[str, np.ndarray],
    reference: dict[str, np.ndarray],
    probabilities: Collection[str] = (),
) -> float:
    """Returns the largest max|Δ| / (1e-4 max|reference| + 1e-5), at most 1 if good.

    The outputs named in `probabilities` are compared by their logarithms, which are
    logits but for a sum that all of them share: almost all probabilities are smaller
    than any tolerance of their own.

    The result is infinite if an output is missing, has another shape or type, has a
    NaN, or has an infinity where the reference has none or the other way round.
    """
    if actual.keys() != reference.keys():
        return math.inf
    errors = (
        _error(actual[name], reference[name], name in probabilities)
        for name in reference
    )
    return max(errors, default=0.0)


def _error(
    actual: np.ndarray, expected: np.ndarray, are_probabilities: bool
) -> float:
    if (actual.shape, actual.dtype) != (expected.shape, expected.dtype):
        return math.inf
    if are_probabilities:
        actual, expected = _logarithms(actual), _logarithms(expected)
    finite = np.isfinite(expected)
    if not np.array_equal(actual[~finite], expected[~finite]):
        return math.inf
    if not finite.any():
        return 0.0
    delta = float(np.abs(actual[finite] - expected[finite]).max())
    bound = RELATIVE * float(np.abs(expected[finite]).max()) + ABSOLUTE
    return math.inf if math.isnan(delta) else delta / bound


def _logarithms(values: np.ndarray) -> np.ndarray:
    """The logarithms of probabilities; NaN for what is none. Numbers below the least
    normal one count as that, because a system may flush them to zero."""
    with np.errstate(invalid="ignore"):
        least = np.finfo(values.dtype).tiny
        return np.log(np.where(values >= 0, np.maximum(values, least), np.nan))
