// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/Artefacts/Linker.h"

#include "codegen/Artefacts/ObjectSymbols.h"
#include "codegen/Artefacts/TemporaryFolder.h"
#include "codegen/Isolation.h"

#include "lld/Common/Driver.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/InterfaceStub/ELFObjHandler.h"
#include "llvm/InterfaceStub/IFSStub.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/TargetParser/Triple.h"

#include <mutex>
#include <set>

LLD_HAS_DRIVER(elf)

using namespace llvm;

namespace tvm::codegen {

namespace {
/// A library that generated code calls.
struct Library {
  const char *soname;
  const char *file;
  std::set<std::string> symbols;
};
} // namespace

/// C functions that LLVM calls for operations on memory.
static const StringSet<> &getCFunctions() {
  static const StringSet<> names = {"memcpy", "memmove", "memset", "memcmp",
                                    "bcmp"};
  return names;
}

/// Functions of C's <math.h> over double; those over float end in `f`.
static const StringSet<> &getMathFunctions() {
  static const StringSet<> names = {
      "acos",  "acosh",     "asin",  "asinh", "atan",   "atan2", "atanh",
      "cbrt",  "ceil",      "cos",   "cosh",  "erf",    "erfc",  "exp",
      "exp2",  "expm1",     "fabs",  "floor", "fma",    "fmax",  "fmin",
      "fmod",  "frexp",     "ldexp", "log",   "log10",  "log1p", "log2",
      "lrint", "llrint",    "modf",  "pow",   "rint",   "round", "roundeven",
      "sin",   "nearbyint", "sinh",  "sqrt",  "sincos", "tan",   "tanh",
      "trunc", "exp10"};
  return names;
}

static bool isMathFunction(StringRef name) {
  return getMathFunctions().contains(name) ||
         (name.consume_back("f") && getMathFunctions().contains(name));
}

/// The symbols that objects use but do not define, in alphabetical order.
static Expected<std::set<std::string>>
getUndefined(ArrayRef<StringRef> objects) {
  std::set<std::string> defined, undefined;
  auto insert = [&](StringRef name, uint32_t flags) {
    if (flags & object::SymbolRef::SF_Undefined)
      undefined.insert(name.str());
    else if (flags & object::SymbolRef::SF_Global)
      defined.insert(name.str());
  };
  if (Error error = forEachSymbol(objects, insert))
    return std::move(error);
  for (const std::string &name : defined)
    undefined.erase(name);
  undefined.erase("");
  return undefined;
}

/// Writes a shared object that defines symbols without code.
static Error writeStub(const TemporaryFolder &folder, const Target &target,
                       const Library &library) {
  Triple triple(target.getTriple());
  ifs::IFSStub stub;
  stub.SoName = library.soname;
  stub.Target.Arch = triple.isX86()       ? ELF::EM_X86_64
                     : triple.isAArch64() ? ELF::EM_AARCH64
                                          : ELF::EM_RISCV;
  stub.Target.Endianness = ifs::IFSEndiannessType::Little;
  stub.Target.BitWidth = ifs::IFSBitWidthType::IFS64;
  for (const std::string &name : library.symbols) {
    ifs::IFSSymbol symbol(name);
    symbol.Type = ifs::IFSSymbolType::Func;
    stub.Symbols.push_back(symbol);
  }
  return ifs::writeBinaryStub(folder.getPath(library.file), stub);
}

/// Runs lld, which is not reentrant.
static Error runLinker(ArrayRef<std::string> arguments) {
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  static bool canRunAgain = true;
  if (!canRunAgain)
    return createStringError("the linker crashed before");
  SmallVector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  std::string output, messages;
  raw_string_ostream outputStream(output), messageStream(messages);
  lld::Result result = lld::lldMain(pointers, outputStream, messageStream,
                                    {{lld::Gnu, &lld::elf::link}});
  canRunAgain = result.canRunAgain;
  if (result.retCode == 0)
    return Error::success();
  return createStringError("linking: " + StringRef(messages).trim());
}

/// Assigns undefined symbols to libraries; others are an error.
static Error assign(const std::set<std::string> &undefined, Library &c,
                    Library &math) {
  SmallVector<std::string> unknown;
  for (const std::string &name : undefined) {
    if (getCFunctions().contains(name))
      c.symbols.insert(name);
    else if (isMathFunction(name))
      math.symbols.insert(name);
    else
      unknown.push_back(name);
  }
  if (unknown.empty())
    return Error::success();
  return createStringError("linking: undefined symbols: " +
                           join(unknown, ", "));
}

Expected<std::string> linkSharedObject(const Target &target,
                                       ArrayRef<StringRef> objects) {
  Library c = {"libc.so.6", "libc.so", {}};
  Library math = {"libm.so.6", "libm.so", {}};
  auto undefined = getUndefined(objects);
  if (!undefined)
    return undefined.takeError();
  if (Error error = assign(*undefined, c, math))
    return std::move(error);
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  std::vector<std::string> arguments = {"ld.lld",
                                        "-shared",
                                        "--gc-sections",
                                        "--build-id=none",
                                        "--threads=1",
                                        "-z",
                                        "now",
                                        "-z",
                                        "noexecstack",
                                        "-z",
                                        "relro",
                                        "--hash-style=gnu",
                                        "--no-undefined",
                                        "--as-needed",
                                        "-O2",
                                        "-o",
                                        folder->getPath("out.so")};
  for (auto [index, object] : enumerate(objects)) {
    std::string name = std::to_string(index) + ".o";
    if (Error error = folder->write(name, object))
      return std::move(error);
    arguments.push_back(folder->getPath(name));
  }
  for (const Library &library : {c, math}) {
    if (library.symbols.empty())
      continue;
    if (Error error = writeStub(*folder, target, library))
      return std::move(error);
    arguments.push_back(folder->getPath(library.file));
  }
  if (Error error = runLinker(arguments))
    return std::move(error);
  return folder->read("out.so");
}

} // namespace tvm::codegen
