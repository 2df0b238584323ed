"""Libraries with the C interface of a VTA device."""

def device(name, srcs, deps, copts):
    """What programs depend on: the shared library lib<name>.so and its header.

    <name>_static is the same to link. (A cc_library named <name> would itself
    write lib<name>.so.)

    Args:
      name: of the device.
      srcs: define nameOfDevice and makeDevice.
      deps: of these.
      copts: of all sources.
    """
    native.cc_library(
        name = name + "_static",
        srcs = srcs + ["//runtime/vta:DeviceApi.cpp"],
        copts = copts,
        deps = deps + [
            "//runtime/vta:headers",
            "//runtime:ApiCall",
        ],
        alwayslink = True,
    )
    native.cc_binary(
        name = "lib%s.so" % name,
        linkopts = [
            "-Wl,--version-script,$(location //runtime/vta:exports.lds)",
            "-Wl,-soname,lib%s.so" % name,
            "-Wl,--gc-sections",
        ],
        linkshared = True,
        deps = [
            "//runtime/vta:exports.lds",
            ":%s_static" % name,
        ],
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
