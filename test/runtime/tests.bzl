# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests of a room of the runtime."""

# Tests take less time to run than to optimise.
UNOPTIMIZED = ["-O0"]

SANITIZERS = {
    "asan": "address,undefined",
    "tsan": "thread",
}

def runtime_tests(sanitized = []):
    """A test of each *Test.cpp of the folder.

    Args:
      sanitized: those that are run under a sanitizer as well, as pairs of NAME of
        NAMETest.cpp and the sanitizer.
    """
    for test in native.glob(["*Test.cpp"]):
        native.cc_test(
            name = test[:-len(".cpp")],
            size = "small",
            srcs = [test],
            copts = UNOPTIMIZED,
            data = ["//test/runtime:data"],
            # Functions of a test are found as those of libraries are.
            linkopts = ["-rdynamic"],
            deps = [
                "//test/runtime:FakeCuda",
                "//test/runtime:ToyArtefact",
            ] + (["//test/runtime:Allocations"] if test.startswith("Allocation") else []) + [
                "//runtime:tvm_mlir" if test.startswith("Cpp") else "//runtime:tvm_mlir_static",
                "@gtest//:gtest_main",
            ],
        )

    for test, name in sanitized:
        native.cc_test(
            name = test + name.capitalize() + "Test",
            size = "small",
            srcs = [
                test + "Test.cpp",
                "//runtime:sources_headers",
                "//test/runtime:headers",
            ],
            copts = UNOPTIMIZED + [
                "-fsanitize=" + SANITIZERS[name],
                "-fno-sanitize-recover=all",
            ],
            linkopts = ["-rdynamic"],
            data = ["//test/runtime:data"],
            env = {
                "ASAN_OPTIONS": "allocator_may_return_null=1",
                "LSAN_OPTIONS": "print_suppressions=0:" +
                                "suppressions=test/runtime/lsan.supp",
            },
            deps = [
                "//test/runtime:runtime_" + name,
                "@gtest//:gtest_main",
            ],
        )
