# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The versions of programs that benchmarks.claims compares."""

import pytest

from benchmarks import claims


def test_ratios_are_medians_of_turns() -> None:
    slow = iter([4.0, 2.0, 6.0] * 3)
    assert claims.ratio(lambda: next(slow), lambda: 2.0) == 2


@pytest.mark.parametrize("name", ["C3, bias, residual, ReLU"])
def test_fusion_changes_no_results(name: str) -> None:
    make, _ = claims.CHAINS[name]
    assert all(timer() > 0 for timer in claims.fusion(make()))


@pytest.mark.parametrize("lanes", [1, 64])
def test_sums_are_right(lanes: int) -> None:
    assert claims.total(lanes)() > 0


def test_schedules_of_the_product_have_its_results() -> None:
    versions = claims.products(size=64)
    assert versions.keys() == {name for names in claims.COMPARED for name in names[:2]}
    assert all(timer() > 0 for timer in versions.values())
