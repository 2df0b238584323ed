# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A rule that runs mlir-pdll."""

load("//bazel:tablegen.bzl", "TdInfo")

def _pdll_impl(ctx):
    args = ctx.actions.args()
    args.add("-x=cpp")
    for root in [".", ctx.bin_dir.path]:
        args.add("-I", root)
    args.add("-I", ctx.attr._td_files.label.workspace_root + "/include")
    args.add("-o", ctx.outputs.out)
    args.add(ctx.file.src)
    ctx.actions.run(
        inputs = depset(
            [ctx.file.src] + ctx.files.includes,
            transitive = [dep[TdInfo].sources for dep in ctx.attr.deps] +
                         [ctx.attr._td_files[DefaultInfo].files],
        ),
        outputs = [ctx.outputs.out],
        executable = ctx.executable._tool,
        arguments = [args],
        mnemonic = "Pdll",
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

_pdll = rule(
    implementation = _pdll_impl,
    output_to_genfiles = True,
    attrs = {
        "src": attr.label(mandatory = True, allow_single_file = [".pdll"]),
        "includes": attr.label_list(allow_files = [".pdll"]),
        "out": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [TdInfo]),
        "_td_files": attr.label(default = "@llvm//:td_files"),
        "_tool": attr.label(
            default = "@llvm//:bin/mlir-pdll",
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
    doc = "C++ of the patterns of one file.",
)

def pdll_patterns(name, srcs, includes = [], deps = [], **kwargs):
    """Generates <src>.h.inc from each <src>.pdll and gathers them in a library.

    Args:
      name: name of the cc_library.
      srcs: files with patterns.
      includes: files that the sources include.
      deps: td_library targets that the sources include from.
      **kwargs: further attributes of the library.
    """
    outs = []
    for src in srcs:
        out = src[:-len(".pdll")] + ".h.inc"
        outs.append(out)
        _pdll(
            name = out + "_gen",
            src = src,
            includes = includes,
            out = out,
            deps = deps,
        )
    native.cc_library(name = name, textual_hdrs = outs, **kwargs)
