// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/OnnxToGraph/OnnxToGraph.h"

#include "conversion/OnnxToGraph/GraphImporter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MemoryBuffer.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/stubs/logging.h>

#include <limits>

using namespace mlir;

namespace tvm {

OwningOpRef<ModuleOp> importOnnx(ArrayRef<char> bytes, StringRef path,
                                 const OnnxImportOptions &options,
                                 MLIRContext *context) {
  context->loadDialect<graph::GraphDialect, func::FuncDialect,
                       tensor::TensorDialect>();
  Location loc = FileLineColLoc::get(
      context, path.empty() ? StringRef("model") : path, 0, 0);
  if (bytes.size() > std::numeric_limits<int>::max()) {
    emitError(loc) << "the model file is larger than 2 GB: keep its weights as "
                      "external data";
    return nullptr;
  }
  auto model = std::make_shared<onnx::ModelProto>();
  google::protobuf::LogSilencer silencer;
  google::protobuf::io::ArrayInputStream array(bytes.data(), bytes.size());
  google::protobuf::io::CodedInputStream stream(&array);
  stream.SetTotalBytesLimit(std::numeric_limits<int>::max());
  if (!model->ParseFromCodedStream(&stream) ||
      !stream.ConsumedEntireMessage()) {
    emitError(loc) << "not an ONNX model, or a truncated one";
    return nullptr;
  }
  onnx_import::GraphImporter importer(std::move(model), path, options, context);
  return importer.importModel();
}

OwningOpRef<ModuleOp> importOnnxFile(StringRef path,
                                     const OnnxImportOptions &options,
                                     MLIRContext *context) {
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file) {
    emitError(UnknownLoc::get(context))
        << "cannot read '" << path << "': " << file.getError().message();
    return nullptr;
  }
  return importOnnx(
      ArrayRef<char>((*file)->getBufferStart(), (*file)->getBufferSize()), path,
      options, context);
}

} // namespace tvm
