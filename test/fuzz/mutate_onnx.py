# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Feeds mutated ONNX models to the compiler: it must refuse or compile them.

A mutant fails if the compiler crashes, hangs, ends without a diagnostic,
leaves a file behind, or reads external data that it must not.
"""

import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent)]

from driver import (  # noqa: E402
    Verdict,
    Workload,
    judge_mutants,
    require_package,
)
from mutations import mutant, prepare_folder  # noqa: E402

WORK = Workload(
    noun="mutant",
    count=2000,
    long_count=40000,
    limit=5.0,
    memory=6 << 30,
    preload=("onnx", "onnx.backend.test", "mutations"),
)
KINDS = ("refused", "compiled")


@dataclass(frozen=True)
class Feed:
    """Compiles the mutant of an index, in a worker, in a folder of its own."""

    seed: int
    scratch: str

    def __call__(self, index: int) -> Verdict:
        folder = Path(tempfile.mkdtemp(dir=self.scratch))
        try:
            return self._feed(index, folder)
        finally:
            shutil.rmtree(folder)

    def _feed(self, index: int, folder: Path) -> Verdict:
        given = mutant(self.seed, index)
        source, out, temporary = (folder / n for n in ("in", "out", "tmp"))
        prepare_folder(source)
        out.mkdir()
        temporary.mkdir()
        (source / "model.onnx").write_bytes(given.content)
        before = sorted(source.rglob("*"))
        os.environ["TMPDIR"] = str(temporary)
        verdict = _compile(source / "model.onnx", out / "model.so")
        (out / "model.so").unlink(missing_ok=True)
        left = [*out.iterdir(), *temporary.iterdir()]
        if left or sorted(source.rglob("*")) != before:
            return Verdict("bad", f"left {[path.name for path in left]}")
        if given.must_fail and verdict.kind == "compiled":
            return Verdict("bad", "compiled with forbidden external data")
        return verdict


def _compile(model: Path, artefact: Path) -> Verdict:
    import tvm_mlir

    try:
        tvm_mlir.compile(str(model), output=str(artefact), threads=1)
    except Exception as error:  # noqa: BLE001 judged by its type
        text = str(error).strip()
        if not type(error).__module__.startswith("tvm_mlir") or not text:
            return Verdict("bad", f"raised {error!r}")
        if artefact.exists():
            return Verdict("bad", "refused, but left an artefact")
        return Verdict("refused", text.splitlines()[0])
    if not artefact.exists():
        return Verdict("bad", "no diagnostic and no artefact")
    return Verdict("compiled")


def save(path: Path, seed: int, index: int) -> None:
    path.with_suffix(".onnx").write_bytes(mutant(seed, index).content)


def main() -> int:
    require_package()
    return judge_mutants(__doc__.splitlines()[0], WORK, KINDS, Feed, save)


if __name__ == "__main__":
    sys.exit(main())
