# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of the package that pyproject.toml cannot describe: its shared libraries.

A wheel contains the libraries that have been built in the checkout; without them there
is no wheel. An editable installation finds them there when it runs.
"""

import atexit
import tempfile
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

CHECKOUT = Path(__file__).resolve().parents[1]
LIBRARIES = [
    CHECKOUT / "bazel-bin/runtime/libtvm_mlir.so.0",
    CHECKOUT / "bazel-bin/compiler/libtvm_mlir_compiler.so",
]


class BuildWithLibraries(build_py):
    """Copies the libraries beside the modules."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        if missing := [str(path) for path in LIBRARIES if not path.exists()]:
            raise FileNotFoundError(
                f"expected libraries, which ./dev build makes: {', '.join(missing)}"
            )
        folder = Path(self.build_lib) / "tvm_mlir/lib"
        folder.mkdir(parents=True, exist_ok=True)
        for path in LIBRARIES:
            self.copy_file(str(path), str(folder / path.name))


class LibraryDistribution(Distribution):
    """A distribution for one platform."""

    def has_ext_modules(self) -> bool:
        return True


class WheelForAnyPython(bdist_wheel):
    """Python loads the libraries by ctypes, so that its version does not matter."""

    def get_tag(self) -> tuple[str, str, str]:
        return "py3", "none", super().get_tag()[2]


# Not in this folder, where modules that have been removed would get into later wheels.
build = tempfile.TemporaryDirectory()
atexit.register(build.cleanup)
setup(
    distclass=LibraryDistribution,
    cmdclass={"build_py": BuildWithLibraries, "bdist_wheel": WheelForAnyPython},
    options={"build": {"build_base": build.name}, "egg_info": {"egg_base": build.name}},
)
