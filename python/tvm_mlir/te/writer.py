# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lines of IR, and names in it."""

from __future__ import annotations

import re

from ._locations import Location


class Names:
    """Names of values, each used once."""

    def __init__(self, outer: Names | None = None) -> None:
        self._taken: set[str] = set(outer._taken) if outer else set()
        self._counts: dict[str, int] = {}

    def take(self, wanted: str) -> str:
        base = re.sub(r"[^A-Za-z0-9_$.-]", "_", wanted) or "_"
        if not re.match(r"[A-Za-z_$.-]", base):
            base = "_" + base
        count = self._counts.get(base, 0)
        name = f"{base}_{count}" if count else base
        while name in self._taken:
            count += 1
            name = f"{base}_{count}"
        self._taken.add(name)
        self._counts[base] = count
        return "%" + name


class Writer:
    """Lines, each with its place in the user's program."""

    def __init__(self) -> None:
        self._lines: list[tuple[str, Location | None]] = []
        self._depth = 0
        self.location: Location | None = None

    def line(self, text: str) -> None:
        self._lines.append(("  " * self._depth + text, self.location))

    def open(self, text: str) -> None:
        """Writes a line that begins a region; the location follows at its end."""
        self._lines.append(("  " * self._depth + text, None))
        self._depth += 1

    def reopen(self, text: str) -> None:
        """Ends a region and begins another one."""
        self._lines.append(("  " * (self._depth - 1) + text, None))

    def label(self, text: str) -> None:
        self._lines.append(("  " * (self._depth - 1) + text, None))

    def close(self, text: str = "}") -> None:
        self._depth -= 1
        self.line(text)

    def text(self, with_locations: bool = False) -> str:
        if not with_locations:
            return "".join(line + "\n" for line, _ in self._lines)
        aliases: dict[Location, str] = {}
        body = []
        for line, location in self._lines:
            if location is None:
                body.append(line)
            else:
                alias = aliases.setdefault(location, f"#loc{len(aliases)}")
                body.append(f"{line} loc({alias})")
        head = [f"{alias} = {location}" for location, alias in aliases.items()]
        return "".join(line + "\n" for line in head + body)
