# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""External repositories: everything comes from the system's packages."""

load("//bazel:llvm.bzl", "llvm_repository")

def repositories():
    """Declares the repositories that this workspace and Bazel itself need."""

    # Bazel 4 would download these when it evaluates its own toolchains.
    native.local_repository(
        name = "rules_cc",
        path = "bazel/rules_cc",
    )
    native.local_repository(
        name = "remote_coverage_tools",
        path = "bazel/coverage",
    )
    native.local_repository(
        name = "bazel_skylib",
        path = "/usr/share/bazel/tools/skylib",
    )
    native.local_repository(
        name = "platforms",
        path = "/usr/share/bazel/platforms",
    )
    native.local_repository(
        name = "rules_java",
        path = "/usr/share/bazel/rules/java",
    )
    native.local_repository(
        name = "rules_proto",
        path = "/usr/share/bazel/rules/proto",
    )

    llvm_repository(name = "llvm")

    native.new_local_repository(
        name = "verilator",
        path = "/usr/share/verilator",
        build_file = "//bazel/system:verilator.BUILD",
    )

    # Libraries in the compiler's default folders: only names and link options.
    for name in ["onnx", "nlohmann_json", "gtest", "benchmark", "libzip", "sqlite3", "xgboost"]:
        native.new_local_repository(
            name = name,
            path = "bazel/system",
            build_file = "//bazel/system:%s.BUILD" % name,
        )
