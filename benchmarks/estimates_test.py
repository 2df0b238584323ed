# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the input and the comparison of the benchmark of estimates."""

import pytest
from benchmarks.estimates import Strategy, closing, parse, spearman, without_script

LISTED = """kernel 'product'
  block 'C'
    rule split_reduction: 3 strategies
      parts: [2] 4 8
      preferred: none, other rules are
      looked at 3
    rule register_tile: 12 strategies
      rows: 1 [2] 3
      preferred 120 cycles: #schedule.register_tile<rows = 2>
      best 100 cycles: #schedule.register_tile<rows = 3>
      random 300 cycles: #schedule.register_tile<>
"""


def test_strategies_belong_to_a_block_and_a_rule() -> None:
    assert list(parse(LISTED)) == [
        ("C/register_tile", Strategy("preferred", 120, "#schedule.register_tile<rows = 2>")),
        ("C/register_tile", Strategy("best", 100, "#schedule.register_tile<rows = 3>")),
        ("C/register_tile", Strategy("random", 300, "#schedule.register_tile<>")),
    ]


def test_brackets_are_closed() -> None:
    assert closing("<a <b> -> c> d", 0) == 12
    with pytest.raises(ValueError, match="expected '>'"):
        closing("<a", 0)


def test_the_script_goes_and_a_place_for_a_strategy_stays() -> None:
    text = (
        "func.func @f() attributes {schedule.strategy = #schedule.blocks"
        '<"C" = #schedule.rows<>>} {}\n'
        "transform.named_sequence @__transform_main(%a: !any) { x { y } }\n"
    )
    stripped = without_script(text)
    assert "named_sequence" not in stripped
    assert "attributes {STRATEGY} {}" in stripped


def test_correlation_is_that_of_ranks() -> None:
    assert spearman([1, 2, 3], [10, 20, 1000]) == pytest.approx(1)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert spearman([1, 1, 2], [5, 5, 6]) == pytest.approx(1)
