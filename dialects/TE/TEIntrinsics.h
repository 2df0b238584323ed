// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_TE_TEINTRINSICS_H
#define TVM_DIALECTS_TE_TEINTRINSICS_H

#include "dialects/TE/TEOps.h"
#include "mlir/IR/OpImplementation.h"

namespace tvm::te {

/// The increments of `expr`, over `numDims` dims, when one of the dims [first,
/// first + count) increases by one. Nothing where an increment varies.
std::optional<llvm::SmallVector<int64_t>> getSteps(mlir::AffineExpr expr,
                                                   unsigned numDims,
                                                   unsigned first,
                                                   unsigned count);

/// The subscripts of a read in a behaviour, over the axes of its computation.
mlir::AffineMap getSubscripts(ReadOp read);

/// `r %a : memref<…>, rw %b : memref<…>`
mlir::ParseResult parseAccessedBuffers(
    mlir::OpAsmParser &parser,
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &buffers,
    llvm::SmallVectorImpl<mlir::Type> &types, mlir::ArrayAttr &modes);
void printAccessedBuffers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                          mlir::OperandRange buffers, mlir::TypeRange types,
                          mlir::ArrayAttr modes);

} // namespace tvm::te

#endif // TVM_DIALECTS_TE_TEINTRINSICS_H
