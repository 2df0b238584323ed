# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Only codegen/Target asks LLVM about the machine that it runs on."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LAYERS = ["dialects", "transforms", "conversion", "codegen", "tuner", "compiler", "tools"]


def test_only_the_target_asks_llvm_about_the_host() -> None:
    sources = [path for layer in LAYERS for path in (ROOT / layer).rglob("*.[ch]*")]
    asking = [
        str(path.relative_to(ROOT))
        for path in sources
        if path.is_file() and "llvm/TargetParser/Host.h" in path.read_text()
    ]
    assert asking == ["codegen/Target.cpp"]
