// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/Output.h"

#include "codegen/Artefacts/ArtefactWriter.h"
#include "codegen/Artefacts/ExternalFunctions.h"
#include "codegen/Artefacts/Linker.h"
#include "codegen/Artefacts/StackSizes.h"
#include "compiler/Details.h"
#include "conversion/HostToLLVM/HostToLLVM.h"
#include "dialects/Graph/GraphAttributes.h"

using namespace mlir;

namespace tvm::compiler {

/// Writes the bytes of the section of weights, in the order of `weights`.
static llvm::Error writeSection(ArrayRef<Attribute> weights, raw_ostream &os) {
  SmallVector<uint64_t> offsets;
  uint64_t size = layOutWeights(weights, offsets), position = 0;
  for (auto [weight, offset] : llvm::zip(weights, offsets)) {
    SmallVector<char> buffer;
    auto bytes = graph::getConstantBytes(weight, buffer);
    if (!bytes)
      return bytes.takeError();
    os.write_zeros(offset - position);
    os.write(bytes->data(), bytes->size());
    position = offset + bytes->size();
  }
  os.write_zeros(size - position);
  return llvm::Error::success();
}

/// The bytes of stack that the runtime uses around a kernel: its own frame, and
/// the needs of libomp to start and run a team of threads.
static constexpr uint64_t kRuntimeStack = 16 * 1024;

/// Returns the bytes of stack that a run needs: the host function plus the
/// largest kernel.
static llvm::Expected<uint64_t>
getStackBytes(ArrayRef<codegen::CompiledModule> objects) {
  uint64_t host = 0, kernels = 0;
  for (const codegen::CompiledModule &object : objects) {
    auto bytes = codegen::getStackBytes(object.object);
    if (!bytes)
      return bytes.takeError();
    uint64_t &most = object.name == kHostModuleName ? host : kernels;
    most = std::max(most, *bytes);
  }
  return llvm::alignTo(kRuntimeStack + host + kernels, 64);
}

static SmallVector<StringRef>
getTexts(ArrayRef<codegen::CompiledModule> objects) {
  SmallVector<StringRef> texts;
  for (const codegen::CompiledModule &object : objects)
    texts.push_back(object.object);
  return texts;
}

llvm::Expected<std::string>
linkObjects(ArrayRef<codegen::CompiledModule> objects,
            ArrayRef<Entry> entries) {
  return codegen::linkSharedObject(entries.front().target, getTexts(objects));
}

llvm::Expected<std::string>
writeOutput(StringRef path, StringRef linked,
            ArrayRef<codegen::CompiledModule> objects,
            const OutputContents &contents) {
  auto externs = codegen::getExternalFunctions(getTexts(objects));
  if (!externs)
    return externs.takeError();
  auto stack = getStackBytes(objects);
  if (!stack)
    return stack.takeError();
  ArrayRef<Attribute> weights = contents.weights.getValue();
  SmallVector<uint64_t> offsets;
  uint64_t size = layOutWeights(weights, offsets);
  std::string manifest =
      writeManifest(contents.host, contents.entries, *externs, size, *stack);
  llvm::Error problem = llvm::Error::success();
  auto writeWeights = [&](raw_ostream &os) {
    problem = llvm::joinErrors(std::move(problem), writeSection(weights, os));
  };
  codegen::Artefact artefact;
  artefact.sharedObject = linked;
  artefact.manifest = manifest;
  artefact.weightsSize = size;
  artefact.writeWeights = writeWeights;
  llvm::Error error = codegen::writeArtefact(path, artefact);
  if (problem) {
    llvm::consumeError(std::move(error));
    return std::move(problem);
  }
  if (error)
    return std::move(error);
  return (path + ": code " + formatBytes(linked.size()) + ", weights " +
          formatBytes(size))
      .str();
}

} // namespace tvm::compiler
