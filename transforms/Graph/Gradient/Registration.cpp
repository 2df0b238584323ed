// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphDialect.h"
#include "transforms/Graph/Gradient/Gradient.h"
#include "transforms/Graph/Gradient/Rules.h"

void tvm::graph::registerGradients(mlir::DialectRegistry &registry) {
  registry.addExtension(+[](mlir::MLIRContext *context, GraphDialect *) {
    attachElementwiseGradients(context);
    attachMatrixGradients(context);
    attachMovementGradients(context);
    attachReductionGradients(context);
  });
}
