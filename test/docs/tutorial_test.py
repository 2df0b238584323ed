# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The commands of the tutorials run, and print what the pages show."""

import os
import platform
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "docs/tutorial.md", ROOT / "docs/tuning.md"]


class Step(NamedTuple):
    line: int
    command: str
    output: str


def blocks(text: str) -> Iterator[tuple[int, str, str]]:
    """Yields the line, the language and the text of each fenced block."""
    for block in re.finditer(r"^```(.+)\n((?:.*\n)*?)```$", text, re.MULTILINE):
        yield text.count("\n", 0, block.start()) + 1, block[1], block[2]


def steps(text: str) -> list[Step]:
    """Returns the commands of a page, each with the output that is shown below it."""
    found: list[Step] = []
    for line, language, content in blocks(text):
        if language == "sh":
            found.append(Step(line, content, ""))
        elif language in ("text", "mlir"):
            found[-1] = found[-1]._replace(output=content)
    return found


def pattern(output: str) -> str:
    """Returns an expression for an output, in which `…` is any text."""
    lines = (line.strip() for line in output.splitlines())
    return r"\n".join(re.escape(line).replace("…", ".*") for line in lines)


def check(page: Path, step: Step, folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-euc", step.command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    where = f"{page.name}:{step.line}"
    assert done.returncode == 0, f"{where}: {done.stdout}"
    printed = "\n".join(line.strip() for line in done.stdout.splitlines())
    if step.output:
        assert re.fullmatch(pattern(step.output), printed), f"{where}: {printed}"


@pytest.mark.skipif(platform.machine() != "x86_64", reason="runs code for AVX2")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands(page: Path, tmp_path: Path) -> None:
    found = steps(page.read_text())
    assert len(found) >= 10
    environment = dict(os.environ)
    tools = [ROOT / "bazel-bin/tools" / name for name in ("tvmc", "tvm-opt")]
    folders = [Path(sys.executable).parent, *tools, environment["PATH"]]
    environment["PATH"] = ":".join(map(str, folders))
    environment["PYTHONPATH"] = str(ROOT / "python")
    for step in found:
        check(page, step, tmp_path, environment)


def test_steps_have_the_output_below_them() -> None:
    page = "```sh setup\na\n```\n```sh\nb\n```\ntext\n```text\nc\n```\n```sh\nd\n```\n"
    assert steps(page) == [Step(4, "b\n", "c\n"), Step(11, "d\n", "")]


def test_ellipses_are_any_text() -> None:
    assert re.fullmatch(pattern("  a … c\n"), "a b c")
    assert not re.fullmatch(pattern("a …\n"), "a b\nc")
