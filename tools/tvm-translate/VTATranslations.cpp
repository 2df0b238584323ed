// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/tvm-translate/VTATranslations.h"

#include "conversion/VTABinary/VTABinary.h"
#include "conversion/VTAListing/VTAListing.h"
#include "dialects/VTA/VTADialect.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "transforms/VTA/Passes.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace tvm;

using Importer = OwningOpRef<ModuleOp> (*)(StringRef text, StringRef name,
                                           MLIRContext *context);
using Exporter = LogicalResult (*)(vta::ProgramOp program, raw_ostream &os);

namespace {
struct Options {
  llvm::cl::opt<bool> check{
      "vta-check",
      llvm::cl::desc("refuse VTA programs that can misbehave, with what "
                     "vta-check finds")};
};
} // namespace

static llvm::ManagedStatic<Options> options;

static LogicalResult checkIfAsked(vta::ProgramOp program) {
  constexpr unsigned maxFindings = 100;
  return options->check ? vta::verifyBehaviour(program, maxFindings)
                        : success();
}

static OwningOpRef<Operation *> importChecked(const llvm::MemoryBuffer &file,
                                              Importer import,
                                              MLIRContext *context) {
  OwningOpRef<ModuleOp> module =
      import(file.getBuffer(), file.getBufferIdentifier(), context);
  if (!module)
    return nullptr;
  for (auto program : module->getOps<vta::ProgramOp>())
    if (failed(checkIfAsked(program)))
      return nullptr;
  return OwningOpRef<Operation *>(std::move(module));
}

static void registerImport(StringRef flag, StringRef description,
                           Importer import) {
  TranslateToMLIRRegistration registration(
      flag, description,
      [import](llvm::SourceMgr &sources, MLIRContext *context) {
        return importChecked(*sources.getMemoryBuffer(sources.getMainFileID()),
                             import, context);
      });
}

static LogicalResult exportOnly(Operation *op, raw_ostream &os,
                                Exporter write) {
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return op->emitOpError("expected a module");
  auto programs = llvm::to_vector(module.getOps<vta::ProgramOp>());
  if (programs.size() != 1)
    return module.emitError("expected one vta.program, got ")
           << programs.size();
  if (failed(checkIfAsked(programs.front())))
    return failure();
  return write(programs.front(), os);
}

static void registerExport(StringRef flag, StringRef description,
                           Exporter write) {
  TranslateFromMLIRRegistration registration(
      flag, description,
      [write](Operation *op, raw_ostream &os) {
        return exportOnly(op, os, write);
      },
      [](DialectRegistry &registry) { registry.insert<vta::VTADialect>(); });
}

static LogicalResult writeBinary(vta::ProgramOp op, raw_ostream &os) {
  FailureOr<runtime::vta::Program> program = vta::encodeProgram(op);
  if (failed(program))
    return failure();
  std::vector<uint8_t> bytes = program->serialize();
  os.write(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  return success();
}

static LogicalResult writeWords(vta::ProgramOp op, raw_ostream &os) {
  FailureOr<runtime::vta::Program> program = vta::encodeProgram(op);
  if (failed(program))
    return failure();
  for (uint32_t microOp : program->microOps)
    os << llvm::format("0x%08x", microOp) << '\n';
  for (const runtime::vta::Word &word : program->instructions)
    os << word.text() << '\n';
  return success();
}

void registerVTATranslations() {
  *options;
  registerImport("listing-to-vta", "read a listing of a VTA program",
                 vta::importListing);
  registerExport("vta-to-listing", "write a VTA program as a listing",
                 vta::exportListing);
  registerImport("binary-to-vta", "disassemble a VTA program file",
                 vta::importBinary);
  registerExport("vta-to-binary", "assemble a VTA program file", writeBinary);
  registerExport("vta-to-words",
                 "write micro-ops and instructions of a VTA program in "
                 "hexadecimal, one per line",
                 writeWords);
}
