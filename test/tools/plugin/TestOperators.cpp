// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plug-in with a dialect and no passes. Its operators compute x + x; each but
// the first leaves out one of the interfaces that a model's operators need.

#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/TE/TEBuilder.h"
#include "dialects/TE/TEDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"

using namespace mlir;
using namespace tvm;

namespace {

/// An operator of one tensor that gives a tensor of the same type.
template <typename Concrete, template <typename> class... Traits>
class TestOp : public Op<Concrete, OpTrait::ZeroRegions, OpTrait::OneResult,
                         OpTrait::ZeroSuccessors, OpTrait::OneOperand,
                         OpTrait::SameOperandsAndResultType, Traits...> {
public:
  using Base = Op<Concrete, OpTrait::ZeroRegions, OpTrait::OneResult,
                  OpTrait::ZeroSuccessors, OpTrait::OneOperand,
                  OpTrait::SameOperandsAndResultType, Traits...>;
  using Base::Base;
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  graph::FusionKind getFusionKind() { return graph::FusionKind::ElementWise; }

  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}

  LogicalResult reifyResultShapes(OpBuilder &builder,
                                  ReifiedRankedShapedTypeDims &shapes) {
    Operation *op = this->getOperation();
    shapes.push_back(
        tensor::getMixedSizes(builder, op->getLoc(), op->getOperand(0)));
    return success();
  }

  FailureOr<SmallVector<Value>> defineTE(OpBuilder &builder,
                                         ValueRange operands) {
    te::TEBuilder b(builder, this->getOperation()->getLoc());
    Value x = operands.front();
    Type element = cast<RankedTensorType>(x.getType()).getElementType();
    Value sum = b.compute(element, b.dims(x), [&](te::Axes axes) {
      Value value = b.read(x, axes);
      return b.add(value, value);
    });
    return SmallVector<Value>{sum};
  }
};

template <typename T> using Fusion = graph::FusionInterface::Trait<T>;
template <typename T> using Definition = graph::TEDefinitionInterface::Trait<T>;
template <typename T> using Sizes = ReifyRankedShapedTypeOpInterface::Trait<T>;
template <typename T> using Effects = MemoryEffectOpInterface::Trait<T>;

class TwiceOp : public TestOp<TwiceOp, Fusion, Definition, Sizes, Effects> {
public:
  using TestOp::TestOp;
  static StringRef getOperationName() { return "test.twice"; }
};

class WithoutSizesOp
    : public TestOp<WithoutSizesOp, Fusion, Definition, Effects> {
public:
  using TestOp::TestOp;
  static StringRef getOperationName() { return "test.without_sizes"; }
};

class WithoutFusionOp
    : public TestOp<WithoutFusionOp, Definition, Sizes, Effects> {
public:
  using TestOp::TestOp;
  static StringRef getOperationName() { return "test.without_fusion"; }
};

class WithoutDefinitionOp
    : public TestOp<WithoutDefinitionOp, Fusion, Sizes, Effects> {
public:
  using TestOp::TestOp;
  static StringRef getOperationName() { return "test.without_definition"; }
};

class WithoutEffectsOp
    : public TestOp<WithoutEffectsOp, Fusion, Definition, Sizes> {
public:
  using TestOp::TestOp;
  static StringRef getOperationName() { return "test.without_effects"; }
};

class TestDialect : public Dialect {
public:
  explicit TestDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    context->loadDialect<te::TEDialect, tensor::TensorDialect>();
    addOperations<TwiceOp, WithoutSizesOp, WithoutFusionOp, WithoutDefinitionOp,
                  WithoutEffectsOp>();
  }
  static StringRef getDialectNamespace() { return "test"; }
};

} // namespace

MLIR_DECLARE_EXPLICIT_TYPE_ID(TestDialect)
MLIR_DEFINE_EXPLICIT_TYPE_ID(TestDialect)

extern "C" LLVM_ATTRIBUTE_WEAK DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "test-operators", "0.1.0",
          [](DialectRegistry *registry) { registry->insert<TestDialect>(); }};
}
