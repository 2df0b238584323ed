// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Target.h"
#include "compiler/Version.h"
#include "compiler/files/Libraries.h"
#include "runtime/include/tvm_mlir.h"
#include "tools/tvmc/ArgumentParser.h"
#include "tools/tvmc/Command.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tvm;
using namespace tvm::tvmc;

namespace {
/// A required program or file, with the package that contains it.
struct Part {
  StringLiteral what;
  StringLiteral program; // name on the path, or empty
  StringLiteral file;    // path of a file, or empty
  StringLiteral package;
};

constexpr Part kParts[] = {
    {"mlir-opt with the plug-in", "mlir-opt-22", "", "mlir-22-tools"},
    {"tests of IR (FileCheck, lit)", "", "/usr/lib/llvm-22/bin/FileCheck",
     "llvm-22-tools"},
    {"building tvm-mlir", "bazel", "", "bazel-bootstrap"},
    {"examples in C (clang)", "clang-22", "", "clang-22"},
    {"examples with CMake", "cmake", "", "cmake"},
    {"running Arm code (qemu)", "qemu-aarch64", "", "qemu-user"},
    {"linking for Arm", "aarch64-linux-gnu-gcc", "", "gcc-aarch64-linux-gnu"},
    {"linking for RISC-V", "riscv64-linux-gnu-gcc", "",
     "gcc-riscv64-linux-gnu"},
    {"reading machine code", "llvm-objdump-22", "", "llvm-22"},
    {"Python package", "python3", "", "python3-venv"}};
} // namespace

static void printHost(raw_ostream &os) {
  auto target = codegen::Target::parse("host");
  if (!target) {
    os << "host        " << toString(target.takeError()) << "\n";
    return;
  }
  os << "host        " << target->getTriple() << ", " << target->getCpu()
     << ", vectors of " << target->getMachine().vectors.bits << " bits, "
     << hardware_concurrency().compute_thread_count() << " threads\n"
     << "features    ";
  interleave(target->getRequiredFeatures(), os, " ");
  os << "\n";
}

static void printTargets(raw_ostream &os) {
  InitializeAllTargetInfos();
  std::vector<std::string> names;
  for (const Target &target : TargetRegistry::targets())
    names.push_back(target.getName());
  llvm::sort(names);
  os << "LLVM        " << LLVM_VERSION_STRING << " for ";
  interleave(names, os, " ");
  os << "\n";
}

/// Prints the place of a library of the project, beside this program or in its
/// build tree.
static void printLibrary(raw_ostream &os, StringRef folder, StringRef name) {
  os << "library     " << name << ": ";
  if (auto path = findLibrary(folder, name))
    os << *path << "\n";
  else
    os << "missing: bazel build //" << folder << ":" << name << "\n";
}

static void printPart(raw_ostream &os, const Part &part) {
  bool isThere = part.program.empty()
                     ? sys::fs::exists(part.file)
                     : static_cast<bool>(sys::findProgramByName(part.program));
  os << (isThere ? "found       " : "missing     ")
     << left_justify(part.what, 32);
  if (!isThere)
    os << "apt-get install " << part.package;
  os << "\n";
}

static int runDoctor(Arguments arguments) {
  if (Error error = ArgumentParser().parse(arguments))
    return reportWrongUsage(doctorCommand, toString(std::move(error)));
  raw_ostream &os = outs();
  os << "tvm-mlir    compiler " << compiler::getBuildVersion() << ", runtime "
     << tvm_mlir_version() << "\n";
  printHost(os);
  printTargets(os);
  printLibrary(os, "runtime", "libtvm_mlir.so.0");
  printLibrary(os, "compiler", "libtvm_mlir_compiler.so");
  for (const Part &part : kParts)
    printPart(os, part);
  return Success;
}

static StringRef getHelp() {
  return "Prints what this machine can compile for, and which optional parts "
         "are missing.\n";
}

const Command tvm::tvmc::doctorCommand = {
    "doctor", "say what this machine can target, and what is missing", "doctor",
    getHelp, runDoctor};
