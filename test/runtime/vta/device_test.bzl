"""Tests of what runs on any device."""

load("//runtime/vta:devices.bzl", "VTA_DEVICES")

def device_tests(name, srcs, deps, **kwargs):
    """A test per device, <name>_<device>, and the suite <name> of all.

    Args:
      name: of the suite.
      srcs: sources.
      deps: libraries, TestDevice among them.
      **kwargs: of cc_test.
    """
    for device, library in VTA_DEVICES.items():
        native.cc_test(
            name = "%s_%s" % (name, device),
            srcs = srcs,
            data = [library],
            env = {"VTA_DEVICE": "$(rootpath %s)" % library},
            deps = deps + ["@gtest//:gtest_main"],
            **kwargs
        )
    native.test_suite(
        name = name,
        tests = ["%s_%s" % (name, device) for device in VTA_DEVICES],
    )
