"""Rule that compiles a header ahead of its users (Clang only)."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

# For the use of a precompiled header. Clang's list of dependencies names the
# .pch instead of the system's headers in it.
PCH_FLAGS = [
    "-fpch-instantiate-templates",
    "-MMD",
    "-Wno-unused-command-line-argument",
    "-Xclang",
    "-module-file-deps",
]

# No times of headers: the same bytes in every checkout.
_CREATE_FLAGS = [
    "-fpch-instantiate-templates",
    "-Xclang",
    "-fno-pch-timestamp",
]

# Bazel refuses the absolute names that Clang gives to a .pch's headers. It does
# not see system headers, so make all of them such, and compile one of libc's.
_MAIN = "/usr/include/stdc-predef.h"

def _precompiled_header_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    features = cc_common.configure_features(
        ctx = ctx,
        cc_toolchain = toolchain,
        requested_features = ctx.features,
        unsupported_features = ctx.disabled_features,
    )
    context = ctx.attr.deps[0][CcInfo].compilation_context
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        user_compile_flags = ctx.fragments.cpp.copts + ctx.fragments.cpp.cxxopts,
        include_directories = context.includes,
        quote_include_directories = context.quote_includes,
        system_include_directories = context.system_includes,
        preprocessor_defines = context.defines,
        use_pic = True,
    )
    flags = cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = ACTION_NAMES.cpp_compile,
        variables = variables,
    )
    out = ctx.outputs.out
    args = ctx.actions.args()
    args.add_all(flags)
    args.add_all(_CREATE_FLAGS)
    args.add_all(["-isystem", ctx.file.header.dirname, "-include", ctx.file.header.basename])
    args.add_all(["-x", "c++-header", _MAIN, "-o", out])
    ctx.actions.run(
        inputs = depset(
            [ctx.file.header],
            transitive = [context.headers, toolchain.all_files],
        ),
        outputs = [out],
        executable = cc_common.get_tool_for_action(
            feature_configuration = features,
            action_name = ACTION_NAMES.cpp_compile,
        ),
        arguments = [args],
        # The working directory's name, as in Bazel's own compile actions.
        env = {"PWD": "/proc/self/cwd"},
        mnemonic = "PrecompileHeader",
        progress_message = "Precompiling " + ctx.file.header.short_path,
    )
    return [DefaultInfo(files = depset([out]))]

precompiled_header = rule(
    implementation = _precompiled_header_impl,
    attrs = {
        "header": attr.label(allow_single_file = [".h"], mandatory = True),
        "out": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [CcInfo]),
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
    doc = "<out>: the header, compiled with the flags of every C++ source.",
)
