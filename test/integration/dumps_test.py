# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--dump-ir only watches: the artefact is the same, byte for byte."""

from pathlib import Path

import onnx
import pytest

from levels_test import run_tvmc
from long_cases import alternate
from nets import NETS

NET_OF_NAME = {net.__name__: net for net in NETS}
OPTIONS = ("-O0", "-O2", "--mixed-precision=bf16")


@pytest.mark.parametrize("net, option", alternate(NET_OF_NAME, OPTIONS))
def test_a_dump_changes_no_byte(net: str, option: str, tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    onnx.save(NET_OF_NAME[net](), path)
    artefacts = tmp_path / "plain.so", tmp_path / "watched.so"
    command = ("compile", path, "-q", "--no-cache", option, "-o")
    run_tvmc(*command, artefacts[0])
    run_tvmc(*command, artefacts[1], f"--dump-ir={tmp_path / 'dumps'}")
    plain, watched = (artefact.read_bytes() for artefact in artefacts)
    assert plain == watched
