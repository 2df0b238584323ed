# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tests that run the same code in several ways."""

def test_variants(
        name,
        variants,
        srcs,
        deps = [],
        copts = [],
        library = native.cc_library,
        test = native.cc_test,
        **kwargs):
    """Compiles the sources of a gtest once, and links a test for each variant.

    Args:
      name: name of the library with the code of all variants.
      variants: a dictionary from the name of a test to its arguments for `test` (args,
        deps, env ...).
      srcs: sources, with the tests.
      deps: dependencies of the sources.
      copts: compiler options.
      library: the rule or macro that compiles, for example mlir_cc_library.
      test: the rule or macro that links; it brings gtest's main.
      **kwargs: arguments of all variants.
    """
    library(
        name = name,
        testonly = True,
        srcs = srcs,
        copts = copts,
        # Tests register themselves, so the linker finds no reference to their objects.
        alwayslink = True,
        deps = deps,
    )
    for variant, arguments in variants.items():
        own = dict(kwargs, **arguments)
        test(name = variant, deps = [":" + name] + own.pop("deps", []), **own)
