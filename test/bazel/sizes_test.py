# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the counts of check_sizes.py."""

import sys
from pathlib import Path

import pytest

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "bazel/scripts")]

import check_sizes  # noqa: E402


def test_tables_and_code_are_no_prose(tmp_path: Path) -> None:
    path = tmp_path / "README.md"
    path.write_text("text\n\n```\ncode\n```\n| cell |\n    code\nmore\n")
    assert [line for _, line in check_sizes.prose(path)] == ["text", "", "more"]


def test_declarations_without_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "Header.h"
    path.write_text(
        """#include <cstdint>

namespace tvm {

/// A pair.
struct Pair {
  int first, second; // members do not count
};

/// Their sum, and their product.
int add(Pair pair);
int multiply(Pair pair);

template <typename T>
T negate(T value);

class Forward;

} // namespace tvm
"""
    )
    missing, total = check_sizes.undocumented(path)
    assert missing == ["T negate(T value);"]
    assert total == 4


def test_docstrings_are_no_lines_of_functions() -> None:
    text = '''def outer():
    """A docstring
    of two lines."""

    async def inner():
        return 1

    return inner
'''
    assert list(check_sizes.function_lines(text)) == [("outer", 1, 6), ("inner", 5, 2)]


def test_long_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "long.py"
    body = "".join(f"    x{i} = {i}\n" for i in range(59))
    path.write_text(f"def short():\n{body}\n\ndef long():\n{body}    return x0\n")
    monkeypatch.setattr(check_sizes, "tracked", lambda *_: [path])
    (message,) = check_sizes.long_functions()
    assert message == f"{path}:63: expected at most 60 lines in 'long', got 61"


def test_long_functions_of_cpp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "Long.h"
    short = "void f() {\n" + 70 * "  g();" + "\n}\n"
    path.write_text(short + "void h() {" + 60 * "\n" + "}\n")
    monkeypatch.setattr(check_sizes, "tracked", lambda *_: [path])
    (message,) = check_sizes.long_functions()
    assert message == f"{path}:4: expected at most 60 lines in 'h', got 61"


def test_each_refusal_needs_a_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, test = tmp_path / "Pass.cpp", tmp_path / "pass.mlir"
    source.write_text('op.emitError("a");\nreturn refuse("b");\n')
    monkeypatch.setattr(
        check_sizes,
        "tracked",
        lambda *patterns: [source if "*.cpp" in patterns else test],
    )
    test.write_text("// expected-error {{a}}\n" * 2)
    (message,) = check_sizes.rarely_tested()
    assert message.endswith("got 2 for 1 places and 1 refusals")
    test.write_text("// expected-error {{a}}\n" * 3)
    assert not list(check_sizes.rarely_tested())


def test_the_tree_is_small_enough() -> None:
    assert check_sizes.main() == 0
