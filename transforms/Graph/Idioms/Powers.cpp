// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/Tensors/GraphElementwise.h"
#include "mlir/Parser/Parser.h"
#include "transforms/Graph/Idioms/Idioms.h"
#include "transforms/Graph/Idioms/Matchers.h"

using namespace mlir;

#include "transforms/Graph/Idioms/Powers.h.inc"

void tvm::graph::populatePowerIdioms(RewritePatternSet &patterns) {
  populateGeneratedPDLLPatterns(patterns);
}
