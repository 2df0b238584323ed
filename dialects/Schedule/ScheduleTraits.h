// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_DIALECTS_SCHEDULE_SCHEDULETRAITS_H
#define TVM_DIALECTS_SCHEDULE_SCHEDULETRAITS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tvm::schedule {

/// The effects of an operation that reads its handles, which stay valid, and
/// changes their payload.
template <typename OpTy>
// mlir::Op, not OpTy, derives from a trait.
// NOLINTNEXTLINE(bugprone-crtp-constructor-accessibility)
class InPlaceTransformOpTrait
    : public mlir::OpTrait::TraitBase<OpTy, InPlaceTransformOpTrait> {
public:
  void
  getEffects(llvm::SmallVectorImpl<mlir::MemoryEffects::EffectInstance> &out) {
    mlir::Operation *op = this->getOperation();
    mlir::transform::onlyReadsHandle(op->getOpOperands(), out);
    mlir::transform::producesHandle(op->getOpResults(), out);
    mlir::transform::modifiesPayload(out);
  }
};

/// Parses result names in front of the operation, and adds one handle type per
/// name. Types are not part of the text: printing them prints nothing.
mlir::ParseResult parseHandles(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::Type> &types);
void printHandles(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::TypeRange types);

/// Parses result names of numbers (parameters) in the same way.
mlir::ParseResult parseNumbers(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::Type> &types);
void printNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::TypeRange types);

} // namespace tvm::schedule

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULETRAITS_H
