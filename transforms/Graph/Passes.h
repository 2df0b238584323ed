// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_TRANSFORMS_GRAPH_PASSES_H
#define TVM_TRANSFORMS_GRAPH_PASSES_H

#include "dialects/Graph/GraphDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace tvm::graph {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "transforms/Graph/Passes.h.inc"

} // namespace tvm::graph

#endif // TVM_TRANSFORMS_GRAPH_PASSES_H
