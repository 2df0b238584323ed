// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Dump.h"

#include "compiler/files/Files.h"
#include "compiler/pipelines/ForeignModules.h"
#include "dialects/Graph/GraphDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

static constexpr StringLiteral kWeightsName = "weights.bin";

static llvm::Error writeInto(StringRef folder, const Twine &name,
                             llvm::function_ref<void(raw_ostream &)> write) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  std::error_code code = llvm::sys::fs::create_directories(folder);
  if (code)
    return llvm::createStringError("cannot create folder '" + folder +
                                   "': " + code.message());
  return tvm::writeFile(path, write);
}

llvm::Error writeDump(StringRef folder, ModuleOp module, Level level,
                      StringRef variant) {
  auto weights = StringAttr::get(module.getContext(), kWeightsName);
  module->setAttr(graph::GraphDialect::kWeightsAttrName, weights);
  SmallString<32> name(getDumpName(level));
  if (!variant.empty())
    llvm::sys::path::replace_extension(name, variant + ".mlir");
  llvm::Error error = writeInto(folder, name, [&](raw_ostream &os) {
    module->print(os, OpPrintingFlags().enableDebugInfo());
    os << "\n";
  });
  module->removeAttr(graph::GraphDialect::kWeightsAttrName);
  return error;
}

llvm::Error writeWeights(StringRef folder, MLIRContext *context) {
  auto *dialect = context->getOrLoadDialect<graph::GraphDialect>();
  return writeInto(folder, kWeightsName, [&](raw_ostream &os) {
    dialect->getWeightStore().write(os);
  });
}

llvm::Error writeTexts(StringRef folder,
                       ArrayRef<codegen::CompiledModule> modules) {
  llvm::Error error = writeInto(folder, "7.ll", [&](raw_ostream &os) {
    for (const codegen::CompiledModule &module : modules)
      os << "; module " << module.name << "\n" << module.llvmIR << "\n";
  });
  if (error)
    return error;
  return writeInto(folder, "8.s", [&](raw_ostream &os) {
    for (const codegen::CompiledModule &module : modules)
      os << "# module " << module.name << "\n" << module.assembly << "\n";
  });
}

static OwningOpRef<ModuleOp> parse(std::optional<ArrayRef<char>> text,
                                   StringRef path, MLIRContext *context) {
  ParserConfig config(context);
  if (text)
    return parseSourceString<ModuleOp>(StringRef(text->data(), text->size()),
                                       config, path);
  return parseSourceFile<ModuleOp>(path, config);
}

OwningOpRef<ModuleOp> readDump(std::optional<ArrayRef<char>> text,
                               StringRef path, MLIRContext *context) {
  auto *dialect = context->getOrLoadDialect<graph::GraphDialect>();
  dialect->getWeightStore().setFolder(llvm::sys::path::parent_path(path));
  OwningOpRef<ModuleOp> module = parse(text, path, context);
  if (!module)
    return nullptr;
  if (!getLevel(*module) && failed(convertForeignModule(*module)))
    return nullptr;
  (*module)->removeAttr(graph::GraphDialect::kWeightsAttrName);
  return module;
}

} // namespace tvm::compiler
