#include "dialects/Graph/RuntimeChecks.h"

#include "dialects/Graph/GraphMemory.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tvm::graph {

/// The name of the model's node, empty where `loc` has none.
static StringRef getNodeName(Location loc) {
  StringRef name;
  loc->walk([&](Location part) {
    auto named = dyn_cast<NameLoc>(part);
    if (!named)
      return WalkResult::advance();
    name = named.getName().getValue();
    return WalkResult::interrupt();
  });
  return name;
}

void createCheck(OpBuilder &builder, Operation *op, Value condition,
                 const Twine &text, ValueRange values) {
  StringRef kind = op->getName().stripDialect();
  StringRef name = getNodeName(op->getLoc());
  std::string subject =
      name.empty() ? kind.str() : ("node '" + name + "' (" + kind + ")").str();
  CheckOp::create(builder, op->getLoc(), condition,
                  builder.getStringAttr(subject + ": " + text), values);
}

void createLimitCheck(OpBuilder &builder, Operation *op, StringRef what,
                      Value size, Value limit) {
  // A negative size is a large number.
  Value isWithin = arith::CmpIOp::create(
      builder, op->getLoc(), arith::CmpIPredicate::ule, size, limit);
  createCheck(builder, op, isWithin,
              "expected " + what + " from 0 to {0}, got {1}", {limit, size});
}

} // namespace tvm::graph
