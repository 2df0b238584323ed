# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of check_licenses.py."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[2] / "bazel/scripts")]

import check_licenses  # noqa: E402


def test_sources_without_a_license_are_found(tmp_path: Path) -> None:
    texts = {
        "first.cpp": f"// {check_licenses.LINE}\n",
        "second.py": f"#!/usr/bin/env python3\n# {check_licenses.LINE}\n",
        "late.h": f"\n\n// {check_licenses.LINE}\n",
        "none.bzl": "",
        "other.td": "// SPDX-License-Identifier: MIT\n",
        "text.md": "",
    }
    paths = [tmp_path / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    found = check_licenses.unlicensed(paths)
    assert [path.name for path in found] == ["late.h", "none.bzl", "other.td"]
