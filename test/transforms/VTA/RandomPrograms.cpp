// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/VTA/RandomPrograms.h"

#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"

using namespace mlir;

namespace tvm::vta {

static constexpr StringRef kBuffers[] = {"A", "B", "C"};
static constexpr int64_t kSize = 6;

static RangeAttr getRange(MLIRContext *context, StringRef buffer, int64_t first,
                          int64_t last) {
  return RangeAttr::get(context, FlatSymbolRefAttr::get(context, buffer),
                        {first, last});
}

template <typename Op> static Op createEmpty(OpBuilder &builder) {
  OperationState state(builder.getUnknownLoc(), Op::getOperationName());
  return cast<Op>(builder.create(state));
}

OwningOpRef<ModuleOp> RandomPrograms::create() {
  Location loc = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  builder.setInsertionPointToEnd(module->getBody());
  auto program =
      ProgramOp::create(builder, loc, "program", StringAttr(), ConfigAttr());
  builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
  for (StringRef buffer : kBuffers) {
    SramOp::create(builder, loc, buffer, kSize, MemoryAttr(), IntegerAttr());
    createEmpty<LoadRangeOp>(builder).setDestinationAttr(
        getRange(builder.getContext(), buffer, 0, kSize - 1));
  }
  for (unsigned i = 0, count = 2 + pick(10); i < count; ++i)
    createInstruction();
  return module;
}

void RandomPrograms::createInstruction() {
  switch (pick(3)) {
  case 0:
    return createEmpty<LoadRangeOp>(builder).setDestinationAttr(pickRange());
  case 1:
    return createEmpty<StoreRangeOp>(builder).setSourceAttr(pickRange());
  default:
    auto execute = createEmpty<ExecuteOp>(builder);
    execute.setSourcesAttr(builder.getArrayAttr({pickRange(), pickRange()}));
    execute.setDestinationAttr(pickRange());
  }
}

RangeAttr RandomPrograms::pickRange() {
  int64_t first = pick(kSize), last = pick(kSize);
  return getRange(builder.getContext(), kBuffers[pick(3)],
                  std::min(first, last), std::max(first, last));
}

bool RandomPrograms::mutate(ProgramOp program) {
  auto ops = llvm::to_vector(program.getBody().getOps<StreamOpInterface>());
  Operation *op = ops[pick(ops.size())];
  if (isa<PushOp, PopOp>(op))
    return mutateToken(op);
  return isa<RangeUserOpInterface>(op) ? mutateRange(op) : mutateField(op);
}

void RandomPrograms::addToken(ProgramOp program) {
  auto ops = llvm::to_vector(program.getBody().getOps<StreamOpInterface>());
  size_t push = pick(ops.size()), pop = push + pick(ops.size() - push);
  static constexpr std::pair<Module, Module> queues[] = {
      {Module::Load, Module::Compute},
      {Module::Compute, Module::Load},
      {Module::Compute, Module::Store},
      {Module::Store, Module::Compute}};
  auto [from, to] = queues[pick(std::size(queues))];
  builder.setInsertionPointAfter(ops[pop]);
  PopOp::create(builder, program.getLoc(), from, to, IntegerAttr(),
                IntegerAttr());
  builder.setInsertionPointAfter(ops[push]);
  PushOp::create(builder, program.getLoc(), from, to, IntegerAttr(),
                 IntegerAttr());
}

void RandomPrograms::shortenQueues(ProgramOp program) {
  auto configuration = program.getConfiguration();
  configuration.tokenQueueDepth = 1 + pick(3);
  configuration.commandQueueDepth = 1 + pick(4);
  program.setConfigAttr(ConfigAttr::get(builder.getContext(), configuration));
}

bool RandomPrograms::mutateToken(Operation *token) {
  switch (pick(4)) {
  case 0:
    token->erase();
    return true;
  case 1:
    builder.setInsertionPoint(token);
    builder.clone(*token);
    return true;
  case 2:
    if (!token->getNextNode())
      return false;
    token->moveAfter(token->getNextNode());
    return true;
  default:
    if (!isa<StreamOpInterface>(token->getPrevNode()))
      return false;
    token->moveBefore(token->getPrevNode());
    return true;
  }
}

bool RandomPrograms::mutateRange(Operation *instruction) {
  StringRef name = isa<StoreRangeOp>(instruction) ? "source" : "destination";
  auto range = instruction->getAttrOfType<RangeAttr>(name);
  int64_t first = range.first(), last = range.last();
  if (last + 1 == kSize)
    return false;
  instruction->setAttr(name, getRange(builder.getContext(),
                                      range.getBuffer().getValue(),
                                      first + pick(2), last + 1));
  return true;
}

} // namespace tvm::vta
