# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Required parts of every primitive's description: before -> after, TVM's name,
numbered preconditions, what becomes of handles, how it fails, an example."""

import re

import pytest
from pages import ROOT, Entry, operators

ENTRIES = operators("Schedule.md")
QUERIES = [
    entry for entry in ENTRIES if entry.name.removeprefix("schedule.").startswith("get_")
]
# Takes no handle; what could be wrong is verified.
INFALLIBLE = "schedule.sample_categorical"
PRIMITIVES = [entry for entry in ENTRIES if entry not in QUERIES]
FAILS = "Fails (silenceable) where a precondition does not hold."

each_primitive = pytest.mark.parametrize(
    "entry", PRIMITIVES, ids=lambda entry: entry.name
)
each_query = pytest.mark.parametrize("entry", QUERIES, ids=lambda entry: entry.name)
each_fallible = pytest.mark.parametrize(
    "entry",
    [entry for entry in PRIMITIVES if entry.name != INFALLIBLE],
    ids=lambda entry: entry.name,
)


def test_there_are_such_operators() -> None:
    names = {entry.name.removeprefix("schedule.") for entry in PRIMITIVES}
    assert {"split", "vectorize", "compute_at", "cache_read", "sample_perfect_tile"} <= names
    assert len(QUERIES) == 5


def numbers(text: str, letter: str) -> list[int]:
    """Returns the numbers of (P1) (P2) … or of (P1)-(P4), in order."""
    text = re.sub(
        rf"\({letter}(\d)\)-\({letter}(\d)\)",
        lambda m: " ".join(f"({letter}{n})" for n in range(int(m[1]), int(m[2]) + 1)),
        text,
    )
    return [int(n) for n in re.findall(rf"\({letter}(\d)\)", text)]


@each_primitive
def test_begins_with_before_and_after(entry: Entry) -> None:
    _, _, description = entry.description.partition("\n\n")
    block = re.match(r"```\n(.*?)```", description.lstrip(), re.DOTALL)
    assert block, "expected what becomes of what, in front of all else"
    before, arrow, after = block[1].partition("->")
    assert before.strip() and arrow and after.strip()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)
def test_summary_has_the_name_in_tvm(entry: Entry) -> None:
    summary = entry.description.split("\n\n")[0]
    assert re.search(r"\(TVM: .*`\w+`.*\)_$|\(not in TVM\b.*\)_$", summary)


@each_fallible
def test_preconditions_are_numbered(entry: Entry) -> None:
    found = numbers(entry.description, "P")
    first = list(dict.fromkeys(found))
    assert first and first == list(range(1, len(first) + 1))


@each_fallible
def test_handles_and_failures(entry: Entry) -> None:
    """The last paragraph in front of the example."""
    text = entry.description[: entry.description.index("```mlir")]
    paragraph = text.strip().split("\n\n")[-1]
    assert paragraph.startswith("No handle is consumed")
    assert paragraph.endswith(FAILS)


@each_query
def test_handles_and_failures_of_queries(entry: Entry) -> None:
    text = entry.description[: entry.description.index("```mlir")]
    paragraph = text.strip().split("\n\n")[-1]
    assert paragraph.startswith("No handle is consumed.\nFails (silenceable) where ")


def family(entry: Entry) -> str:
    """The one .td file that defines it, without "Schedule"."""
    name = entry.name.removeprefix("schedule.")
    found = [
        path.stem.removeprefix("Schedule")
        for path in (ROOT / "dialects/Schedule").glob("Schedule*.td")
        if re.search(rf': Schedule_\w+<"{name}"', path.read_text())
    ]
    (only,) = found
    return only


def declarations(family: str) -> dict[str, str]:
    """The comment of each primitive of a family in C++."""
    header = ROOT / f"transforms/Schedule/Primitives/{family}/{family}.h"
    found = re.findall(
        r"((?:^///.*\n)+)mlir::DiagnosedSilenceableFailure\s+(\w+)\(",
        header.read_text(),
        re.M,
    )
    return {name: comment for comment, name in found}


# Its C++ functions are checkPerfectTile and getComputeLocation.
@pytest.mark.parametrize(
    "entry",
    [entry for entry in PRIMITIVES if not entry.name.startswith("schedule.sample_")],
    ids=lambda entry: entry.name,
)
def test_header_numbers_the_same_preconditions(entry: Entry) -> None:
    words = entry.name.removeprefix("schedule.").split("_")
    name = words[0] + "".join(word.capitalize() for word in words[1:])
    comment = declarations(family(entry))[name]
    assert set(numbers(comment, "P")) == set(numbers(entry.description, "P"))
