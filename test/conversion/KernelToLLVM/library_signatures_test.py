# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each function of the runtime that a model can call has a signature, against
which kernel-lower-externs checks the calls."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def _names(path: str) -> set[str]:
    """The first field of each row of a table of functions."""
    return set(re.findall(r'^    \{"(tvm_\w+)", ', (ROOT / path).read_text(), re.MULTILINE))


def test_each_function_of_the_library_has_a_signature() -> None:
    functions = _names("runtime/library/Library.cpp")
    assert functions
    header = (ROOT / "runtime/include/tvm_abi.h").read_text()
    functions |= set(re.findall(r'^#define TVM_DEVICE_\w+ "(\w+)"', header, re.MULTILINE))
    assert _names("conversion/KernelToLLVM/LibrarySignatures.cpp") == functions
