# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares results as onnx's own runner does."""

from typing import Any

import numpy as np

from suite import Case, Value


def difference(case: Case, expected: Value, actual: Value) -> str | None:
    """Returns the difference, or None if both are the same within tolerances."""
    if isinstance(expected, list):
        return _list_difference(case, expected, actual)
    if expected is None or actual is None:
        return None if expected is actual else "presence differs"
    if not isinstance(actual, np.ndarray | np.generic):
        return f"expected a tensor, got {type(actual).__name__}"
    if expected.shape != actual.shape:
        return f"expected shape {expected.shape}, got {actual.shape}"
    if expected.dtype != actual.dtype:
        return f"expected type {expected.dtype}, got {actual.dtype}"
    return _value_difference(case, expected, actual)


def _list_difference(case: Case, expected: list, actual: Value) -> str | None:
    if not isinstance(actual, list | tuple):
        return f"expected a sequence, got {type(actual).__name__}"
    if len(expected) != len(actual):
        return f"expected {len(expected)} elements, got {len(actual)}"
    pairs = zip(expected, actual, strict=True)
    found = (difference(case, left, right) for left, right in pairs)
    return next((text for text in found if text), None)


def _value_difference(
    case: Case, expected: np.ndarray, actual: np.ndarray
) -> str | None:
    if expected.dtype.kind in "OUS":
        equal = expected == actual
    else:
        equal = np.isclose(
            _comparable(actual),
            _comparable(expected),
            rtol=case.rtol,
            atol=case.atol,
            equal_nan=True,
        )
    wrong = int(np.size(equal) - np.count_nonzero(equal))
    if wrong == 0:
        return None
    where = tuple(int(i) for i in np.argwhere(~equal)[0])
    return (
        f"{wrong} of {expected.size} values differ, first at {where}: "
        f"expected {expected[where]}, got {actual[where]}"
    )


def _comparable(array: np.ndarray) -> Any:
    """Types that numpy does not know (bfloat16, int4 ...) as float."""
    known = array.dtype.kind in "biufc"
    return array if known else array.astype(np.float32)
