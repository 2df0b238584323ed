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

/// An operation that reads its handles, which stay valid, and changes what they
/// stand for.
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

/// Adds one handle type per result name in front of the operation. The types
/// are not written: printing them prints nothing.
mlir::ParseResult parseHandles(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::Type> &types);
void printHandles(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::TypeRange types);

/// The same for numbers.
mlir::ParseResult parseNumbers(mlir::OpAsmParser &parser,
                               llvm::SmallVectorImpl<mlir::Type> &types);
void printNumbers(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                  mlir::TypeRange types);

} // namespace tvm::schedule

#endif // TVM_DIALECTS_SCHEDULE_SCHEDULETRAITS_H
