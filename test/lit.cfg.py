"""lit's configuration of all test folders; bazel/lit.bzl runs it."""

import os

import lit.formats
import lit.llvm

config.name = "tvm-mlir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_exec_root = os.environ.get("TEST_TMPDIR", "/tmp")

config.environment["PATH"] = os.environ["PATH"]
config.environment["FILECHECK_OPTS"] = "--enable-var-scope"

if "LIT_PLUGIN" in os.environ:
    config.available_features.add("plugin")
    config.substitutions.append(("%plugin", os.environ["LIT_PLUGIN"]))

config.substitutions.append(
    ("%python", os.environ.get("TVM_MLIR_PYTHON", "/usr/bin/python3"))
)

# `lit -D verify-roundtrip=1`: every tvm-opt also checks both round trips.
if lit_config.params.get("verify-roundtrip"):
    config.substitutions.append((r"\btvm-opt\b", "tvm-opt --verify-roundtrip"))
