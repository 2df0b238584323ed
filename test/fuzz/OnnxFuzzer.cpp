// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libFuzzer target of the ONNX importer: any bytes give a module or errors.
//   bazel build --copt=-fsanitize=fuzzer-no-link //test/fuzz:onnx_fuzzer
//   bazel-bin/test/fuzz/onnx_fuzzer CORPUS

#include "compiler/registration/Registration.h"
#include "conversion/OnnxToGraph/OnnxToGraph.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static mlir::DialectRegistry *registry = [] {
    auto *result = new mlir::DialectRegistry();
    tvm::registerAllDialects(*result);
    return result;
  }();
  mlir::MLIRContext context(*registry, mlir::MLIRContext::Threading::DISABLED);
  mlir::ScopedDiagnosticHandler quiet(
      &context, [](mlir::Diagnostic &) { return mlir::success(); });
  llvm::ArrayRef<char> bytes(reinterpret_cast<const char *>(data), size);
  // No path: external data is refused.
  (void)tvm::importOnnx(bytes, "", {}, &context);
  return 0;
}
