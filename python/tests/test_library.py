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


def build_wheel(folder, editable=False):
    code = (
        f"import sys; sys.path.insert(0, {str(PYTHON)!r}); import build_backend; "
        # The compiler is large.
        "build_backend.LIBRARIES = ['bazel-bin/runtime/libtvm_runtime.so']; "
        f"print(build_backend.build_{'editable' if editable else 'wheel'}"
        f"({str(folder)!r}))"
    )
    result = run(code)
    assert result.returncode == 0, result.stderr
    return folder / result.stdout.strip()


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
        "cannot find libtvm_runtime.so: build it with `bazel build "
        "//runtime:libtvm_runtime.so`, or name its folder in "
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
    (tmp_path / "libtvm_runtime.so").write_text("rubbish")
    result = run(
        f"import sys; sys.path.insert(0, {str(PYTHON)!r})\n"
        "import tvm_mlir\n"
        "try: tvm_mlir.load('x.so')\n"
        "except tvm_mlir.TvmError as error: print(error)",
        TVM_MLIR_LIBRARY_PATH=str(tmp_path),
    )
    assert result.stdout.startswith(f"cannot open {tmp_path}/libtvm_runtime.so: ")


def test_wheel_is_reproducible_and_complete(tmp_path):
    for name in "ab":
        (tmp_path / name).mkdir()
    first, second = build_wheel(tmp_path / "a"), build_wheel(tmp_path / "b")
    assert first.read_bytes() == second.read_bytes()
    names = zipfile.ZipFile(first).namelist()
    assert "tvm_mlir/py.typed" in names
    assert "tvm_mlir/lib/libtvm_runtime.so" in names
    assert not any("test" in name for name in names)
    with zipfile.ZipFile(first) as wheel:
        assert not any(str(PYTHON.parent).encode() in wheel.read(name) for name in names)


def test_no_wheel_without_libraries(tmp_path):
    result = run(
        f"import sys; sys.path.insert(0, {str(PYTHON)!r}); import build_backend; "
        f"build_backend.LIBRARIES = ['none/libnone.so']; "
        f"build_backend.build_wheel({str(tmp_path)!r})"
    )
    assert "expected libraries, which ./dev build makes: " in result.stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize("editable", [False, True])
def test_installed_package_runs(tmp_path, toy_path, editable):
    """pip installs the package without a network into an environment with numpy."""
    target = tmp_path / "site"
    wheel = build_wheel(tmp_path, editable)
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-index"]
        + ["--no-deps", "--target", str(target), str(wheel)],
        check=True,
    )
    result = run(
        f"import site; site.addsitedir({str(target)!r})\n"
        "import tvm_mlir\n"
        "print(tvm_mlir.__file__)\n"
        f"print(tvm_mlir.load({str(toy_path)!r}, num_threads=1).num_threads)",
        TVM_MLIR_LIBRARY_PATH="",
    )
    assert result.returncode == 0, result.stderr
    place, threads = result.stdout.split()
    assert place.startswith(str(PYTHON if editable else target))
    assert threads == "1"
