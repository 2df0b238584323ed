#include "tools/compiler/Levels.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace tvm::compiler {

static constexpr StringLiteral kNames[kNumLevels] = {
    "import", "graph", "fused", "te", "loops", "scheduled", "llvm"};

StringRef getLevelName(Level level) { return kNames[static_cast<int>(level)]; }

std::string getDumpName(Level level) {
  return std::to_string(static_cast<int>(level)) + "-" +
         getLevelName(level).str() + ".mlir";
}

std::optional<Level> getLevel(ModuleOp module) {
  if (auto name = module->getAttrOfType<StringAttr>(kLevelAttrName))
    for (int level = 0; level < kNumLevels; ++level)
      if (kNames[level] == name.getValue())
        return static_cast<Level>(level);
  return std::nullopt;
}

void setLevel(ModuleOp module, Level level) {
  module->setAttr(kLevelAttrName,
                  StringAttr::get(module.getContext(), getLevelName(level)));
}

} // namespace tvm::compiler
