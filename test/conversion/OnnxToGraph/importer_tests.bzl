# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of the importer from ONNX."""

load("//bazel:lit.bzl", "lit_tests")

def importer_tests():
    """The lit tests of the folder, which run commands on models in text.

    Tests in a room find the script as %S/../each_model.py.
    """
    lit_tests(
        data = ["//test/conversion/OnnxToGraph:each_model.py"],
        tools = [
            "//tools/tvm-translate",
            "//tools/tvmc",
        ],
    )
