# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""READMEs and other pages name commands, options, files and links that exist."""

import functools
import re
import subprocess
from pathlib import Path

import pytest
from pages import ROOT

# Programs of others: their options are not ours to check.
OTHERS = {"verilator"}
SUFFIXES = "cpp|h|td|py|md|mlir|c|sv|test|pdll"


@functools.cache
def tracked(*patterns: str) -> list[str]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    found = subprocess.check_output([*command, *patterns], text=True, cwd=ROOT)
    return [name for name in found.splitlines() if (ROOT / name).is_file()]


PAGES = [name for name in tracked("*.md") if not name.startswith("docs/generated/")]


def without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)


def spans(text: str) -> list[str]:
    return re.findall(r"`([^`\n]+)`", without_blocks(text))


def commands(text: str) -> list[str]:
    """Lines of code, and spans, which may be commands."""
    indented = re.findall(r"^    (\S.*)$", without_blocks(text), re.MULTILINE)
    blocks = re.findall(r"^```(?:sh|bash|console)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line for block in blocks for line in block.splitlines()]
    return [*indented, *lines, *spans(text)]


@functools.cache
def known_options() -> frozenset[str]:
    """Everything in our sources that is or may become an option."""
    sources = tracked("*.cpp", "*.h", "*.td", "*.py", "*.bzl", "*.bazel", ".bazelrc", "dev")
    found: set[str] = set()
    for name in sources:
        text = (ROOT / name).read_text(errors="replace")
        found |= set(re.findall(r"--[a-z][\w-]+", text))
        found |= {f"--{word}" for word in re.findall(r'"([a-z][\w-]+)=?"', text)}
    tool = ROOT / "bazel-bin/tools/tvm-opt/tvm-opt"
    text = subprocess.check_output([tool, "--help-hidden"], text=True)
    return frozenset(found | set(re.findall(r"--[a-z][\w-]+", text)))


@functools.cache
def commands_of(program: str) -> frozenset[str]:
    if program == "./dev":
        text = subprocess.check_output([ROOT / "dev", "help"], text=True)
        return frozenset({"help", *re.findall(r"^  ([a-z]+)", text, re.MULTILINE)})
    tool = ROOT / "bazel-bin/tools/tvmc/tvmc"
    text = subprocess.check_output([tool, "--help"], text=True)
    return frozenset(re.findall(r"^  tvmc ([a-z]+)", text, re.MULTILINE))


def slug(title: str) -> str:
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@functools.cache
def anchors(page: Path) -> frozenset[str]:
    text = without_blocks(page.read_text())
    return frozenset(map(slug, re.findall(r"^#+ (.*)$", text, re.MULTILINE)))


@pytest.mark.parametrize("name", PAGES)
def test_links(name: str) -> None:
    page = ROOT / name
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(page.read_text())):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page.parent / path if path else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file), target


@pytest.mark.parametrize("name", PAGES)
def test_commands(name: str) -> None:
    for line in commands((ROOT / name).read_text()):
        for program, command in re.findall(r"(?:^|\s)(\./dev|tvmc) ([a-z]+)", line):
            assert command in commands_of(program), line


@pytest.mark.parametrize("name", PAGES)
def test_options(name: str) -> None:
    for line in commands((ROOT / name).read_text()):
        if line.strip().split(" ")[0] in OTHERS:
            continue
        # Capital letters stand for something.
        for option in re.findall(r"(?:^|[\s\[(])(--[a-z][a-z0-9_-]+)(?![A-Z])", line):
            assert option in known_options(), line


@pytest.mark.parametrize("name", PAGES)
def test_files(name: str) -> None:
    """Paths in code spans: from the page's folder or the root, or the end of one."""
    page = ROOT / name
    text = page.read_text()
    known = tracked()
    for span in spans(text):
        if not re.fullmatch(rf"[\w.\-/]+/[\w.\-]+\.({SUFFIXES})", span):
            continue
        if re.search(r"\b[A-Z]+/", span) or f"={span.split('/')[0]} " in text:
            continue  # a placeholder, or a folder that a command of the page writes
        is_there = (page.parent / span).exists() or (ROOT / span).exists()
        assert is_there or any(each.endswith(f"/{span}") for each in known), span
