# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The entries of docs/generated, and their examples as modules."""

import functools
import itertools
import re
import subprocess
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs/generated"
SPLIT = "// -----\n"
_MISTYPED = re.compile(
    r"use of value '(%\w+)' expects different type than prior uses: '(.*)' vs 'none'"
)


@dataclass(frozen=True)
class Entry:
    """The entry of a page on an operator, a pass, an attribute or a type."""

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


def tvm_opt(modules: list[str], *options: str) -> subprocess.CompletedProcess[str]:
    command = [ROOT / "bazel-bin/tools/tvm-opt/tvm-opt", "--split-input-file", *options]
    return subprocess.run(
        command, input=SPLIT.join(modules), capture_output=True, text=True
    )


def errors(modules: list[str]) -> list[list[str]]:
    """Returns tvm-opt's errors for each module: it has to parse, verify, and print to
    itself."""
    sizes = [module.count("\n") + 1 for module in modules]
    starts = [1, *itertools.accumulate(sizes, initial=1)][1:-1]
    found: list[list[str]] = [[] for _ in modules]
    done = tvm_opt(modules, "--verify-roundtrip")
    messages = re.findall(r"^<stdin>:(\d+):\d+: error: (.*)", done.stderr, re.MULTILINE)
    for line, message in messages:
        found[bisect(starts, int(line)) - 1].append(message)
    if done.returncode != bool(messages) or done.stderr.count("error: ") != len(messages):
        raise AssertionError(done.stderr)
    return found


@dataclass
class Example:
    """A module of an example: an attribute, all of a module, or operations,
    whose free values become arguments of the types that the parser expects."""

    text: str
    types: dict[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if "func.func" not in self.text and not self.text.startswith("module "):
            self.types = dict.fromkeys(_free_values(self.text), "none")

    @property
    def module(self) -> str:
        if self.text[0] == "#":
            return f"module attributes {{test.example = {self.text}}} {{}}\n"
        if not self.types:
            return self.text
        arguments = ", ".join(f"{name}: {kind}" for name, kind in self.types.items())
        return f"func.func @example({arguments}) {{\n{self.text}return\n}}\n"

    def learn(self, messages: list[str]) -> bool:
        """Whether the messages say the type of another argument."""
        mistyped = [_MISTYPED.match(message) for message in messages]
        learnt = {m[1]: m[2] for m in mistyped if m and self.types.get(m[1]) == "none"}
        self.types |= learnt
        self.errors = messages
        return bool(learnt)


@functools.cache
def examples() -> dict[str, Example]:
    """All examples, by their texts."""
    texts = [text for entry in read_pages() for text in entry.examples]
    found = {text: Example(text) for text in texts}
    unknown = list(found.values())
    while unknown:
        messages = errors([example.module for example in unknown])
        pairs = zip(unknown, messages, strict=True)
        unknown = [example for example, said in pairs if example.learn(said)]
    return found
