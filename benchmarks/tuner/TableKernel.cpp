// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "benchmarks/tuner/TableKernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tvm::tuner {

Expected<TableKernel> TableKernel::read(StringRef path, StringRef folder,
                                        ArrayRef<StringRef> arguments) {
  compiler::Options options;
  for (StringRef argument : arguments) {
    Expected<bool> isKnown = compiler::parseOption(argument, options);
    if (!isKnown)
      return isKnown.takeError();
    if (!*isKnown)
      return createStringError("unknown option '" + argument + "'");
  }
  if (std::error_code error = sys::fs::create_directories(folder))
    return errorCodeToError(error);
  auto model = compiler::readModelTasks(
      path, options, folder, [](compiler::Severity severity, StringRef text) {
        if (severity != compiler::Severity::Remark)
          errs() << text << '\n';
      });
  if (failed(model) || model->kernels.empty())
    return createStringError("'" + path + "' has no kernel with parameters");
  TableKernel kernel;
  kernel.model = std::move(*model);
  kernel.task =
      max_element(kernel.model.kernels, [](const auto &a, const auto &b) {
        return a.program->flops < b.program->flops;
      })->space;
  return kernel;
}

} // namespace tvm::tuner
