# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Libraries with a C interface."""

def c_library(name, deps, exports):
    """Makes lib<name>.so, and <name>, which is that library with its headers.

    (A cc_library named <name> would itself write lib<name>.so.)

    Args:
      name: name of the library.
      deps: libraries with the exported functions.
      exports: a version script.
    """
    native.cc_binary(
        name = "lib%s.so" % name,
        linkopts = [
            "-Wl,--version-script,$(location %s)" % exports,
            "-Wl,-soname,lib%s.so" % name,
            "-Wl,--gc-sections",
        ],
        linkshared = True,
        deps = [exports] + deps,
    )
    native.alias(
        name = name,
        actual = ":%s_shared" % name,
    )
    native.cc_library(
        name = name + "_shared",
        srcs = [":lib%s.so" % name],
        deps = ["//runtime/vta:headers"],
    )

def device(name, srcs, deps, copts):
    """Makes the shared library lib<name>.so, which programs depend on, and its header.

    <name>_static is the same device as a static library.

    Args:
      name: name of the device.
      srcs: sources that define nameOfDevice and makeDevice.
      deps: dependencies of `srcs`.
      copts: compiler options of all sources.
    """
    native.cc_library(
        name = name + "_static",
        srcs = srcs + ["//runtime/vta:device/DeviceApi.cpp"],
        copts = copts,
        deps = deps + [
            "//runtime/core:ApiCall",
            "//runtime/core:MappedFile",
            "//runtime/vta:headers",
        ],
        alwayslink = True,
    )
    c_library(
        name = name,
        deps = [":%s_static" % name],
        exports = "//runtime/vta:device/exports.lds",
    )
