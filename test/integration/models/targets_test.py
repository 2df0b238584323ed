# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whatever a module says of the machine, its results are the same."""

import random
import re
from pathlib import Path

import numpy as np
import onnx
import pytest
from benchmarks.compare import error_in_tolerances
from benchmarks.models.build import inputs

from levels_test import run, run_tvmc
from nets import NETS

# Entries of device "CPU" (transforms/Target/README.md), and what they may be.
NUMBERS = {
    "max_vector_op_width": [2**i for i in range(6, 13)],
    "vector_registers": [8, 9, 12, 16, 24, 32, 64, 1024],
    "vectors_per_cycle": [1, 2, 3, 64],
    "L1_cache_size_in_bytes": [1, 1000, 2**15, 2**30],
    "L2_cache_size_in_bytes": [1, 1000, 2**20, 2**40],
    "L3_cache_size_in_bytes": [1, 1000, 2**25, 2**48],
    "cores": [1, 2, 3, 64, 2**20],
}
WORDS = {
    "masks": ["none", "wide", "all"],
    "memory_operands": ["none", "vectors", "elements"],
    "dot_product": ["none", "madd", "vnni"],
}


def describe(text: str, seed: int) -> str:
    """The dump with other entries, chosen by `seed`."""
    chooser = random.Random(seed)
    keys = [*NUMBERS, *WORDS]
    for key in chooser.sample(keys, chooser.randint(1, len(keys))):
        if key in NUMBERS:
            value = str(chooser.choice(NUMBERS[key]))
            text, count = re.subn(rf'("{key}" =) \d+', rf"\1 {value}", text, count=1)
        else:
            word = chooser.choice(WORDS[key])
            text, count = re.subn(rf'("{key}" =) "\w+"', rf'\1 "{word}"', text, count=1)
        assert count == 1, f"the dump does not say {key}"
    return text


@pytest.mark.parametrize(
    "seeds", [range(3), pytest.param(range(3, 200), marks=pytest.mark.long)]
)
@pytest.mark.parametrize("net", NETS)
def test_descriptions(net, seeds: range, tmp_path: Path) -> None:
    model, dumps = net(), tmp_path / "dumps"
    path, feeds = tmp_path / "net.onnx", tmp_path / "in.npz"
    artefact = tmp_path / "net.so"
    onnx.save(model, path)
    np.savez(feeds, **inputs(model, dynamic=5))
    run_tvmc("compile", path, "-q", "-O0", f"--dump-ir={dumps}", "-o", artefact)
    expected = run(artefact, feeds)
    imported = (dumps / "0-import.mlir").read_text()
    for seed in seeds:
        changed = dumps / "changed.mlir"
        changed.write_text(describe(imported, seed))
        run_tvmc("compile", changed, "-q", "-o", artefact)
        assert error_in_tolerances(run(artefact, feeds), expected) <= 1, f"seed {seed}"
