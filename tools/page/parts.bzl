# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The parts of an HTML page, as string literals."""

def page_parts(name, parts):
    """Makes a library of page/<part>.inc, each the text of files as a C++ literal.

    Args:
      name: name of the target.
      parts: a dictionary from the name of a part to its files.
    """
    for part, srcs in parts.items():
        native.genrule(
            name = part.replace(".", "_"),
            srcs = srcs,
            outs = ["page/%s.inc" % part],
            cmd = "(printf 'R\"page('; cat $(SRCS); printf ')page\"') > $@",
        )
    native.cc_library(
        name = name,
        textual_hdrs = ["page/%s.inc" % part for part in parts],
    )
