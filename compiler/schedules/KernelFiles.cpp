// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/schedules/KernelFiles.h"

#include "compiler/files/Files.h"
#include "dialects/Schedule/ScheduleAttributes.h"
#include "mlir/Pass/Pass.h"
#include "transforms/Target/TargetSpec.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

func::FuncOp getKernel(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      return function;
  return {};
}

ModuleOp getScheduledBy(Pass *pass, Operation *op) {
  auto kernel = dyn_cast<ModuleOp>(op);
  bool isScheduled = kernel && kernel.getSymName() && getKernel(kernel) &&
                     pass->getArgument() == "schedule-apply";
  return isScheduled ? kernel : nullptr;
}

/// Verification waits for threads, and these wait for the lock that is held
/// while a pass is instrumented. They change operations outside of the kernel.
static OpPrintingFlags getFlags() {
  return OpPrintingFlags().assumeVerified().useLocalScope().enableDebugInfo(
      false);
}

std::string getCanonicalText(func::FuncOp kernel) {
  OwningOpRef<func::FuncOp> copy(kernel.clone());
  copy->setName("kernel");
  copy->walk(
      [](Operation *op) { op->removeAttr(schedule::kStrategyAttrName); });
  std::string text;
  llvm::raw_string_ostream stream(text);
  (*copy)->print(stream, getFlags());
  return text;
}

std::string hashCanonicalText(StringRef text) {
  std::array<uint8_t, 32> hash =
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(text));
  return llvm::toHex(ArrayRef(hash).take_front(16), /*LowerCase=*/true);
}

std::string getCanonicalHash(func::FuncOp kernel) {
  return hashCanonicalText(getCanonicalText(kernel));
}

FailureOr<DictionaryAttr> getRecords(ModuleOp model, StringRef name) {
  Attribute found = model->getAttr(name);
  if (!found)
    return DictionaryAttr::get(model.getContext());
  if (auto records = dyn_cast<DictionaryAttr>(found))
    return records;
  return model.emitError("expected '")
         << name << "' to be a dictionary, got " << found;
}

OwningOpRef<ModuleOp> KernelWriter::copyWithMachine(ModuleOp kernel) {
  OwningOpRef<ModuleOp> copy(kernel.clone());
  if (Operation *parent = kernel->getParentOp())
    target::setProperties(*copy, target::kCPU,
                          target::getOwnProperties(parent, target::kCPU));
  return copy;
}

static llvm::Error writeKernel(StringRef folder, StringRef suffix,
                               ModuleOp kernel) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, *kernel.getSymName() + suffix);
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot create folder '" + folder +
                                   "': " + code.message());
  return tvm::writeFile(path, [&](raw_ostream &os) {
    kernel->print(os, getFlags());
    os << "\n";
  });
}

void KernelWriter::write(ModuleOp kernel, StringRef suffix) {
  llvm::Error error = writeKernel(folder, suffix, kernel);
  if (!error)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  problems.push_back(llvm::toString(std::move(error)));
}

} // namespace tvm::compiler
