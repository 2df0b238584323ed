# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's configuration of all test folders; bazel/lit.bzl runs it."""

import os
import pathlib
import shutil

import lit.formats

config.name = "tvm-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_exec_root = os.environ["TEST_TMPDIR"]

config.environment["PATH"] = os.environ["PATH"]
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"
# Freed memory is overwritten, so that later reads of it fail.
config.environment["MALLOC_PERTURB_"] = "165"

# Bazel links this file from the source tree, where ./dev setup put .venv.
root = pathlib.Path(__file__).resolve().parent.parent
venv_python = root / ".venv" / "bin" / "python"
python = venv_python if venv_python.exists() else "/usr/bin/python3"
config.substitutions.append(("%python", str(python)))
config.substitutions.append(("%cases", f"{python} {root}/test/expand_cases.py"))

# CUDA's assembler, where there is one: %cuda is the folder that bin/ is in.
ptxas = pathlib.Path(shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas")
if ptxas.exists():
    config.available_features.add("ptxas")
    config.substitutions.append(("%cuda", str(ptxas.parent.parent)))

if "LIT_PLUGIN" in os.environ:
    config.available_features.add("plugin")
    config.substitutions.append(("%plugin", os.environ["LIT_PLUGIN"]))

# Every tvm-opt also checks both round trips of its input.
if "verify-roundtrip" in lit_config.params:
    config.available_features.add("verify-roundtrip")
    tool = r"(?<![\w/-])tvm-opt(?![\w-])"
    config.substitutions.append((tool, "tvm-opt --verify-roundtrip"))
