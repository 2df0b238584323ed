# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The target's description of an accelerator's memories."""

from __future__ import annotations

from typing import Mapping

from ._checks import as_integer, as_name
from ._text import quoted


def describe_memories(sizes: Mapping[str, int]) -> str:
    """The attribute with the sizes in bytes of scopes "DEVICE.MEMORY"."""
    if not isinstance(sizes, Mapping):
        raise TypeError(f"expected memories and their bytes, got {sizes!r}")
    devices: dict[str, list[str]] = {}
    for scope, size in sizes.items():
        device, _, memory = as_name("a memory", scope).partition(".")
        if not device or not memory:
            raise ValueError(f"expected DEVICE.MEMORY as a memory, got {scope!r}")
        size = as_integer(f"size of {scope!r}", size, least=0)
        entry = f"{quoted(memory + '_size_in_bytes')} = {size} : i64"
        devices.setdefault(device, []).append(entry)
    described = ", ".join(
        f"{quoted(device)} = #dlti.target_device_spec<{', '.join(entries)}>"
        for device, entries in devices.items()
    )
    return f"dlti.target_system_spec = #dlti.target_system_spec<{described}>"
