# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finding libraries; the package after `pip install`."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tvm_mlir import TvmError, _library

PYTHON = Path(__file__).resolve().parents[1]


def run(code, *, python=sys.executable, **environment):
    # Isolated (-I) from this folder, so that only installed packages are seen.
    return subprocess.run(
        [python, "-I", "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def checkout(tmp_path):
    """The files that a package is built from; the compiler, which is large, is empty."""
    python = tmp_path / "checkout/python"
    shutil.copytree(
        PYTHON / "tvm_mlir",
        python / "tvm_mlir",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    for name in ["pyproject.toml", "setup.py", "README.md"]:
        shutil.copy(PYTHON / name, python)
    (tmp_path / "checkout/WORKSPACE").touch()
    libraries = tmp_path / "checkout/bazel-bin"
    (libraries / "runtime").mkdir(parents=True)
    shutil.copy(PYTHON.parent / "bazel-bin/runtime/libtvm_mlir.so.0", libraries / "runtime")
    (libraries / "compiler").mkdir()
    (libraries / "compiler/libtvm_mlir_compiler.so").touch()
    return python


def pip(*arguments):
    """Calls pip without a network."""
    return subprocess.run(
        [sys.executable, "-m", "pip", *map(str, arguments)],
        env={**os.environ, "PIP_NO_INDEX": "1", "SOURCE_DATE_EPOCH": "1577836800"},
        capture_output=True,
        text=True,
    )


def build_wheel(checkout, folder):
    result = pip("wheel", "--no-build-isolation", "--no-deps", "-w", folder, checkout)
    assert result.returncode == 0, result.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_missing_library(tmp_path):
    package = tmp_path / "tvm_mlir"
    shutil.copytree(PYTHON / "tvm_mlir", package)
    result = run(
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import tvm_mlir\n"
        "try: tvm_mlir.load('x.so')\n"
        "except tvm_mlir.TvmError as error: print(error)",
        TVM_MLIR_LIBRARY_PATH="/no/such/folder",
    )
    assert result.stdout == (
        "cannot find libtvm_mlir.so.0: build it with `bazel build "
        "//runtime:libtvm_mlir.so.0`, or name its folder in "
        "TVM_MLIR_LIBRARY_PATH; looked in\n"
        f"  /no/such/folder\n  {package}/lib\n"
    ), result.stderr


def test_programs(tmp_path, monkeypatch):
    """Programs are where libraries are, or in PATH."""
    monkeypatch.setattr(_library, "_checkouts", lambda: iter(()))
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    with pytest.raises(TvmError, match="cannot find tvmc: build it with `bazel build"):
        _library.find_program("tvmc")
    for folder in ("path", "libraries"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "tvmc").touch(0o755)
        assert _library.find_program("tvmc") == str(tmp_path / folder / "tvmc")
        monkeypatch.setenv("TVM_MLIR_LIBRARY_PATH", str(tmp_path / "libraries"))


def test_broken_library(tmp_path):
    (tmp_path / "libtvm_mlir.so.0").write_text("rubbish")
    result = run(
        f"import sys; sys.path.insert(0, {str(PYTHON)!r})\n"
        "import tvm_mlir\n"
        "try: tvm_mlir.load('x.so')\n"
        "except tvm_mlir.TvmError as error: print(error)",
        TVM_MLIR_LIBRARY_PATH=str(tmp_path),
    )
    assert result.stdout.startswith(f"cannot open {tmp_path}/libtvm_mlir.so.0: ")


def test_wheel_is_reproducible_and_complete(tmp_path, checkout):
    first, second = (build_wheel(checkout, tmp_path / name) for name in "ab")
    assert first.read_bytes() == second.read_bytes()
    assert first.name.startswith("tvm_mlir-0.1.0-py3-none-linux_")
    with zipfile.ZipFile(first) as wheel:
        names = wheel.namelist()
        assert not any(str(PYTHON.parent).encode() in wheel.read(name) for name in names)
    modules = {str(path.relative_to(PYTHON)) for path in PYTHON.glob("tvm_mlir/**/*.py")}
    libraries = {"libtvm_mlir.so.0", "libtvm_mlir_compiler.so"}
    expected = modules | {f"tvm_mlir/lib/{name}" for name in libraries}
    expected.add("tvm_mlir/py.typed")
    assert {name for name in names if ".dist-info/" not in name} == expected


def test_no_wheel_without_libraries(tmp_path, checkout):
    library = checkout.parent / "bazel-bin/compiler/libtvm_mlir_compiler.so"
    library.unlink()
    result = pip(
        "wheel", "--no-build-isolation", "--no-deps", "-w", tmp_path / "wheels", checkout
    )
    assert result.returncode != 0
    assert f"expected libraries, which ./dev build makes: {library}" in result.stderr
    assert not list(tmp_path.glob("wheels/*.whl"))


@pytest.mark.parametrize("editable", [False, True])
def test_installed_package_runs(tmp_path, checkout, toy_path, editable):
    """pip installs the package without a network into an environment with numpy."""
    target = tmp_path / "site"
    installed = pip(
        *("install", "--no-build-isolation", "--no-deps", "--target", target),
        *(["--editable", checkout] if editable else [checkout]),
    )
    assert installed.returncode == 0, installed.stderr
    result = run(
        f"import site; site.addsitedir({str(target)!r})\n"
        "import tvm_mlir\n"
        "print(tvm_mlir.__file__)\n"
        f"print(tvm_mlir.load({str(toy_path)!r}, num_threads=1).num_threads)",
        TVM_MLIR_LIBRARY_PATH="",
    )
    assert result.returncode == 0, result.stderr
    place, threads = result.stdout.split()
    assert place.startswith(str(checkout if editable else target))
    assert threads == "1"
