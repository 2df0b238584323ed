# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How expand_cases.py writes cases in full."""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

import expand_cases  # noqa: E402

PAYLOAD = """// RUN: %cases %s

// PAYLOAD
func.func @kernel(%n: index) {
  affine.for %i = 0 to 8 {
  }
  affine.for %j = 0 to 8 {
  }
  return
}
"""


def expand(text: str) -> list[list[str]]:
    cases = expand_cases.parse(text)
    return [expand_cases.expand(payload, steps, case) for _, payload, steps, case in cases]


def payload(*directives: str) -> list[str]:
    """Returns the payload after the directives of a case, without indentation."""
    (case,) = expand("\n".join([PAYLOAD, "// CASE: one.", *directives]))
    return [line.strip() for line in case]


def test_a_script_has_the_steps_of_the_payload_and_of_the_case() -> None:
    first, second = expand(PAYLOAD + "// STEPS\n%a = a\n// CASE: one.\nb\n\n// CASE: two.\nc\n")
    start = first.index(expand_cases.SCRIPT)
    assert first[0] == second[0] == expand_cases.HEADER
    assert first[start + 1 :] == ["%a = a", "b", "transform.yield", "}", "}"]
    assert second[start + 1 :] == ["%a = a", "c", "transform.yield", "}", "}"]


def test_a_module_of_the_payload_gets_the_script() -> None:
    (case,) = expand("// PAYLOAD\nmodule @m {\nx\n}\n// CASE: one.\na\n")
    assert case == ["module @m {", "x", expand_cases.SCRIPT, "a", "transform.yield", "}", "}"]


def test_a_case_with_a_module_is_complete() -> None:
    assert expand(PAYLOAD + "// CASE: one.\nmodule {\n}\n") == [["module {", "}"]]


def test_edits_apply_wherever_the_text_stands() -> None:
    lines = payload("// EDIT: `to 8` -> `to %n`")
    assert "affine.for %i = 0 to %n {" in lines
    assert "affine.for %j = 0 to %n {" in lines


def test_lines_are_replaced_and_removed() -> None:
    lines = payload("// LINES: `affine.for %i` to `}`", "// LINES: `affine.for %j`", "//| a", "//| b")
    assert lines == ["func.func @kernel(%n: index) {", "a", "b", "}", "return", "}"]


def test_lines_are_inserted() -> None:
    lines = payload("// BEFORE: `affine.for`#2", "//| a", "// AFTER: `return`", "//| b")
    assert lines[2:] == ["}", "a", "affine.for %j = 0 to 8 {", "}", "return", "b", "}"]


def test_what_is_expected_stands_above_its_line() -> None:
    lines = payload("// expected-error at `affine.for %j` {{x}}")
    assert lines[lines.index("affine.for %j = 0 to 8 {") - 1] == "// expected-error @below {{x}}"


@pytest.mark.parametrize(
    ("directive", "count"),
    [
        ("// EDIT: `to 9` -> `to 8`", 0),
        ("// LINES: `affine.for`", 2),
        ("// BEFORE: `affine.for`#3", 2),
        ("// LINES: `return` to `affine.for`", 0),
        ("// expected-note at `scf.for` {{x}}", 0),
    ],
)
def test_an_anchor_must_select_one_line(directive: str, count: int) -> None:
    with pytest.raises(ValueError, match=f"expected a line with .*, got {count}"):
        payload(directive)


def test_a_file_without_cases_is_an_error(tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "empty.mlir"
    path.write_text(PAYLOAD)
    monkeypatch.setattr(sys, "argv", ["expand_cases.py", str(path)])
    with pytest.raises(SystemExit, match="expected a case"):
        expand_cases.main()
