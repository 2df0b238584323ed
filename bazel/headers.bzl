# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rule for the headers that a plug-in is built from."""

def _cc_headers_impl(ctx):
    infos = [dep[CcInfo] for dep in ctx.attr.deps]
    merged = cc_common.merge_cc_infos(cc_infos = infos)
    return [CcInfo(compilation_context = merged.compilation_context)]

cc_headers = rule(
    doc = "The headers of libraries, which somebody else links.",
    implementation = _cc_headers_impl,
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
)
