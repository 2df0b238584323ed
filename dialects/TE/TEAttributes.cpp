#include "dialects/TE/TEAttributes.h"

#include "dialects/TE/TEDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tvm::te;

#define GET_ATTRDEF_CLASSES
#include "dialects/TE/TEAttributes.cpp.inc"

LogicalResult
RoleAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                 StringRef algorithm, StringRef part) {
  if (algorithm.empty() || part.empty()) // C1
    return emitError() << "expected the names of an algorithm and of a part";
  return success();
}

void TEDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/TE/TEAttributes.cpp.inc"
      >();
}
