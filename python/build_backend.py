"""Builds the wheel (PEP 517, PEP 660): a zip of the package's files.

The wheel contains the shared libraries that have been built in the checkout; without
them there is no wheel. An editable installation finds them there when it runs.
"""

from __future__ import annotations

import base64
import hashlib
import io
import sysconfig
import tarfile
import zipfile
from pathlib import Path

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib  # type: ignore[no-redef]

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parent
PACKAGE = "tvm_mlir"
LIBRARIES = [
    "bazel-bin/runtime/libtvm_runtime.so",
    "bazel-bin/compiler/libtvm_compiler.so",
]

# The time of all files, so that equal files give equal wheels.
EPOCH = (2020, 1, 1, 0, 0, 0)


def _project() -> dict:
    return tomllib.loads((HERE / "pyproject.toml").read_text())["project"]


def _metadata() -> str:
    project = _project()
    lines = [
        "Metadata-Version: 2.1",
        f"Name: {project['name']}",
        f"Version: {project['version']}",
        f"Summary: {project['description']}",
        f"License: {project['license']}",
        f"Requires-Python: {project['requires-python']}",
    ]
    lines += [f"Requires-Dist: {name}" for name in project["dependencies"]]
    for extra, names in project["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f'Requires-Dist: {name}; extra == "{extra}"' for name in names]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (HERE / "README.md").read_text()


def _package_files() -> dict[str, bytes]:
    return {
        path.relative_to(HERE).as_posix(): path.read_bytes()
        for path in sorted((HERE / PACKAGE).glob("**/*"))
        if path.suffix == ".py" or path.name == "py.typed"
    }


def _libraries() -> dict[str, bytes]:
    paths = [CHECKOUT / library for library in LIBRARIES]
    if missing := [str(path) for path in paths if not path.exists()]:
        raise FileNotFoundError(
            f"expected libraries, which ./dev build makes: {', '.join(missing)}"
        )
    return {f"{PACKAGE}/lib/{path.name}": path.read_bytes() for path in paths}


def _record_line(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest())
    return f"{name},sha256={digest.rstrip(b'=').decode()},{len(data)}\n"


def _write_wheel(folder: str, files: dict[str, bytes], tag: str) -> str:
    project = _project()
    stem = f"{PACKAGE}-{project['version']}"
    info = f"{stem}.dist-info"
    pure = "true" if tag.endswith("-any") else "false"
    files = {
        **files,
        f"{info}/METADATA": _metadata().encode(),
        f"{info}/WHEEL": (
            "Wheel-Version: 1.0\nGenerator: tvm-mlir\n"
            f"Root-Is-Purelib: {pure}\nTag: {tag}\n"
        ).encode(),
    }
    record = "".join(_record_line(*item) for item in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
    name = f"{stem}-{tag}.whl"
    with zipfile.ZipFile(Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, EPOCH)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data)
    return name


def build_wheel(
    wheel_directory: str,
    config_settings: dict | None = None,
    metadata_directory: str | None = None,
) -> str:
    files = {**_package_files(), **_libraries()}
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return _write_wheel(wheel_directory, files, f"py3-none-{platform}")


def build_editable(
    wheel_directory: str,
    config_settings: dict | None = None,
    metadata_directory: str | None = None,
) -> str:
    files = {f"_{PACKAGE}.pth": f"{HERE}\n".encode()}
    return _write_wheel(wheel_directory, files, "py3-none-any")


def build_sdist(sdist_directory: str, config_settings: dict | None = None) -> str:
    project = _project()
    stem = f"{PACKAGE}-{project['version']}"
    files = _package_files()
    for name in ["pyproject.toml", "build_backend.py", "README.md"]:
        files[name] = (HERE / name).read_bytes()
    files["PKG-INFO"] = _metadata().encode()
    with tarfile.open(Path(sdist_directory) / f"{stem}.tar.gz", "w:gz") as archive:
        for path, data in files.items():
            entry = tarfile.TarInfo(f"{stem}/{path}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return f"{stem}.tar.gz"
