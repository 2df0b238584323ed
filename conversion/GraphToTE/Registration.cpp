// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/GraphToTE/Definition.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace tvm {

void registerGraphTEDefinitions(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *context, graph::GraphDialect *) {
    attachElementwiseDefinitions(context);
    attachReductionDefinitions(context);
    attachSoftmaxDefinitions(context);
    attachMatMulDefinitions(context);
    attachConvolutionDefinitions(context);
    attachWinogradDefinitions(context);
    attachPoolingDefinitions(context);
    attachNormalizationDefinitions(context);
    attachRecurrentDefinitions(context);
    attachSelectionDefinitions(context);
    attachSequenceDefinitions(context);
    attachStringDefinitions(context);
    attachShapeDefinitions(context);
    attachIndexingDefinitions(context);
    attachResizeDefinitions(context);
    attachSamplingDefinitions(context);
    attachRegionDefinitions(context);
    attachCol2ImDefinitions(context);
    attachDetDefinitions(context);
    attachLinearAttentionDefinitions(context);
    attachRandomDefinitions(context);
    attachTreeDefinitions(context);
  });
}

} // namespace tvm
