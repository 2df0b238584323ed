# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests of what runs on any device."""

load("//bazel:variants.bzl", "test_variants")
load("//runtime/vta:devices.bzl", "VTA_DEVICES")

def device_tests(name, srcs, deps, **kwargs):
    """A test per device, <name>_<device>, and the suite <name> of all.

    Args:
      name: of the suite.
      srcs: sources.
      deps: libraries.
      **kwargs: of cc_test.
    """
    tests = {
        "%s_%s" % (name, device): {
            "data": [library],
            "env": {"VTA_DEVICE": "$(rootpath %s)" % library},
        }
        for device, library in VTA_DEVICES.items()
    }
    test_variants(
        name = name + "_code",
        srcs = srcs,
        variants = tests,
        deps = deps + ["@gtest//:gtest_main"],
        **kwargs
    )
    native.test_suite(name = name, tests = tests.keys())
