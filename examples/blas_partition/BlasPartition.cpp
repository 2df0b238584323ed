// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in that gives products of matrices to a BLAS: target "blas".
//   tvmc compile model.onnx -o model.so
//       --load-plugin=libblas_partition.so --partition=blas

#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/TE/TEOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "transforms/Graph/Partition/PartitionTargets.h"

using namespace mlir;
using namespace tvm;

static constexpr StringLiteral kTarget = "blas";

static bool isMatrixOfF32(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getRank() == 2 && type.getElementType().isF32();
}

/// Accepts products of two matrices, which `cblas_sgemm` computes.
static LogicalResult find(graph::MatMulOp op, PatternRewriter &rewriter) {
  if (!isMatrixOfF32(op.getA()) || !isMatrixOfF32(op.getB()))
    return rewriter.notifyMatchFailure(op, "expected two matrices of f32");
  return graph::markPartition(rewriter, rewriter.getStringAttr(kTarget),
                              {op.getOperation()});
}

static void replace(graph::MatMulOp op) {
  OpBuilder builder(op);
  SmallVector<Value> extents;
  auto addExtent = [&](int64_t resultDim, Value matrix, int64_t dim) {
    if (op.getType().isDynamicDim(resultDim))
      extents.push_back(
          tensor::DimOp::create(builder, op.getLoc(), matrix, dim));
  };
  addExtent(0, op.getA(), op.getRowDim());
  addExtent(1, op.getB(), op.getColumnDim());
  auto isTransposed =
      builder.getDenseI64ArrayAttr({op.getTransposeA(), op.getTransposeB()});
  auto call = te::ExternOp::create(
      builder, op.getLoc(), TypeRange(op.getType()), "tvm_example_sgemm",
      op.getOperands(), extents, builder.getArrayAttr(isTransposed));
  op.replaceAllUsesWith(call.getResult(0));
  op.erase();
}

static LogicalResult lower(func::FuncOp function) {
  function.walk([](graph::MatMulOp op) { replace(op); });
  return success();
}

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "blas-partition", "0.1.0", [] {
            graph::registerPartitionTarget(
                kTarget,
                {[](RewritePatternSet &set) { set.add(find); }, lower});
          }};
}
