# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Headers that are compiled ahead of their users (Clang only)."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# For the use of precompiled headers. Clang names the headers in a .pch by
# absolute paths, which Bazel refuses, so -MMD leaves them out of the lists of
# dependencies. The included checksum stands there in their place.
_USE_FLAGS = [
    "-fpch-instantiate-templates",
    "-MMD",
    "-Wno-unused-command-line-argument",
]

# Without the times of headers, the bytes are the same in every checkout.
_CREATE_FLAGS = [
    "-fpch-instantiate-templates",
    "-Xclang",
    "-fno-pch-timestamp",
]

# -MMD leaves out system headers, so all headers of a .pch become system headers.
# The source that is compiled is a header of libc.
_MAIN = "/usr/include/stdc-predef.h"

PrecompiledInfo = provider(
    doc = "Precompiled headers.",
    fields = {
        "pch": "Clang's file.",
        "files": "depset of it, its checksum and those that it continues.",
    },
)

# $1: the checksum's file; $2: the .pch; from $3 on: the command that makes the .pch.
# The headers that it continues are part of the checksum.
_COMMAND = """
checksum=$1 pch=$2
shift 2
"$@" || exit
echo "// $(cat "$pch" {bases} | sha256sum)" >"$checksum"
"""

def _precompiled_header_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).compilation_context
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts,
        include_directories = context.includes,
        # The project's headers are system headers here as well: see _MAIN.
        system_include_directories = depset(
            transitive = [context.quote_includes, context.system_includes],
        ),
        preprocessor_defines = context.defines,
        use_pic = True,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = variables,
    )
    pch = ctx.outputs.pch
    checksum = ctx.outputs.checksum
    base = ctx.attr.base[PrecompiledInfo] if ctx.attr.base else None
    base_files = base.files if base else depset()
    args = ctx.actions.args()
    args.add_all([checksum, pch])
    args.add(cc_common.get_tool_for_action(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
    ))
    args.add_all(flags)
    args.add_all(_CREATE_FLAGS)
    if base:
        args.add("-include-pch", base.pch)
    for header in ctx.files.headers:
        args.add_all(["-isystem", header.dirname, "-include", header.basename])
    args.add_all(["-x", "c++-header", _MAIN, "-o", pch])
    ctx.actions.run_shell(
        inputs = depset(
            ctx.files.headers,
            transitive = [context.headers, toolchain.all_files, base_files],
        ),
        outputs = [pch, checksum],
        command = _COMMAND.format(
            bases = " ".join([file.path for file in base_files.to_list()]),
        ),
        arguments = [args],
        # The working directory's name, as in Bazel's own compile actions.
        env = {"PWD": "/proc/self/cwd"},
        mnemonic = "PrecompileHeader",
        progress_message = "Precompiling " + pch.short_path,
    )
    files = depset([pch, checksum], transitive = [base_files])
    return [
        DefaultInfo(files = files),
        PrecompiledInfo(pch = pch, files = files),
    ]

_precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "headers": attr.label_list(allow_files = [".h"], mandatory = True),
        "base": attr.label(providers = [PrecompiledInfo]),
        "pch": attr.output(mandatory = True),
        "checksum": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
    doc = "<pch>: the headers, compiled with the flags of every C++ source.",
)

def precompiled_headers(name, headers, deps, base = None):
    """Makes a library that stands for precompiled headers, for `pch` of mlir_cc_*.

    They are only built for libraries that use them, not as a part of `//...`.

    Args:
      name: name of the library; the files are <name>.pch and <name>_pch.h.
      headers: the headers, in an order in which they can be included.
      deps: libraries that declare all that the headers include.
      base: the library by precompiled_headers that this one continues, if any.
    """
    _precompiled_header(
        name = name + "_pch",
        headers = headers,
        base = base and base + "_pch",
        pch = name + ".pch",
        checksum = name + "_pch.h",
        deps = deps,
        tags = ["manual"],
        visibility = ["//visibility:public"],
    )
    native.cc_library(
        name = name,
        textual_hdrs = select({
            "//bazel/pch:off": [],
            "//conditions:default": [":%s_pch" % name],
        }),
        tags = ["manual"],
        visibility = ["//visibility:public"],
        deps = deps,
    )

def use_precompiled_headers(label):
    """Returns the options of a source that begins with precompiled headers.

    Args:
      label: the absolute label of a library by precompiled_headers.
    """
    package, name = label[2:].split(":")
    stem = "$(BINDIR)/%s/%s" % (package, name)
    return select({
        "//bazel/pch:off": [],
        "//conditions:default": [
            "-include-pch",
            stem + ".pch",
            "-include",
            stem + "_pch.h",
        ] + _USE_FLAGS,
    })
