# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rule that runs LLVM's lit over the test files of a folder."""

def _runfiles_dir(file):
    folder = file.short_path[:-len(file.basename)].rstrip("/")
    return "$PWD/" + folder if folder else "$PWD"

def _lit_test_impl(ctx):
    folders = {
        _runfiles_dir(file): None
        for file in ctx.files.tools
    }
    lines = [
        "#!/bin/bash",
        "export PATH=\"%s:$PATH\"" % ":".join(folders.keys()),
    ]
    if ctx.file.plugin:
        lines.append("export LIT_PLUGIN=\"$PWD/%s\"" % ctx.file.plugin.short_path)
    lines.append(" \\\n  ".join([
        "exec /usr/bin/python3 %s -v --no-progress-bar -j2" % ctx.file._lit.short_path,
        "${XML_OUTPUT_FILE:+--xunit-xml-output=\"$XML_OUTPUT_FILE\"}",
        "${LIT_OPTIONS:-}",
    ] + [src.short_path for src in ctx.files.srcs]))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "\n".join(lines) + "\n", is_executable = True)
    files = ctx.files.srcs + ctx.files.data + ctx.files.tools + [
        ctx.file.cfg,
        ctx.file._cases,
        ctx.file._lit,
    ]
    runfiles = ctx.runfiles(
        files = files + ([ctx.file.plugin] if ctx.file.plugin else []),
    )
    for target in ctx.attr.tools + ctx.attr.data:
        runfiles = runfiles.merge(target[DefaultInfo].default_runfiles)
    return [DefaultInfo(executable = script, runfiles = runfiles)]

_lit_test = rule(
    implementation = _lit_test_impl,
    test = True,
    attrs = {
        "srcs": attr.label_list(allow_files = True, mandatory = True),
        "tools": attr.label_list(allow_files = True),
        "data": attr.label_list(allow_files = True),
        "plugin": attr.label(allow_single_file = [".so"]),
        "cfg": attr.label(
            default = "//test:lit.cfg.py",
            allow_single_file = True,
        ),
        "_cases": attr.label(
            default = "//test:expand_cases.py",
            allow_single_file = True,
        ),
        "_lit": attr.label(
            default = "@llvm//:bin/lit",
            allow_single_file = True,
        ),
    },
)

def lit_tests(
        name = "lit",
        srcs = None,
        tools = [],
        data = [],
        plugin = None,
        size = "small",
        timeout = "moderate",
        **kwargs):
    """Makes one test target for all lit tests of the folder.

    Args:
      name: name of the target.
      srcs: test files, by default all *.mlir and *.test of the folder.
      tools: binaries that the tests call, beside FileCheck and LLVM's other tools.
      data: other files, found by %S/name.
      plugin: shared library that %plugin names.
      size: size of the test.
      timeout: timeout of all files together.
      **kwargs: further attributes, such as tags.
    """
    _lit_test(
        name = name,
        srcs = srcs or native.glob(["*.mlir", "*.test"]),
        tools = tools + ["@llvm//:test_tools"],
        data = data,
        plugin = plugin,
        size = size,
        timeout = timeout,
        **kwargs
    )
