// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTAProgram.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"
#include "runtime/vta/isa/Encoding.h"

using namespace mlir;

static ParseResult parseMicroOps(AsmParser &parser,
                                 DenseI32ArrayAttr &indices) {
  SmallVector<int32_t> values;
  auto parseIndex = [&] { return parser.parseInteger(values.emplace_back()); };
  auto parseMicroOp = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseIndex))
      return failure();
    if (values.size() % 3)
      return parser.emitError(loc, "expected three indices");
    return success();
  };
  if (parser.parseCommaSeparatedList(parseMicroOp))
    return failure();
  indices = parser.getBuilder().getDenseI32ArrayAttr(values);
  return success();
}

static void printMicroOps(AsmPrinter &printer, Operation *,
                          DenseI32ArrayAttr indices) {
  ArrayRef<int32_t> values = indices;
  llvm::interleaveComma(llvm::seq(values.size() / 3), printer, [&](size_t i) {
    printer << '(' << values[3 * i] << ", " << values[3 * i + 1] << ", "
            << values[3 * i + 2] << ')';
  });
}

#define GET_OP_CLASSES
#include "dialects/VTA/VTAProgram.cpp.inc"

void tvm::vta::VTADialect::registerProgramOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/VTA/VTAProgram.cpp.inc"
      >();
}

namespace tvm::vta {

runtime::vta::Configuration ProgramOp::getConfiguration() {
  return getConfig() ? getConfig()->getConfiguration()
                     : runtime::vta::Configuration();
}

LogicalResult ProgramOp::verifyRegions() {
  for (Operation &op : getBody().getOps())
    if (!isa_and_nonnull<VTADialect>(op.getDialect())) // C3
      return op.emitOpError("expected operations of vta in ")
             << getOperationName();
  auto lists = llvm::to_vector(getBody().getOps<UopsOp>());
  if (lists.size() > 1) // C2
    return lists[1].emitOpError("expected one list of micro-ops, got ")
           << lists.size();
  uint64_t next = 0;
  for (auto op : getBody().getOps<StreamOpInterface>()) {
    uint64_t address = op.getAddress().value_or(next);
    if (address < next) // C1
      return op.emitOpError("expected an address of ")
             << next << " or above, got " << address;
    next = address + 1;
  }
  return success();
}

LogicalResult SramOp::verify() {
  if (static_cast<int64_t>(getSize()) < 1) // C1
    return emitOpError("expected a size of 1 or more, got ")
           << static_cast<int64_t>(getSize());
  if (getMemory().has_value() != getBase().has_value()) // C2
    return emitOpError("expected a memory and an element of it, got only ")
           << (getMemory() ? "a memory" : "an element");
  if (static_cast<int64_t>(getBase().value_or(0)) < 0) // C1
    return emitOpError("expected a first element of 0 or more, got ")
           << static_cast<int64_t>(*getBase());
  if (!getMemory())
    return success();
  auto type = static_cast<runtime::vta::MemoryType>(*getMemory());
  uint64_t depth =
      cast<ProgramOp>((*this)->getParentOp()).getConfiguration().depth(type);
  if (*getBase() + getSize() > depth) // C3
    return emitOpError("expected ")
           << *getBase() + getSize() << " elements of memory "
           << stringifyMemory(*getMemory()) << ", got " << depth;
  return success();
}

LogicalResult DramOp::verify() {
  auto size = static_cast<int64_t>(getSize());
  if (size < 0) // C1
    return emitOpError("expected a size of 0 or more, got ") << size;
  bool isConstant = getKind() == BufferKind::Constant;
  if (isConstant != getData().has_value()) // C2
    return emitOpError(isConstant ? "expected data of a constant"
                                  : "expected no data but of a constant");
  if (isConstant && getData()->getNumElements() != size) // C2
    return emitOpError("expected ")
           << size << " bytes of data, got " << getData()->getNumElements();
  return success();
}

LogicalResult UopsOp::verify() {
  ArrayRef<int32_t> indices = getIndices();
  if (indices.size() % 3) // C1
    return emitOpError("expected three indices per micro-op, got ")
           << indices.size() << " indices";
  runtime::vta::Encoding encoding(
      cast<ProgramOp>((*this)->getParentOp()).getConfiguration());
  for (size_t i = 0; i < indices.size(); i += 3) {
    runtime::vta::MicroOp microOp{uint32_t(indices[i]),
                                  uint32_t(indices[i + 1]),
                                  uint32_t(indices[i + 2])};
    uint32_t word;
    if (encoding.encode(microOp, word).failed()) // C2
      return emitOpError() << "micro-op " << i / 3 << ": "
                           << runtime::lastError();
  }
  return success();
}

/// Checks that instructions in a virtual thread have no address in the stream
/// yet.
static LogicalResult verifyUnplaced(VirtualThreadsOp threads, Operation &op) {
  auto instruction = dyn_cast<InstructionOpInterface>(op);
  if (!instruction || !isa<RangeUserOpInterface>(op)) // C2
    return op.emitOpError("expected instructions on ranges in ")
           << threads->getName();
  auto line = cast<StreamOpInterface>(op);
  if (hasTokens(instruction) || line.getThread() || line.getAddress()) // C2
    return op.emitOpError("expected no dependency bits, thread and address in ")
           << threads->getName();
  return success();
}

LogicalResult VirtualThreadsOp::verifyRegions() {
  for (uint64_t count : {getThreads(), getContexts()})
    if (static_cast<int64_t>(count) < 1) // C1
      return emitOpError("expected 1 or more threads and contexts, got ")
             << static_cast<int64_t>(count);
  for (Operation &op : getBody().getOps())
    if (failed(verifyUnplaced(*this, op)))
      return failure();
  return success();
}

} // namespace tvm::vta
