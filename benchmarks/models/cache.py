# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Built models in ~/.cache/tvm-mlir/models, keyed by all that they depend on."""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.models.build import module_of

HERE = Path(__file__).resolve().parent
SHARED = ("build.py", "builder.py", "layers.py", "weights.py")


def folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "tvm-mlir" / "models"


def _key(name: str, exported: bool) -> str:
    if exported:
        own = HERE / "exported" / f"{name}.onnx"
    else:
        own = HERE / f"{module_of(name)}.py"
    digest = hashlib.sha256()
    for path in (own, *(HERE / shared for shared in SHARED)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def cached(name: str, exported: bool = False) -> Path:
    """Returns the model's file, with its inputs beside it (.npz), built if needed.

    They are built in a child process, so that the caller's memory stays small. The
    model's previous versions are removed.
    """
    stem = f"exported-{name}" if exported else name
    home = folder() / f"{stem}-{_key(name, exported)}"
    model = home / f"{name}.onnx"
    if not model.exists():
        home.parent.mkdir(parents=True, exist_ok=True)
        versions = home.parent.glob(f"{stem}-{'[0-9a-f]' * 16}")
        stale = [version for version in versions if version != home]
        with tempfile.TemporaryDirectory(dir=home.parent) as building:
            options = ["--exported"] if exported else []
            command = [sys.executable, "-m", "benchmarks.models.build"]
            subprocess.run(
                [*command, *options, building, name],
                check=True,
                cwd=HERE.parents[1],
                stdout=subprocess.DEVNULL,
            )
            _publish(Path(building), home)
        for old in stale:
            # Another process may remove the same version.
            shutil.rmtree(old, ignore_errors=True)
    return model


def _publish(building: Path, home: Path) -> None:
    """Moves the files. The model comes last, because it marks completeness."""
    home.mkdir(exist_ok=True)
    for path in sorted(building.iterdir(), key=lambda p: p.suffix == ".onnx"):
        path.rename(home / path.name)
