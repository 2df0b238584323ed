# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rules that translate SystemVerilog to C++ with Verilator."""

def vta_package(name, configuration):
    """Writes the package vta_config of a configuration to <name>/vta_config.sv."""
    native.genrule(
        name = name,
        srcs = [configuration],
        outs = [name + "/vta_config.sv"],
        cmd = "$(location //hardware:write_package) $< >$@",
        tools = ["//hardware:write_package"],
    )

def verilated_module(name, top, srcs, package, parameters = [], **kwargs):
    """Makes a library with the class V<name>, a simulation of module `top`.

    Args:
      name: name of the library.
      top: name of the module in `srcs`.
      srcs: sources in SystemVerilog.
      package: a vta_package.
      parameters: parameters of the module, as NAME=VALUE.
      **kwargs: further attributes of the library.
    """
    native.genrule(
        name = name + "_verilate",
        srcs = [package] + srcs,
        outs = [
            "V%s.h" % name,
            "V%s.cpp" % name,
        ],
        cmd = " ".join([
            "/usr/bin/python3 $(location //hardware:verilate.py)",
            "--top=%s --prefix=V%s" % (top, name),
            "--header=$(location V%s.h)" % name,
            "--source=$(location V%s.cpp)" % name,
        ] + ["--parameter=" + text for text in parameters] + [
            "$(SRCS)",
        ]),
        tools = ["//hardware:verilate.py"],
    )
    native.cc_library(
        name = name,
        srcs = ["V%s.cpp" % name],
        hdrs = ["V%s.h" % name],
        # The source includes the header by its name alone.
        includes = ["."],
        copts = ["-w"],
        deps = ["@verilator//:verilated"],
        **kwargs
    )

# The shell command that writes the entry of a core, and the command around it that
# writes the list of entries.
_ENTRY = """
echo '{{"{c}", R"('
cat $(location configurations/{c}.json)
echo ')", make<Vvta_{c}>}},'
"""

_LIST = """{
cat <<'EOF'
#include "hardware/harness/RtlDevice.h"
#include "hardware/harness/VerilatedCore.h"
%s
using namespace tvm::hardware;

template <typename Model>
static std::unique_ptr<RtlCore> make(uint64_t seed) {
  return std::make_unique<VerilatedCore<Model>>(seed);
}

const std::vector<RtlCoreEntry> &tvm::hardware::rtlCores() {
  static const std::vector<RtlCoreEntry> all = {
EOF
%s
echo '  }; return all; }'
} >$@
"""

def vta_cores(name, configurations):
    """Makes a library that defines rtlCores(), with a core for each configuration.

    Args:
      name: name of the library.
      configurations: names of files in configurations/.
    """
    for configuration in configurations:
        vta_package(
            name = configuration + "_config",
            configuration = "configurations/%s.json" % configuration,
        )
        verilated_module(
            name = "vta_" + configuration,
            top = "vta_core",
            srcs = ["//hardware:rtl"],
            package = configuration + "_config",
        )
    entries = "".join([_ENTRY.format(c = c) for c in configurations])
    includes = "".join(['#include "Vvta_%s.h"\n' % c for c in configurations])
    cmd = _LIST % (includes, entries)
    native.genrule(
        name = name + "_list",
        srcs = ["configurations/%s.json" % c for c in configurations],
        outs = [name + ".cpp"],
        cmd = cmd,
    )
    native.cc_library(
        name = name,
        srcs = [name + ".cpp"],
        deps = [":harness"] + [":vta_" + c for c in configurations],
    )
