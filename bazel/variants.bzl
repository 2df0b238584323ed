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
      name: of the library of all variants' code.
      variants: name of a test -> its arguments for `test` (args, deps, env ...).
      srcs: sources, with the tests.
      deps: libraries of the sources.
      copts: options of the compiler.
      library: the rule or macro that compiles, for example mlir_cc_library.
      test: the rule or macro that links; it brings gtest's main.
      **kwargs: arguments that all variants have.
    """
    library(
        name = name,
        testonly = True,
        srcs = srcs,
        copts = copts,
        # Tests register themselves: nothing refers to their objects.
        alwayslink = True,
        deps = deps,
    )
    for variant, arguments in variants.items():
        own = dict(kwargs, **arguments)
        test(name = variant, deps = [":" + name] + own.pop("deps", []), **own)
