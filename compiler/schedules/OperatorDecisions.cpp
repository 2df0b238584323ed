#include "compiler/schedules/OperatorDecisions.h"

#include "compiler/files/Files.h"
#include "dialects/Graph/Checks/RuntimeChecks.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/GraphInterfaces.h"
#include "dialects/Graph/Networks/GraphConvolution.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace tvm::compiler {

static constexpr StringLiteral kNodeAttrName = "graph.node";
static constexpr StringLiteral kOperatorAttrName = "graph.operator";
static constexpr StringLiteral kDecisionsAttrName = "graph.decisions";

//===-- keys --------------------------------------------------------------===//

static Attribute makeKey(StringAttr node, StringAttr op, FunctionType type) {
  return ArrayAttr::get(op.getContext(), {node, op, TypeAttr::get(type)});
}

static StringRef getNode(Attribute key) {
  return cast<StringAttr>(cast<ArrayAttr>(key)[0]).getValue();
}

static StringAttr getOperator(Attribute key) {
  return cast<StringAttr>(cast<ArrayAttr>(key)[1]);
}

static FunctionType getType(Attribute key) {
  return cast<FunctionType>(cast<TypeAttr>(cast<ArrayAttr>(key)[2]).getValue());
}

Attribute getOperatorKey(Operation *op) {
  if (!isa<graph::FusionInterface>(op))
    return {};
  MLIRContext *context = op->getContext();
  return makeKey(
      StringAttr::get(context, graph::getNodeName(op->getLoc())),
      op->getName().getIdentifier(),
      FunctionType::get(context, op->getOperandTypes(), op->getResultTypes()));
}

//===-- writing -----------------------------------------------------------===//

void TakenDecisions::Entry::add(NamedAttribute decision) {
  Attribute known = decisions.get(decision.getName());
  if (!known)
    decisions.push_back(decision);
  else if (known != decision.getValue() &&
           !llvm::is_contained(ambiguous, decision.getName()))
    ambiguous.push_back(decision.getName());
}

TakenDecisions::TakenDecisions(ModuleOp model) : context(model.getContext()) {
  model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    if (!key)
      return;
    auto [entry, isNew] = entries.insert({key, Entry{op->getLoc(), {}, {}}});
    if (isNew)
      nodes[getNode(key)].push_back(key);
    for (NamedAttribute decision : graph::getDecisions(op))
      entry->second.add(decision);
  });
}

static bool haveSameShapes(TypeRange lhs, TypeRange rhs) {
  return succeeded(verifyCompatibleShapes(lhs, rhs));
}

/// The keys that `op`, which passes may have changed, had at level `import`:
/// operands may be other ones now, as the weights of a convolution.
SmallVector<Attribute> TakenDecisions::findKeys(Operation *op) const {
  StringRef name = isa<graph::WinogradConvOp>(op)
                       ? graph::ConvOp::getOperationName()
                       : op->getName().getStringRef();
  auto candidates = nodes.find(graph::getNodeName(op->getLoc()));
  if (candidates == nodes.end())
    return {};
  SmallVector<Attribute> found, closer;
  for (Attribute key : candidates->second)
    if (getOperator(key) == name &&
        haveSameShapes(getType(key).getResults(), op->getResultTypes()))
      found.push_back(key);
  for (Attribute key : found)
    if (haveSameShapes(TypeRange(getType(key).getInputs()).take_front(),
                       TypeRange(op->getOperandTypes()).take_front()))
      closer.push_back(key);
  return closer.empty() ? found : closer;
}

void TakenDecisions::note(Operation *root) {
  root->walk([&](Operation *op) {
    for (NamedAttribute decision : graph::getDecisions(op)) {
      // The others are given, and an heir does not give them back.
      if (decision.getName() != graph::kAlgorithmAttrName &&
          decision.getName() != graph::kPrecisionAttrName)
        continue;
      for (Attribute key : findKeys(op))
        entries.find(key)->second.add(decision);
    }
  });
}

OwningOpRef<ModuleOp> TakenDecisions::getModule() const {
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module(ModuleOp::create(builder.getUnknownLoc()));
  (*module)->setAttr(kOperatorsAttrName, builder.getUnitAttr());
  builder.setInsertionPointToEnd(module->getBody());
  unsigned number = 0;
  for (const auto &[key, entry] : entries) {
    NamedAttrList decisions = entry.decisions;
    for (StringAttr name : entry.ambiguous) {
      decisions.erase(name);
      emitWarning(entry.loc)
          << "equal operators have different decisions '" << name.getValue()
          << "', which are left out: expected another name for each node";
    }
    if (decisions.empty())
      continue;
    auto function = func::FuncOp::create(builder, builder.getUnknownLoc(),
                                         "operator" + std::to_string(number++),
                                         getType(key));
    function.setPrivate();
    function->setAttr(kNodeAttrName, builder.getStringAttr(getNode(key)));
    function->setAttr(kOperatorAttrName, getOperator(key));
    function->setAttr(kDecisionsAttrName, decisions.getDictionary(context));
  }
  return module;
}

llvm::Error TakenDecisions::write(StringRef folder) const {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, kOperatorsFileName);
  if (std::error_code code = llvm::sys::fs::create_directories(folder))
    return llvm::createStringError("cannot create folder '" + folder +
                                   "': " + code.message());
  return tvm::writeFile(path, [&](raw_ostream &os) {
    getModule()->print(os);
    os << "\n";
  });
}

void DecisionObserver::runAfterPass(Pass *pass, Operation *op) {
  if (pass->getArgument() != "graph-winograd")
    return;
  std::lock_guard<std::mutex> lock(mutex);
  taken.note(op);
}

//===-- reading -----------------------------------------------------------===//

/// Checks each of the decisions that `function` has for operators `op`.
static LogicalResult checkDecisions(func::FuncOp function, StringRef node,
                                    StringRef op, DictionaryAttr decisions) {
  for (NamedAttribute decision : decisions) {
    std::optional<std::string> expected =
        graph::checkDecision(op, function.getResultTypes(), decision);
    if (!expected)
      continue;
    return function.emitError("the decision '")
           << decision.getName().getValue() << "' for node '" << node << "' ("
           << op << "): expected " << *expected << ", got "
           << decision.getValue();
  }
  return success();
}

LogicalResult OperatorTable::add(Operation *op, unsigned path) {
  auto function = dyn_cast<func::FuncOp>(op);
  auto node = op->getAttrOfType<StringAttr>(kNodeAttrName);
  auto name = op->getAttrOfType<StringAttr>(kOperatorAttrName);
  auto decisions = op->getAttrOfType<DictionaryAttr>(kDecisionsAttrName);
  if (!function || !function.isExternal() || !node || !name || !decisions)
    return op->emitError("expected the decisions for an operator, a function "
                         "without a body that has the strings '")
           << kNodeAttrName << "' and '" << kOperatorAttrName
           << "' and the dictionary '" << kDecisionsAttrName << "'";
  auto registered =
      RegisteredOperationName::lookup(name.getValue(), op->getContext());
  if (!registered || !registered->hasInterface<graph::FusionInterface>())
    return op->emitError("the decisions for node '")
           << node.getValue() << "': expected the name of an operator, got '"
           << name.getValue() << "'";
  if (failed(checkDecisions(function, node, name, decisions)))
    return failure();
  auto key = makeKey(StringAttr::get(op->getContext(), node.getValue()),
                     StringAttr::get(op->getContext(), name.getValue()),
                     function.getFunctionType());
  auto [entry, isNew] =
      entries.insert({key, Entry{decisions, op->getLoc(), path}});
  if (isNew || entry->second.decisions == decisions)
    return success();
  InFlightDiagnostic error = op->emitError("the decisions for node '")
                             << node.getValue() << "' (" << name.getValue()
                             << "): expected the same ones for equal operators";
  error.attachNote(entry->second.place) << "there are other ones";
  return error;
}

LogicalResult OperatorTable::read(ModuleOp file, unsigned path) {
  for (Operation &op : *file.getBody())
    if (failed(add(&op, path)))
      return failure();
  return success();
}

void OperatorTable::give(ModuleOp model) {
  model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    auto *found = key ? entries.find(key) : entries.end();
    if (found == entries.end())
      return;
    Entry &entry = found->second;
    entry.isUsed = true;
    for (NamedAttribute decision : entry.decisions)
      if (!op->getAttr(decision.getName()))
        op->setAttr(decision.getName(), decision.getValue());
  });
}

void OperatorTable::forEach(
    function_ref<void(unsigned, std::string, bool)> visit) const {
  for (const auto &[key, entry] : entries)
    visit(entry.path,
          ("node '" + getNode(key) + "' (" + getOperator(key).getValue() + ")")
              .str(),
          entry.isUsed);
}

} // namespace tvm::compiler
