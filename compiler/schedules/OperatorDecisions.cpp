// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/schedules/OperatorDecisions.h"

#include "compiler/files/Files.h"
#include "compiler/schedules/FusionDecisions.h"
#include "dialects/Graph/GraphDecisions.h"
#include "dialects/Graph/GraphInterfaces.h"
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
    auto [entry, isNew] =
        entries.insert({key, Entry{op->getLoc(), {}, {}, {}}});
    if (isNew)
      keys.add(key);
    for (NamedAttribute decision : graph::getDecisions(op)) {
      entry->second.add(decision);
      entry->second.given.push_back(decision.getName());
    }
  });
  auto fusion = StringAttr::get(context, graph::kFusionAttrName);
  for (Attribute key : getRecordedFusions(model))
    if (auto *entry = entries.find(key); entry != entries.end())
      entry->second.given.push_back(fusion);
}

void TakenDecisions::note(Operation *op, NamedAttribute decision) {
  for (Attribute key : keys.find(op))
    entries.find(key)->second.add(decision);
}

void TakenDecisions::noteAlgorithms(Operation *root) {
  root->walk([&](Operation *op) {
    // The other decisions are given, and an heir does not give them back.
    for (NamedAttribute decision : graph::getDecisions(op))
      if (decision.getName() == graph::kAlgorithmAttrName ||
          decision.getName() == graph::kPrecisionAttrName)
        note(op, decision);
  });
}

void TakenDecisions::noteLayouts(Operation *root) {
  root->walk([&](Operation *op) {
    if (Attribute layout = op->getAttr("layout"))
      note(op, {StringAttr::get(context, graph::kDataLayoutAttrName), layout});
  });
}

void TakenDecisions::noteFusion(Operation *op, Attribute decision) {
  note(op, {StringAttr::get(context, graph::kFusionAttrName), decision});
}

/// Reports a decision that is left out. Nodes of one name often differ in their
/// kernels alone, where the importer made several operators of a node.
static void reportAmbiguous(Location loc, StringAttr decision) {
  bool isUsual = decision.getValue() == graph::kFusionAttrName;
  InFlightDiagnostic report = isUsual ? emitRemark(loc) : emitWarning(loc);
  report << "equal operators have different decisions '" << decision.getValue()
         << "', which are left out: expected another name for each node";
}

OwningOpRef<ModuleOp> makeOperatorModule(const DecisionMap &decisions,
                                         MLIRContext *context) {
  OpBuilder builder(context);
  OwningOpRef<ModuleOp> module(ModuleOp::create(builder.getUnknownLoc()));
  (*module)->setAttr(kOperatorsAttrName, builder.getUnitAttr());
  builder.setInsertionPointToEnd(module->getBody());
  unsigned number = 0;
  for (const auto &[key, ofOperator] : decisions) {
    auto function = func::FuncOp::create(builder, builder.getUnknownLoc(),
                                         "operator" + std::to_string(number++),
                                         getType(key));
    function.setPrivate();
    function->setAttr(kNodeAttrName, builder.getStringAttr(getNode(key)));
    function->setAttr(kOperatorAttrName, getOperator(key));
    function->setAttr(kDecisionsAttrName, ofOperator.getDictionary(context));
  }
  return module;
}

void TakenDecisions::forEach(
    function_ref<void(Attribute, DictionaryAttr, ArrayRef<StringAttr>)> visit)
    const {
  for (const auto &[key, entry] : entries) {
    NamedAttrList decisions = entry.decisions;
    for (StringAttr name : entry.ambiguous)
      decisions.erase(name);
    if (!decisions.empty())
      visit(key, decisions.getDictionary(context), entry.given);
  }
}

OwningOpRef<ModuleOp> TakenDecisions::getModule() const {
  for (const auto &[key, entry] : entries)
    for (StringAttr name : entry.ambiguous)
      reportAmbiguous(entry.loc, name);
  DecisionMap decisions;
  forEach([&](Attribute key, DictionaryAttr ofOperator, ArrayRef<StringAttr>) {
    decisions[key] = NamedAttrList(ofOperator);
  });
  return makeOperatorModule(decisions, context);
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
  std::lock_guard<std::mutex> lock(mutex);
  if (pass->getArgument() == "graph-winograd")
    taken.noteAlgorithms(op);
  else if (pass->getArgument() == "graph-convert-layout")
    taken.noteLayouts(op);
}

LogicalResult giveDecisions(const DecisionMap &decisions, ModuleOp model) {
  model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    auto *found = key ? decisions.find(key) : decisions.end();
    if (found == decisions.end())
      return;
    for (NamedAttribute decision : found->second)
      if (decision.getName() != graph::kFusionAttrName &&
          !op->getAttr(decision.getName()))
        op->setAttr(decision.getName(), decision.getValue());
  });
  llvm::MapVector<Attribute, Attribute> fusions;
  for (const auto &[key, ofOperator] : decisions)
    if (Attribute decision = ofOperator.get(graph::kFusionAttrName))
      fusions[key] = decision;
  return recordFusions(model, fusions);
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
  auto key = makeOperatorKey(StringAttr::get(op->getContext(), node.getValue()),
                             StringAttr::get(op->getContext(), name.getValue()),
                             function.getFunctionType());
  auto [entry, isNew] =
      entries.insert({key, Entry{decisions, op->getLoc(), path}});
  return isNew ? success() : join(entry->second, decisions, op);
}

/// Adds the decisions that `op` has to an entry for the same operators.
LogicalResult OperatorTable::join(Entry &entry, DictionaryAttr decisions,
                                  Operation *op) {
  NamedAttrList all(entry.decisions);
  for (NamedAttribute decision : decisions) {
    Attribute known = all.get(decision.getName());
    if (!known) {
      all.push_back(decision);
      continue;
    }
    if (known == decision.getValue())
      continue;
    auto node = op->getAttrOfType<StringAttr>(kNodeAttrName);
    auto name = op->getAttrOfType<StringAttr>(kOperatorAttrName);
    InFlightDiagnostic error = op->emitError("the decisions for node '")
                               << node.getValue() << "' (" << name.getValue()
                               << "): expected the same '"
                               << decision.getName().getValue()
                               << "' for equal operators";
    error.attachNote(entry.place) << "there is another one";
    return error;
  }
  entry.decisions = all.getDictionary(op->getContext());
  return success();
}

LogicalResult OperatorTable::read(ModuleOp file, unsigned path) {
  for (Operation &op : *file.getBody())
    if (failed(add(&op, path)))
      return failure();
  return success();
}

LogicalResult OperatorTable::give(ModuleOp model) {
  DecisionMap decisions;
  model.walk([&](Operation *op) {
    Attribute key = getOperatorKey(op);
    auto *found = key ? entries.find(key) : entries.end();
    if (found == entries.end())
      return;
    found->second.isUsed = true;
    decisions[key] = NamedAttrList(found->second.decisions);
  });
  return giveDecisions(decisions, model);
}

/// Records the decisions on fusion of the entries that are for `model`.
LogicalResult OperatorTable::recordUsed(ModuleOp model) const {
  llvm::MapVector<Attribute, Attribute> fusions;
  for (const auto &[key, entry] : entries)
    if (Attribute decision = entry.decisions.get(graph::kFusionAttrName);
        decision && entry.isUsed)
      fusions[key] = decision;
  return recordFusions(model, fusions);
}

/// Gives `op`, at level `graph`, the open decisions of the entry `key`. Fails
/// where another decision is not what was carried out.
LogicalResult OperatorTable::checkCarriedOut(Operation *op, Attribute key) {
  const Entry &entry = entries.find(key)->second;
  NamedAttrList known(graph::getDecisions(op));
  if (Attribute layout = op->getAttr("layout"))
    known.set(graph::kDataLayoutAttrName, layout);
  for (NamedAttribute decision : entry.decisions) {
    StringRef name = decision.getName();
    if (name == graph::kApartAttrName)
      op->setAttr(name, decision.getValue());
    else if (name != graph::kFusionAttrName &&
             known.get(name) != decision.getValue())
      return emitError(entry.place)
             << "the decision '" << name << "' for " << describeKey(key)
             << ": expected a dump of level 'import', got level 'graph' with "
             << (known.get(name) ? "another one" : "none");
  }
  return success();
}

LogicalResult OperatorTable::giveFusions(ModuleOp model) {
  OperatorKeys keys;
  for (const auto &[key, entry] : entries)
    keys.add(key);
  WalkResult result = model.walk([&](Operation *op) {
    if (!getOperatorKey(op))
      return WalkResult::advance();
    for (Attribute key : keys.find(op)) {
      entries.find(key)->second.isUsed = true;
      if (failed(checkCarriedOut(op, key)))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted() || failed(recordUsed(model)));
}

void OperatorTable::forEach(
    function_ref<void(unsigned, std::string, bool)> visit) const {
  for (const auto &[key, entry] : entries)
    visit(entry.path, describeKey(key), entry.isUsed);
}

} // namespace tvm::compiler
