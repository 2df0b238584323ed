// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/TE/TEAttributes.h"

#include "dialects/TE/TEDialect.h"
#include "dialects/TE/TERoles.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
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
  ArrayRef<StringLiteral> parts = roles::getParts(algorithm);
  if (!parts.empty() && !llvm::is_contained(parts, part)) // C2
    return emitError() << "expected a part of '" << algorithm << "' ("
                       << llvm::join(parts, ", ") << "), got '" << part << "'";
  return success();
}

void TEDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/TE/TEAttributes.cpp.inc"
      >();
}
