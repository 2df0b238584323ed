# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Macros for dialects, passes and the C++ around them."""

load("//bazel/pch:pch.bzl", "precompiled_headers", "use_precompiled_headers")
load("//bazel:tablegen.bzl", _mlir_tablegen = "mlir_tablegen", _tablegen = "tablegen", _td_library = "td_library")

mlir_tablegen = _mlir_tablegen
td_library = _td_library

_LAYERS = ["dialects", "transforms", "conversion", "codegen", "tuner", "compiler", "tools", "runtime"]

def layer_visibility():
    """Returns the visibility that the package's layer prescribes."""
    layer = native.package_name().split("/")[0]
    if layer in _LAYERS:
        return ["//bazel/layers:%s_users" % layer]
    return ["//visibility:public"]

# Precompiled headers of MLIR, which the headers of a dialect continue (mlir_dialect).
_MLIR_PCH = "//bazel/pch:mlir"

def _arguments(deps, pch, copts, kwargs):
    if pch:
        copts = use_precompiled_headers(pch) + copts
    arguments = dict(
        deps = deps + [pch or "@llvm//:mlir"],
        copts = copts,
        linkstatic = True,  # no shared library of every cc_library
        visibility = layer_visibility(),
    )
    arguments.update(kwargs)
    return arguments

def mlir_cc_library(name, deps = [], pch = _MLIR_PCH, copts = [], **kwargs):
    """Makes a cc_library over MLIR with this project's flags and layer.

    Args:
      name: name of the target.
      deps: dependencies except MLIR itself.
      pch: the precompiled headers, of MLIR or of a dialect; None with copts such
        as -DNDEBUG that change the meaning of headers.
      copts: further compiler options.
      **kwargs: further attributes of cc_library.
    """
    native.cc_library(name = name, **_arguments(deps, pch, copts, kwargs))

def mlir_cc_binary(name, deps = [], pch = _MLIR_PCH, copts = [], **kwargs):
    """Makes a cc_binary over MLIR. Arguments are the same as in mlir_cc_library."""
    native.cc_binary(name = name, **_arguments(deps, pch, copts, kwargs))

def mlir_cc_test(name, deps = [], pch = _MLIR_PCH, copts = [], **kwargs):
    """Makes a gtest over MLIR. Arguments are the same as in mlir_cc_library."""
    deps = deps + ["@gtest//:gtest_main"]
    native.cc_test(name = name, **_arguments(deps, pch, copts, kwargs))

# Kind -> (suffix of .td and outputs, options). {ns} is the dialect's namespace:
# it excludes the definitions of included files.
_KINDS = {
    "dialect": ("Dialect", ["-gen-dialect-{part}", "-dialect={ns}"]),
    "ops": ("Ops", ["-gen-op-{part}", "-op-include-regex=^{ns}[.]"]),
    "types": ("Types", ["-gen-typedef-{part}", "-typedefs-dialect={ns}"]),
    "attributes": (
        "Attributes",
        ["-gen-attrdef-{part}", "-attrdefs-dialect={ns}"],
    ),
    "enums": ("Enums", ["-gen-enum-{part}"]),
    "op_interfaces": ("Interfaces", ["-gen-op-interface-{part}"]),
    "type_interfaces": ("TypeInterfaces", ["-gen-type-interface-{part}"]),
    "attr_interfaces": ("AttrInterfaces", ["-gen-attr-interface-{part}"]),
}

def _generate(stem, opts, namespace):
    outs = {}
    for part, extension in [("decls", ".h.inc"), ("defs", ".cpp.inc")]:
        outs[stem + extension] = [
            opt.format(ns = namespace, part = part)
            for opt in opts
        ]
    mlir_tablegen(
        name = stem + "_inc_gen",
        td_file = stem + ".td",
        outs = outs,
        deps = [":td_files"],
    )
    return ":%s_inc_gen" % stem

def _family_stem(name, family):
    """Returns Networks/GraphPooling for Graph and its family Networks/Pooling."""
    room, slash, last = family.rpartition("/")
    return room + slash + name + last

def mlir_dialect(
        name,
        kinds = ["dialect", "ops"],
        families = [],
        srcs = None,
        hdrs = None,
        deps = [],
        td_files = None,
        td_deps = [],
        namespace = None,
        doc_td = None,
        **kwargs):
    """Makes a dialect: generated code, documentation, library, precompiled headers.

    A large dialect sorts its files into subfolders without a BUILD.bazel.
    They belong to the same package and to the same library.

    Args:
      name: name in file names: "Graph" has GraphDialect.td, GraphOps.td ...
      kinds: keys of _KINDS. Each has the source <name><suffix>.td and the outputs
        <name><suffix>.{h,cpp}.inc, all in the dialect's folder itself.
      families: families of operators, each generated from <name><family>.td into
        <name><family>.{h,cpp}.inc. A family in a subfolder is a path: Networks/Pooling
        is generated from Networks/<name>Pooling.td into
        Networks/<name>Pooling.{h,cpp}.inc. <name>Ops.td includes all families,
        for the documentation.
      srcs: sources, by default all *.cpp of the folder and its subfolders.
      hdrs: headers, by default all *.h of the folder and its subfolders.
      deps: C++ libraries.
      td_files: TableGen files, by default all *.td of the folder and its subfolders.
      td_deps: td_library targets of other dialects.
      namespace: the dialect's namespace in IR, by default the name in lower case.
      doc_td: source of the documentation <name>.md, by default <name>Ops.td.
      **kwargs: further attributes of the cc_library.
    """
    namespace = namespace or name.lower()
    td_library(
        name = "td_files",
        srcs = td_files or native.glob(["**/*.td"]),
        deps = td_deps,
        visibility = layer_visibility(),
    )
    generated = [
        _generate(name + _KINDS[kind][0], _KINDS[kind][1], namespace)
        for kind in kinds
    ] + [
        _generate(_family_stem(name, family), _KINDS["ops"][1], namespace)
        for family in families
    ]
    mlir_doc(
        name = "docs",
        out = name + ".md",
        td_file = doc_td or name + "Ops.td",
        opts = ["-gen-dialect-doc", "-dialect=" + namespace],
        deps = [":td_files"],
    )
    mlir_cc_library(
        name = name,
        srcs = srcs or native.glob(["**/*.cpp"]),
        hdrs = hdrs or native.glob(["**/*.h"]),
        deps = deps + generated,
        **kwargs
    )
    precompiled_headers(
        name = "precompiled",
        headers = hdrs or native.glob(["**/*.h"]),
        base = _MLIR_PCH,
        deps = [":" + name],
    )

def mlir_doc(name, out, td_file, opts, deps = []):
    """Makes a page by mlir-tblgen, which `./dev docs` writes to docs/generated."""
    _tablegen(
        name = name,
        out = out,
        td_file = td_file,
        opts = opts,
        deps = deps,
        tags = ["mlir_doc"],
        visibility = ["//visibility:public"],
    )

def mlir_passes(
        name,
        group,
        td_file = "Passes.td",
        td_deps = [],
        doc = None):
    """Makes the declarations of a folder's passes.

    Args:
      name: name of the library with Passes.h.inc.
      group: name in register<group>Passes(), which registers all passes.
      td_file: the source.
      td_deps: td_library targets that the source includes from.
      doc: file name of the documentation, by default <group>Passes.md.
    """
    stem = td_file[:-len(".td")]
    mlir_tablegen(
        name = name,
        td_file = td_file,
        outs = {stem + ".h.inc": ["-gen-pass-decls", "-name=" + group]},
        deps = td_deps,
        visibility = layer_visibility(),
    )
    mlir_doc(
        name = name + "_docs",
        out = doc or group + "Passes.md",
        td_file = td_file,
        opts = ["-gen-pass-doc"],
        deps = td_deps,
    )
