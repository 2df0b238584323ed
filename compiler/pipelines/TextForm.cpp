// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/pipelines/TextForm.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;

namespace tvm::compiler {

static void locateLoopVariables(Operation *op) {
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    for (Region *region : loop.getLoopRegions())
      for (BlockArgument argument : region->getArguments())
        argument.setLoc(loop.getLoc());
}

static Attribute readAgain(Attribute attribute) {
  std::string text;
  llvm::raw_string_ostream(text) << attribute;
  return parseAttribute(text, attribute.getContext());
}

/// The attribute that reading its text leaves as it is. Reading simplifies
/// expressions, which may then be nested in another way.
static Attribute takeTextForm(Attribute attribute) {
  constexpr int maxReadings = 8;
  for (int i = 0; i < maxReadings; ++i) {
    Attribute read = readAgain(attribute);
    if (read == attribute)
      break;
    attribute = read;
  }
  return attribute;
}

void takeTextForm(ModuleOp module) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([](AffineMapAttr map) -> Attribute {
    return takeTextForm(Attribute(map));
  });
  replacer.addReplacement([](IntegerSetAttr set) -> Attribute {
    return takeTextForm(Attribute(set));
  });
  module.walk([&](Operation *op) {
    locateLoopVariables(op);
    replacer.replaceElementsIn(op);
  });
}

} // namespace tvm::compiler
