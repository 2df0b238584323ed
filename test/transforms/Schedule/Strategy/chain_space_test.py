# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The space of a depthwise chain: the tiles of both convolutions fit each other."""

import re

import pytest
from nested_spaces_test import MACHINES, lower, run

COUNT = 40


@pytest.fixture(scope="module", params=MACHINES)
def listing(request: pytest.FixtureRequest) -> str:
    machine = request.param
    passes = f"schedule-list-strategies{{best=0 random={COUNT} seed=7}}"
    return run(lower(machine)["chain"], machine, passes)[0]


def get_tiles(listing: str, title: str) -> list[tuple[str, str]]:
    """The tiles of the depthwise and of the pointwise convolution of strategies."""
    chain = r"#schedule\.depthwise_chain<depthwise = (\S+<.*?>), pointwise = (\S+<.*?>)"
    return re.findall(rf"{title} \d+ cycles: {chain}", listing)


def get_number(tile: str, name: str) -> int:
    found = re.search(rf"\b{name} = (\d+)", tile)
    return int(found[1]) if found else 1


def test_all_points_are_chains(listing: str) -> None:
    tiles = get_tiles(listing, "random")
    assert len(tiles) == COUNT and len(set(tiles)) > COUNT / 2
    assert len(get_tiles(listing, "preferred")) == 1


def test_depthwise_rows_fill_the_pointwise_tile(listing: str) -> None:
    """The depthwise convolution computes as many rows as one tile reads."""
    for depthwise, pointwise in get_tiles(listing, "random"):
        rows = get_number(pointwise, "outer_rows")
        assert rows % get_number(depthwise, "outer_rows") == 0


def test_pointwise_columns_are_not_outside(listing: str) -> None:
    """Otherwise the depthwise convolution would be computed for each of them."""
    for title in ("random", "preferred"):
        for _, pointwise in get_tiles(listing, title):
            assert re.search("order = (rows_outside|columns_inside)", pointwise)


def test_windows_are_unrolled_or_not(listing: str) -> None:
    kinds = {depthwise.split("<")[0] for depthwise, _ in get_tiles(listing, "random")}
    assert kinds == {"#schedule.register_tile", "#schedule.window_tile"}
