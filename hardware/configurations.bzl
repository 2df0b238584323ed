# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The configurations that cores are built for: files in configurations/."""

CONFIGURATIONS = [
    "default",
    "batch2",
    "block8",
    "block32",
    "wide",
]
