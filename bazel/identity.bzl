# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rule that names the code of libraries by a hash."""

def _get_objects(library):
    """Returns the objects of a library: its own ones, or the archive with them."""
    objects = library.pic_objects or library.objects
    if objects:
        return objects
    archive = library.pic_static_library or library.static_library
    return [archive] if archive else []

def _code_identity_impl(ctx):
    context = cc_common.merge_cc_infos(
        cc_infos = [dep[CcInfo] for dep in ctx.attr.deps],
    ).linking_context
    objects = []
    for linked in context.linker_inputs.to_list():
        if linked.owner.package.split("/")[0] in ctx.attr.layers:
            for library in linked.libraries:
                objects += _get_objects(library)
    files = ctx.actions.args()
    files.set_param_file_format("multiline")
    files.use_param_file("%s", use_always = True)
    files.add_all(objects)
    ctx.actions.run_shell(
        inputs = objects,
        outputs = [ctx.outputs.out],
        arguments = [ctx.outputs.out.path, ctx.attr.macro, files],
        command = """
set -euo pipefail
hash=$(xargs -d '\\n' cat < "$3" | sha256sum)
echo "#define $2 \\"${hash:0:12}\\"" > "$1"
""",
        mnemonic = "CodeIdentity",
        progress_message = "Hashing the code of %s" % ctx.label,
    )
    return [DefaultInfo(files = depset([ctx.outputs.out]))]

code_identity = rule(
    doc = """A header that defines `macro` as a text of 12 hexadecimal digits.

The digits are a hash of the compiled code of libraries, and of those that they
depend on in the given layers. They change with the code, and not with comments,
with the checkout, or with the program that the code is linked into.""",
    implementation = _code_identity_impl,
    output_to_genfiles = True,
    attrs = {
        "deps": attr.label_list(providers = [CcInfo]),
        "layers": attr.string_list(mandatory = True),
        "macro": attr.string(mandatory = True),
        "out": attr.output(mandatory = True),
    },
)
