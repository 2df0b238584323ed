# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The part of rules_cc that Bazel's own repositories load, by native rules."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

cc_binary = native.cc_binary
cc_import = native.cc_import
cc_library = native.cc_library
cc_proto_library = native.cc_proto_library
cc_test = native.cc_test
cc_toolchain = native.cc_toolchain
cc_toolchain_alias = native.cc_toolchain_alias
cc_toolchain_suite = native.cc_toolchain_suite
objc_library = native.objc_library

def _cc_flags_supplier_impl(ctx):
    toolchain = find_cpp_toolchain(ctx)
    flags = platform_common.TemplateVariableInfo({
        "CC_FLAGS": toolchain.target_gnu_system_name and "",
    })
    return [flags]

cc_flags_supplier = rule(
    implementation = _cc_flags_supplier_impl,
    attrs = {
        "_cc_toolchain": attr.label(
            default = "@bazel_tools//tools/cpp:current_cc_toolchain",
        ),
    },
)
