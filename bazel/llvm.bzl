# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Repository rule for an installed LLVM and MLIR."""

_VERSION = "22"

def _llvm_repository_impl(ctx):
    prefix = ctx.os.environ.get("LLVM_PREFIX")
    if not prefix:
        config = ctx.which("llvm-config-" + _VERSION)
        if not config:
            fail("llvm-config-%s not found: install LLVM with MLIR " % _VERSION +
                 "(./dev setup) or set LLVM_PREFIX")
        result = ctx.execute([config, "--prefix"])
        if result.return_code:
            fail("llvm-config-%s: %s" % (_VERSION, result.stderr))
        prefix = result.stdout.strip()
    for folder in ["bin", "include", "lib"]:
        ctx.symlink(prefix + "/" + folder, folder)
    ctx.template(
        "BUILD.bazel",
        Label("//bazel:llvm.BUILD"),
        substitutions = {"%{prefix}": prefix},
    )

llvm_repository = repository_rule(
    implementation = _llvm_repository_impl,
    environ = ["LLVM_PREFIX", "PATH"],
    local = True,
    doc = "Links the LLVM of $LLVM_PREFIX, or of llvm-config, into a repository.",
)
