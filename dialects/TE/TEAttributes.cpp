#include "dialects/TE/TEAttributes.h"

#include "dialects/TE/TEDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tvm::te;

#define GET_ATTRDEF_CLASSES
#include "dialects/TE/TEAttributes.cpp.inc"

void TEDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/TE/TEAttributes.cpp.inc"
      >();
}
