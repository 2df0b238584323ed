"""The entries of docs/generated, and their examples as modules."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tvm_mlir.compiler import run_passes
from tvm_mlir.errors import TvmError

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/generated"
_MISTYPED = re.compile(
    r"use of value '(%\w+)' expects different type than prior uses: '(.*)' vs 'none'"
)


@dataclass(frozen=True)
class Entry:
    """What a page says of an operator, a pass, an attribute or a type."""

    page: str
    name: str
    text: str

    @property
    def is_operator(self) -> bool:
        return "\noperation ::=" in self.text

    @property
    def description(self) -> str:
        """Up to the generated tables, without syntax."""
        text = self.text.split("\n#### ")[0]
        text = re.sub(r"Syntax:\n\n```\n.*?\n```\n", "", text, flags=re.DOTALL)
        return re.split(r"\n(?:Traits|Interfaces|Effects): ", text)[0].strip()

    @property
    def examples(self) -> list[str]:
        return re.findall(r"```mlir\n(.*?)```", self.text, re.DOTALL)


def read_page(path: Path) -> Iterator[Entry]:
    for section in re.split(r"^### ", path.read_text(), flags=re.MULTILINE)[1:]:
        title, text = section.split("\n", 1)
        name = title.split(" (")[0].strip("`")
        yield Entry(path.name, name, text)


def read_pages() -> list[Entry]:
    return [entry for path in sorted(FOLDER.glob("*.md")) for entry in read_page(path)]


def operators(page: str) -> list[Entry]:
    return [entry for entry in read_page(FOLDER / page) if entry.is_operator]


def _free_values(text: str) -> list[str]:
    """Values that no operation and no block of `text` defines."""
    results = re.findall(r"^\s*(%[^=]*?)\s*=", text, re.MULTILINE)
    arguments = re.findall(r"\^\w+\((.*?)\):", text)
    defined = set(re.findall(r"%\w+", " ".join(results + arguments)))
    used = re.findall(r"%\w+", text)
    return [name for name in dict.fromkeys(used) if name not in defined]


def complete(text: str) -> str:
    """A module of an example: an attribute, all of a module, or operations,
    whose free values become arguments of the types that the parser expects."""
    if text[0] == "#":
        return f"module attributes {{test.example = {text}}} {{}}"
    types = dict.fromkeys(_free_values(text), "none")
    if "func.func" in text or not types:
        return text
    while True:
        arguments = ", ".join(f"{name}: {kind}" for name, kind in types.items())
        module = f"func.func @example({arguments}) {{\n{text}return\n}}\n"
        try:
            parse(module)
            return module
        except TvmError as error:
            found = _MISTYPED.search(str(error))
            if not found or types.get(found[1]) != "none":
                raise
            types[found[1]] = found[2]


def parse(module: str) -> str:
    """Parses and verifies; the module as it is printed."""
    return run_passes(module, "example", "builtin.module()")
