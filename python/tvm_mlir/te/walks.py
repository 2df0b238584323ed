"""Orders in which nodes that need each other are visited."""

from __future__ import annotations

from typing import Callable, Iterator, Sequence, TypeVar

Node = TypeVar("Node")


def postorder(
    roots: Sequence[Node], needs: Callable[[Node], Sequence[Node]]
) -> Iterator[Node]:
    """`roots` and what they need, each once, behind what it needs. (Long chains
    are deep: no recursion.)"""
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
