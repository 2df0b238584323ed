"""The libraries of a room of the runtime."""

# The runtime is made of nothing beyond libc, libstdc++ and libomp.
RUNTIME_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fvisibility=hidden",
    "-fopenmp",
]

def runtime_room(units):
    """A library for each unit, and the groups of all sources of the folder.

    Args:
      units: name of NAME.h, and of NAME.cpp where there is one -> what the unit
        depends on beside the public headers.
    """
    for unit, deps in units.items():
        native.cc_library(
            name = unit,
            srcs = native.glob([unit + ".cpp"]),
            hdrs = [unit + ".h"],
            copts = RUNTIME_COPTS,
            deps = deps + ["//runtime:headers"],
        )

    # For tests that compile the sources with other flags.
    native.filegroup(
        name = "sources",
        srcs = native.glob([
            "*.cpp",
            "*.h",
        ]),
    )
    native.filegroup(
        name = "sources_headers",
        srcs = native.glob(["*.h"]),
    )
