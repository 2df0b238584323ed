# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Seeded mutations of the attributes in MLIR's text.

The cases of our lit tests are what is mutated, each with the passes that its
test runs. A mutant has other values of its attributes, attributes of ours
where there were none, other numbers and types inside of attributes, other
divisors in affine expressions, or asks for dimensions that are not there.
"""

import random
import re
import shlex
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import expand_cases  # noqa: E402

GUARD = "te-verify-indices"
TEST = Path(__file__).resolve().parents[1]
CASES = "%cases %s | tvm-opt"
FOLDERS = ("dialects", "transforms", "conversion")

# Attributes that passes attach and rely on: of operations, and of arguments
# and results of functions.
OF_OPERATIONS = (
    "graph.bytes",
    "graph.equal_dims",
    "graph.flops",
    "graph.memory",
    "graph.nodes",
    "graph.partition",
    "graph.target",
    "graph.weights",
    "kernel.constants",
    "kernel.extern",
    "kernel.workspace",
    "kernel.written",
    "llvm.target",
    "te.kind",
    "te.steps",
    "te.streams",
    "tvm.level",
    "tvm.manifest",
    "tvm.weights",
    "vta.config",
    "vta.removed_tokens",
)
OF_VALUES = (
    "graph.constant",
    "graph.dims",
    "graph.dtype",
    "graph.finite",
    "graph.keys",
    "graph.layout",
    "graph.list",
    "graph.name",
    "kernel.parallel",
    "kernel.threads",
    "kernel.workspace",
)
NUMBERS = ("0", "1", "-1", "2", "7", "255", "2147483648", "9223372036854775807", "-9223372036854775808")
TYPES = ("f32", "f64", "i1", "i8", "ui8", "i17", "i64", "index", "bf16", "complex<f32>", "!graph.handle")
VALUES = (
    "unit",
    "true",
    '""',
    '"x"',
    '"parallel"',
    '"sequence(float32[?])"',
    '"float64"',
    "@x",
    "@x::@x",
    "f32",
    "index",
    "1.0 : f32",
    "0 : index",
    "-1 : i64",
    "9223372036854775807 : i64",
    "[]",
    "[1]",
    '["n", 1]',
    "[[4, 0], [2, 9]]",
    "{}",
    "{planned = 1}",
    "array<i64>",
    "array<i64: 0>",
    "array<i64: 1, 1>",
    "array<i64: -1, 9223372036854775807>",
    "dense<0> : tensor<2xi64>",
    "dense<1.0> : tensor<4xf32>",
    "distinct[0]<1>",
    'distinct[0]<"x">',
    "affine_map<() -> ()>",
    "affine_map<(i) -> (i)>",
    "affine_map<(i, j) -> (j, i)>",
    "affine_map<(i, j) -> (i * 1000 + j)>",
    "affine_map<(i, j) -> (i - 5, j mod 0)>",
    "affine_map<(i)[s] -> (i + s)>",
    '#graph.weight<"w", 0, 42> : tensor<4xf32>',
    '#graph.weight<"w", 0, 42> : tensor<?xf32>',
    '#graph.weight<"w", 64, 42> : tensor<4xindex>',
)


@dataclass(frozen=True)
class Case:
    """A case of a test, and the options of the tvm-opt that runs it."""

    source: str
    text: str
    options: tuple[str, ...]

    @property
    def guarded_options(self) -> tuple[str, ...]:
        """The options, where divisors and dimensions are checked first, as in
        front of each pipeline: passes may rely on them."""
        guarded = [
            option.replace("=builtin.module(", f"=builtin.module({GUARD},", 1)
            for option in self.options
        ]
        if not any("pass-pipeline" in option for option in guarded):
            guarded.insert(0, f"--{GUARD}")
        return tuple(guarded)


@dataclass(frozen=True)
class Mutant:
    case: Case
    text: str


def _options(line: str) -> tuple[str, ...] | None:
    """Returns the options of a line `RUN: tvm-opt %s … | …`, or None for others."""
    words = shlex.split(line.split("|")[0])
    if not words or words[0] != "tvm-opt" or "%s" not in words:
        return None
    words = [word for word in words[1:] if word != "%s"]
    if any("%" in word or not word.startswith("-") for word in words):
        return None
    skipped = ("split-input-file", "verify-diagnostics", "verify-roundtrip")
    return tuple(word for word in words if word.lstrip("-").split("=")[0] not in skipped)


@cache
def cases() -> tuple[Case, ...]:
    found = []
    for folder in FOLDERS:
        for path in sorted((TEST / folder).rglob("*.mlir")):
            text = path.read_text().replace("\\\n// RUN:", "")
            lines = re.findall(r"^// RUN: (.*)", text, re.MULTILINE)
            if lines and lines[0].startswith(CASES):
                lines = ["tvm-opt %s" + lines[0].removeprefix(CASES)]
                text = expand_cases.in_full(text)
            runs = [options for line in lines if (options := _options(line)) is not None]
            if not runs:
                continue
            pieces = re.split(r"^// -----$", text, flags=re.MULTILINE)
            name = str(path.relative_to(TEST))
            found += [Case(name, piece, runs[0]) for piece in pieces if _is_ours(piece)]
    return tuple(found)


def _is_ours(text: str) -> bool:
    """Whether a case has attributes, and not those of upstream's operators
    whose parsers abort."""
    return "{" in text and "linalg.generic" not in text


@cache
def cases_by_attribute() -> dict[str, tuple[Case, ...]]:
    """The cases in which an attribute of ours is."""
    names = sorted({*OF_OPERATIONS, *OF_VALUES, "#graph.weight"})
    found = {name: tuple(case for case in cases() if name in case.text) for name in names}
    return {name: those for name, those in found.items() if those}


def _end(text: str, start: int) -> int:
    """Where the value that begins at `start` ends."""
    depth = 0
    quoted = False
    for i in range(start, len(text)):
        c = text[i]
        if quoted or c == '"':
            quoted = quoted != (c == '"' and text[i - 1] != "\\")
        elif c in "([{<":
            depth += 1
        elif c == ">" and text[i - 1] == "-":
            continue
        elif c in ")]}>":
            depth -= 1
            if depth < 0:
                return i
        elif depth == 0 and c in ",\n":
            return i
    return len(text)


def _attributes(text: str) -> list[tuple[int, int]]:
    """Where the values of `name = value` are, but for results of operations;
    those of ours count three times."""
    found = re.finditer(r"(?<![%\w.$#])([A-Za-z_][\w.]*) = (?=\S)", text)
    spans = []
    for match in found:
        is_ours = match.group(1) in OF_OPERATIONS + OF_VALUES
        span = (match.end(), _end(text, match.end()))
        spans += [span] * (3 if is_ours else 1)
    return spans


def _value(text: str, r: random.Random) -> str:
    spans = _attributes(text)
    if spans and r.random() < 0.3:
        start, end = r.choice(spans)
        return text[start:end]
    return r.choice(VALUES)


def _replace(text: str, r: random.Random) -> str:
    """Another value of an attribute."""
    spans = _attributes(text)
    if not spans:
        return _attach(text, r)
    start, end = r.choice(spans)
    return text[:start] + _value(text, r) + text[end:]


def _drop(text: str, r: random.Random) -> str:
    """Without an attribute: its name becomes another's."""
    names = list(re.finditer(r"(?<![%\w.$#])[A-Za-z_][\w.]*(?= = )", text))
    if not names:
        return _attach(text, r)
    name = r.choice(names)
    other = r.choice((*OF_OPERATIONS, *(match.group() for match in names)))
    return text[: name.start()] + other + text[name.end() :]


# Where an operation's attributes may be: in a dictionary that is there, behind
# a region, in front of the types, behind the arguments of a function or a module's name.
_PLACES = (
    (r"(?<=\{)(?=[a-z_][\w.]* = )", "{}, "),
    (r"(?<=^  \})$|(?<=^    \})$|(?<=^      \})$", " {{{}}}"),
    (r"(?<=[\w\]>]) (?=: \(?(?:tensor|memref|vector)<)", " {{{}}} "),
    (r"(?<=^module attributes \{)", "{}, "),
    (r"(?<=\)) (?=\{$)", " attributes {{{}}} "),
)


def _attach(text: str, r: random.Random) -> str:
    """An attribute of ours, on a value or on an operation."""
    if r.random() < 0.5:
        return _attach_to_value(text, r)
    written = _write(r.choice(OF_OPERATIONS), _value(text, r))
    places = [
        (match, form)
        for pattern, form in _PLACES
        for match in re.finditer(pattern, text, re.MULTILINE)
    ]
    if not places:
        return text
    place, form = r.choice(places)
    return text[: place.start()] + form.format(written) + text[place.end() :]


def _write(name: str, value: str) -> str:
    return name if value == "unit" else f"{name} = {value}"


def _attach_to_value(text: str, r: random.Random) -> str:
    written = _write(r.choice(OF_VALUES), _value(text, r))
    places = []
    for match in re.finditer(r"%\w+: (?:tensor|memref)(?=<)", text):
        end = _end(text, match.end() + 1) + 1
        has_some = text[end:].startswith(" {")
        places.append((end + 2 if has_some else end, "{}, " if has_some else " {{{}}}"))
    if not places:
        return text
    at, form = r.choice(places)
    return text[:at] + form.format(written) + text[at:]


def _number(text: str, r: random.Random) -> str:
    """Another number in an attribute."""
    return _inside(text, r, r"-?\b\d+\b", NUMBERS)


def _type(text: str, r: random.Random) -> str:
    """Another element type, or a size that is not known, in an attribute."""
    if r.random() < 0.3:
        return _inside(text, r, r"(?<=<)\d+(?=x)", ("?", "0", "4611686018427387904"))
    return _inside(text, r, r"(?<=x)(?:[iuf]\d+|bf16)(?=[>,])", TYPES)


def _inside(text: str, r: random.Random, pattern: str, values: tuple[str, ...]) -> str:
    places = [
        (start + match.start(), start + match.end())
        for start, end in _attributes(text)
        for match in re.finditer(pattern, text[start:end])
    ]
    weights = re.finditer(r"#[a-z]+\.[a-z_]+<[^\n]*", text)
    places += [
        (weight.start() + match.start(), weight.start() + match.end())
        for weight in weights
        for match in re.finditer(pattern, weight.group())
    ]
    if not places:
        return _replace(text, r)
    start, end = r.choice(places)
    return text[:start] + r.choice(values) + text[end:]


def _divisor(text: str, r: random.Random) -> str:
    """Another divisor in an affine expression, or one where there was none."""
    divisor = r.choice(("0", "0", "1", "-1", "3", "-9223372036854775808"))
    found = re.finditer(r"(?<=floordiv )-?\d+|(?<=ceildiv )-?\d+|(?<=mod )-?\d+", text)
    places = [(match, divisor) for match in found]
    if not places or r.random() < 0.5:
        division = f" {r.choice(('floordiv', 'ceildiv', 'mod'))} {divisor}"
        inside_maps = r"(?<=-> \()[a-z]\w*(?=[,)])"
        subscripts = r"(?<=te\.read )%\w+\[%\w+(?=[,\]])|affine\.(?:load|store)[^\[\n]*\[%\w+(?=[,\]])"
        for match in re.finditer(f"{inside_maps}|{subscripts}", text):
            places.append((match, match.group() + division))
    if not places:
        return _replace(text, r)
    place, written = r.choice(places)
    return text[: place.start()] + written + text[place.end() :]


def _dimension(text: str, r: random.Random) -> str:
    """A query of another dimension."""
    names = set(re.findall(r"(?:tensor|memref)\.dim %[\w#]+, %(\w+)", text))
    places = [
        match
        for match in re.finditer(r"(?<=%)(\w+) = arith\.constant (\d+)(?= : index)", text)
        if match.group(1) in names
    ]
    if not places:
        return _divisor(text, r)
    place = r.choice(places)
    return text[: place.start(2)] + r.choice(NUMBERS) + text[place.end(2) :]


MUTATIONS = (_replace, _replace, _attach, _attach, _number, _type, _drop, _divisor, _dimension)


def mutant(seed: int, index: int) -> Mutant:
    r = random.Random(f"{seed}/{index}")
    by_attribute = cases_by_attribute()
    focused = r.random() < 0.6
    case = r.choice(by_attribute[r.choice(list(by_attribute))] if focused else cases())
    text = case.text
    wanted = r.choice((1, 1, 1, 2, 3))
    for _ in range(20):  # a mutation may find no place, or the same value
        if wanted == 0:
            break
        mutated = r.choice(MUTATIONS)(text, r)
        wanted -= mutated != text
        text = mutated
    return Mutant(case, text)
