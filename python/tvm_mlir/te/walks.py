# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Orders of visits to nodes that depend on each other."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence, TypeVar

Node = TypeVar("Node")


def postorder(
    roots: Sequence[Node], needs: Callable[[Node], Sequence[Node]]
) -> Iterator[Node]:
    """`roots` and the nodes that they need, each once, behind its own needs. (Long
    chains are deep: no recursion.)"""
    done: set[int] = set()
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        node, is_ready = stack.pop()
        if is_ready:
            yield node
        elif id(node) not in done:
            done.add(id(node))
            stack.append((node, True))
            stack += [(need, False) for need in reversed(needs(node))]
