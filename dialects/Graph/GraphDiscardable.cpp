// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies the attributes that passes attach to operations, and to arguments
// and results of functions, and that others rely on.

#include "dialects/Graph/Control/GraphStructure.h"
#include "dialects/Graph/ElementTypes.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/GraphDialect.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/GraphTypes.h"
#include "dialects/Graph/Memory/GraphMemory.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "dialects/Graph/Networks/GraphMatMul.h"
#include "dialects/Graph/Tensors/GraphReduction.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;

namespace tvm::graph {

namespace {
/// The owner of an attribute: an operation, or an argument or a result of one.
struct Owner {
  Operation *op;
  Type type; // of the argument or result
};

/// The expectation that an attribute does not meet; nothing where it meets all.
using Expectation = std::optional<std::string>;
using Check = Expectation (*)(Attribute, const Owner &);

/// The attribute `name`, without the dialect's prefix.
struct Known {
  StringLiteral name;
  Check check;
};
} // namespace

static Expectation expectUnless(bool holds, const Twine &text) {
  return holds ? Expectation() : Expectation(text.str());
}

static bool isCount(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer && integer.getType().isSignlessInteger(64) &&
         integer.getInt() >= 0;
}

static bool isArrayOf(Attribute attribute,
                      llvm::function_ref<bool(Attribute)> holds) {
  auto array = dyn_cast<ArrayAttr>(attribute);
  return array && llvm::all_of(array, holds);
}

static bool isText(Attribute attribute) { return isa<StringAttr>(attribute); }

static Expectation checkUnit(Attribute value, const Owner &) {
  return expectUnless(isa<UnitAttr>(value), "a unit attribute");
}

static Expectation checkText(Attribute value, const Owner &) {
  return expectUnless(isText(value), "a string");
}

//===-- operations --------------------------------------------------------===//

static Expectation checkFileName(Attribute value, const Owner &) {
  auto name = dyn_cast<StringAttr>(value);
  bool isName = name && !name.empty() &&
                name.getValue().find_first_of("/\\") == StringRef::npos;
  return expectUnless(isName, "the name of a file");
}

static Expectation checkTexts(Attribute value, const Owner &) {
  return expectUnless(isArrayOf(value, isText), "an array of strings");
}

/// The number of dynamic dims of a kernel, where `op` launches or calls one.
static std::optional<int64_t> countDims(Operation *op) {
  if (auto call = dyn_cast<CallOp>(op))
    return call.getDims().size();
  if (!isa<LaunchOp>(op))
    return std::nullopt;
  int64_t count = 0;
  for (Type type : op->getOperandTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      count += tensor.getNumDynamicDims();
  return count;
}

/// A number, or a polynomial of the kernel's dims: [[factor, dim, …], …].
static Expectation checkWork(Attribute value, const Owner &owner) {
  std::optional<int64_t> numDims = countDims(owner.op);
  auto isDim = [&](Attribute dim) {
    return !numDims || cast<IntegerAttr>(dim).getInt() < *numDims;
  };
  auto isTerm = [&](Attribute term) {
    return isArrayOf(term, isCount) && !cast<ArrayAttr>(term).empty() &&
           llvm::all_of(cast<ArrayAttr>(term).getValue().drop_front(), isDim);
  };
  bool isWork = isCount(value) || isArrayOf(value, isTerm);
  return expectUnless(
      isWork, "a number, or an array of terms, each a factor and dims" +
                  (numDims ? " below " + std::to_string(*numDims) : ""));
}

/// The report of graph-plan-memory: numbers, and for each buffer numbers.
static Expectation checkMemory(Attribute value, const Owner &) {
  auto isBuffer = [](Attribute buffer) {
    auto facts = dyn_cast<DictionaryAttr>(buffer);
    return facts && llvm::all_of(facts, [](NamedAttribute fact) {
             return isCount(fact.getValue());
           });
  };
  auto facts = dyn_cast<DictionaryAttr>(value);
  bool isMemory = facts && llvm::all_of(facts, [&](NamedAttribute fact) {
                    return fact.getName() == "buffers"
                               ? isArrayOf(fact.getValue(), isBuffer)
                               : isCount(fact.getValue());
                  });
  return expectUnless(isMemory, "a dictionary of numbers, and of 'buffers'");
}

/// Whether `mask` has dims of `type` only.
static bool isMaskOfDims(int64_t mask, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && (tensor.getRank() >= 63 ||
                    static_cast<uint64_t>(mask) >> tensor.getRank() == 0);
}

/// A mask of dims per operand: those that are as large as the result's. MLIR
/// moves constant operands of commutative operations to the end, and leaves
/// the masks as they are: each of them may then be that of the other operand.
static Expectation checkEqualDims(Attribute value, const Owner &owner) {
  auto masks = dyn_cast<DenseI64ArrayAttr>(value);
  Operation *op = owner.op;
  bool isCommutative = op->hasTrait<OpTrait::IsCommutative>();
  bool holds =
      masks && masks.size() == op->getNumOperands() &&
      op->getNumResults() == 1 &&
      llvm::all_of(llvm::zip(masks.asArrayRef(), op->getOperandTypes()),
                   [&](auto pair) {
                     auto [mask, type] = pair;
                     return isMaskOfDims(
                         mask, isCommutative ? op->getResultTypes()[0] : type);
                   });
  return expectUnless(holds, "an array of a mask of dims per operand");
}

static Expectation checkTarget(Attribute value, const Owner &owner) {
  auto name = dyn_cast<StringAttr>(value);
  return expectUnless(name && !name.empty() && isa<func::FuncOp>(owner.op),
                      "the name of a target, of a function");
}

static Expectation checkPartition(Attribute value, const Owner &) {
  auto mark = dyn_cast<DistinctAttr>(value);
  return expectUnless(mark && isText(mark.getReferencedAttr()),
                      "a distinct name of a target");
}

/// A decision that checkDecision knows under this name.
template <const StringLiteral &name>
static Expectation checkDecisionOn(Attribute value, const Owner &owner) {
  if (!isa<FusionInterface>(owner.op))
    return expectUnless(false, "a decision on an operator");
  auto expected = checkDecision(
      owner.op->getName().getStringRef(), owner.op->getResultTypes(),
      {StringAttr::get(value.getContext(), name), value});
  return expectUnless(!expected, expected.value_or(""));
}

/// Whether `op` is an operator that computes what `role` says.
static bool computesRole(Operation *op, Role role) {
  switch (role) {
  case Role::AttentionScores:
  case Role::AttentionValues:
    return isa<MatMulOp>(op);
  case Role::AttentionSoftmax:
    return isa<SoftmaxOp>(op);
  case Role::ChainDepthwise:
  case Role::ChainPointwise:
    return isa<ConvOp>(op);
  }
  llvm_unreachable("unknown role");
}

static Expectation checkRole(Attribute value, const Owner &owner) {
  auto role = dyn_cast<RoleAttr>(value);
  return expectUnless(role && computesRole(owner.op, role.getValue()),
                      "the role of such an operator");
}

static constexpr Known kOfOperations[] = {
    {"weights", checkFileName},
    {"nodes", checkTexts},
    {"flops", checkWork},
    {"bytes", checkWork},
    {"memory", checkMemory},
    {"equal_dims", checkEqualDims},
    {"target", checkTarget},
    {"partition", checkPartition},
    {"apart", checkDecisionOn<kApartAttrName>},
    {"keep_layout", checkDecisionOn<kKeepLayoutAttrName>},
    {"precision", checkDecisionOn<kPrecisionAttrName>},
    {"role", checkRole},
    {"data_layout", checkDecisionOn<kDataLayoutAttrName>},
    {"fusion", checkDecisionOn<kFusionAttrName>}};

//===-- arguments and results ---------------------------------------------===//

/// The elements of a tensor or of memory; null for anything else.
static Type getElement(Type type) {
  return isa<RankedTensorType, MemRefType>(type)
             ? cast<ShapedType>(type).getElementType()
             : Type();
}

/// The element type whose name memory does not tell, as those in memory.
static Expectation checkElementName(Attribute value, const Owner &owner) {
  auto name = dyn_cast<StringAttr>(value);
  Type element = getElement(owner.type);
  if (name && !element)
    return std::nullopt;
  Type named = name ? getElementByName(name.getContext(), name) : Type();
  bool holds =
      named && (element == named || element == getStorageElement(named));
  return expectUnless(holds, "the name of an element type that " +
                                 (element ? debugString(element) : "memory") +
                                 " holds");
}

/// A name, or "?", per dim; a number for those that are static.
static Expectation checkDims(Attribute value, const Owner &owner) {
  auto shaped = dyn_cast<ShapedType>(owner.type);
  auto isDim = [](Attribute dim) { return isText(dim) || isCount(dim); };
  bool holds =
      isArrayOf(value, isDim) &&
      (!shaped || !shaped.hasRank() ||
       shaped.getRank() == static_cast<int64_t>(cast<ArrayAttr>(value).size()));
  return expectUnless(holds, "an array of a name or number per dim");
}

/// The type of a sequence or optional, whose elements are addresses.
static Expectation checkList(Attribute value, const Owner &owner) {
  auto name = dyn_cast<StringAttr>(value);
  Type element = getElement(owner.type);
  bool holds =
      name &&
      (name.getValue().starts_with("sequence(") ||
       name.getValue().starts_with("optional(")) &&
      (!element || isa<HandleType>(element) || element.isSignlessInteger(64));
  return expectUnless(holds,
                      "the type of a sequence or optional, of addresses");
}

static Expectation checkKeys(Attribute value, const Owner &) {
  auto isNumber = [](Attribute key) {
    auto integer = dyn_cast<IntegerAttr>(key);
    return integer && integer.getType().isSignlessInteger(64);
  };
  return expectUnless(isArrayOf(value, isText) || isArrayOf(value, isNumber),
                      "an array of strings or of integers");
}

/// Checks the layout of a constant in the memory that a kernel reads.
/// graph-pack-weights compares it with the constant.
static Expectation checkLayout(Attribute value, const Owner &owner) {
  auto layout = dyn_cast<AffineMapAttr>(value);
  auto memory = dyn_cast<MemRefType>(owner.type);
  bool holds = layout && memory && memory.hasStaticShape() &&
               memory.getLayout().isIdentity() &&
               layout.getValue().getNumSymbols() == 0 &&
               layout.getValue().getNumResults() == memory.getRank();
  return expectUnless(holds, "a map without symbols to the dims of memory of "
                             "static shape");
}

static constexpr Known kOfArguments[] = {
    {"name", checkText},   {"dtype", checkElementName}, {"dims", checkDims},
    {"list", checkList},   {"keys", checkKeys},         {"constant", checkUnit},
    {"finite", checkUnit}, {"layout", checkLayout}};

static constexpr Known kOfResults[] = {{"name", checkText},
                                       {"dtype", checkElementName},
                                       {"dims", checkDims},
                                       {"list", checkList},
                                       {"keys", checkKeys}};

//===-- hooks -------------------------------------------------------------===//

/// Checks `attribute`, which `what` has, as far as its name is in `known`.
static LogicalResult verify(NamedAttribute attribute, const Owner &owner,
                            ArrayRef<Known> known, const Twine &what) {
  StringRef name = attribute.getName().strref();
  name.consume_front("graph.");
  const Known *found =
      llvm::find_if(known, [&](const Known &k) { return k.name == name; });
  if (found == known.end())
    return success();
  Expectation expected = found->check(attribute.getValue(), owner);
  if (!expected)
    return success();
  return owner.op->emitOpError("expected '")
         << attribute.getName().strref() << "'" << what << " to be "
         << *expected << ", got " << attribute.getValue();
}

LogicalResult GraphDialect::verifyOperationAttribute(Operation *op,
                                                     NamedAttribute attribute) {
  if (failed(verify(attribute, {op, Type()}, kOfOperations, "")))
    return failure();
  if (attribute.getName() == kWeightsAttrName)
    getWeightStore().setFile(cast<StringAttr>(attribute.getValue()));
  return success();
}

LogicalResult GraphDialect::verifyRegionArgAttribute(Operation *op,
                                                     unsigned region,
                                                     unsigned argument,
                                                     NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || region != 0)
    return success();
  return verify(attribute, {op, function.getArgumentTypes()[argument]},
                kOfArguments, " of argument #" + Twine(argument));
}

LogicalResult GraphDialect::verifyRegionResultAttribute(
    Operation *op, unsigned region, unsigned result, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function || region != 0)
    return success();
  return verify(attribute, {op, function.getResultTypes()[result]}, kOfResults,
                " of result #" + Twine(result));
}

} // namespace tvm::graph
