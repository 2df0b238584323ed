# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules that run mlir-tblgen."""

TdInfo = provider(
    doc = "TableGen sources, with those that they include.",
    fields = {"sources": "depset of files"},
)

def _sources(srcs, deps):
    return depset(srcs, transitive = [dep[TdInfo].sources for dep in deps])

def _td_library_impl(ctx):
    sources = _sources(ctx.files.srcs, ctx.attr.deps)
    return [DefaultInfo(files = sources), TdInfo(sources = sources)]

td_library = rule(
    implementation = _td_library_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = [".td"]),
        "deps": attr.label_list(providers = [TdInfo]),
    },
    doc = "TableGen files; `include \"path/from/root.td\"`.",
)

def _tablegen_impl(ctx):
    args = ctx.actions.args()
    args.add_all(ctx.attr.opts)
    args.add(ctx.file.td_file)
    for root in [".", ctx.bin_dir.path]:
        args.add("-I", root)
    args.add("-I", ctx.attr._td_files.label.workspace_root + "/include")
    args.add("-o", ctx.outputs.out)
    ctx.actions.run(
        inputs = depset(
            [ctx.file.td_file],
            transitive = [
                _sources([], ctx.attr.deps),
                ctx.attr._td_files[DefaultInfo].files,
            ],
        ),
        outputs = [ctx.outputs.out],
        executable = ctx.executable._tool,
        arguments = [args],
        mnemonic = "TableGen",
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

tablegen = rule(
    implementation = _tablegen_impl,
    output_to_genfiles = True,
    attrs = {
        "td_file": attr.label(mandatory = True, allow_single_file = [".td"]),
        "opts": attr.string_list(),
        "out": attr.output(mandatory = True),
        "deps": attr.label_list(providers = [TdInfo]),
        "_td_files": attr.label(default = "@llvm//:td_files"),
        "_tool": attr.label(
            default = "@llvm//:bin/mlir-tblgen",
            executable = True,
            allow_single_file = True,
            cfg = "exec",
        ),
    },
    doc = "One run of mlir-tblgen with one output.",
)

def mlir_tablegen(name, td_file, outs, deps = [], **kwargs):
    """Generates pieces of C++ and gathers them in a library.

    Args:
      name: name of the cc_library.
      td_file: the source.
      outs: {file name: [options of mlir-tblgen]}.
      deps: td_library targets that td_file includes from.
      **kwargs: further attributes of every rule.
    """
    for out, opts in outs.items():
        tablegen(
            name = out + "_gen",
            td_file = td_file,
            opts = opts,
            out = out,
            deps = deps,
            **kwargs
        )
    native.cc_library(name = name, textual_hdrs = outs.keys(), **kwargs)
