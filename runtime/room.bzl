# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rule for a subfolder of the runtime."""

# The runtime depends on libc, libstdc++ and libomp only.
RUNTIME_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    "-fvisibility=hidden",
    "-fopenmp",
]

def runtime_room(units):
    """Makes a library for each unit, and groups with all sources of the folder.

    Args:
      units: a dictionary from the name of a unit (NAME.h, and NAME.cpp if it exists)
        to its dependencies beside the public headers.
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
