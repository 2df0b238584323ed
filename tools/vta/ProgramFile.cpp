// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/vta/ProgramFile.h"

#include "conversion/VTABinary/VTABinary.h"
#include "conversion/VTAListing/VTAListing.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;

namespace tvm::vta {

namespace rt = runtime::vta;

static Location getLoc(StringRef path, MLIRContext *context) {
  return FileLineColLoc::get(context, path, 0, 0);
}

static OwningOpRef<ModuleOp> readModule(StringRef path, MLIRContext *context) {
  if (path.ends_with(".mlir"))
    return parseSourceFile<ModuleOp>(path, context);
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file) {
    emitError(getLoc(path, context))
        << "cannot read: " << file.getError().message();
    return nullptr;
  }
  StringRef bytes = (*file)->getBuffer();
  return path.ends_with(".txt") ? importListing(bytes, path, context)
                                : importBinary(bytes, path, context);
}

static LogicalResult configure(ProgramOp program, StringRef path) {
  MLIRContext *context = program.getContext();
  rt::Configuration given, own = program.getConfiguration();
  if (rt::Configuration::read(path.str().c_str(), given).failed())
    return emitError(UnknownLoc::get(context)) << runtime::lastError();
  if (!given.hasSameIsa(own))
    return emitError(getLoc(path, context))
           << "expected a configuration for programs of " << own.key()
           << ", got " << given.key();
  program.setConfigAttr(ConfigAttr::get(context, given));
  return verify(program);
}

FailureOr<ProgramFile> readProgramFile(StringRef path, StringRef configuration,
                                       MLIRContext *context) {
  ProgramFile file;
  file.module = readModule(path, context);
  if (!file.module)
    return failure();
  auto programs = llvm::to_vector(file.module->getOps<ProgramOp>());
  if (programs.size() != 1)
    return emitError(getLoc(path, context))
           << "expected one vta.program, got " << programs.size();
  file.program = programs.front();
  if (!configuration.empty() && failed(configure(file.program, configuration)))
    return failure();
  return std::move(file);
}

} // namespace tvm::vta
