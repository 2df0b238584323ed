// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/VTA/VTARanges.h"

#include "dialects/VTA/VTADialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace tvm::vta;

static ParseResult parseRanges(AsmParser &parser, ArrayAttr &ranges) {
  SmallVector<Attribute> elements;
  if (parser.parseCommaSeparatedList([&] {
        RangeAttr range;
        if (parseRange(parser, range))
          return failure();
        elements.push_back(range);
        return success();
      }))
    return failure();
  ranges = parser.getBuilder().getArrayAttr(elements);
  return success();
}

static void printRanges(AsmPrinter &printer, Operation *op, ArrayAttr ranges) {
  llvm::interleaveComma(
      ranges.getAsRange<RangeAttr>(), printer,
      [&](RangeAttr range) { printRange(printer, op, range); });
}

#define GET_OP_CLASSES
#include "dialects/VTA/VTARanges.cpp.inc"

void VTADialect::registerRangesOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/VTA/VTARanges.cpp.inc"
      >();
}

namespace tvm::vta {

/// Checks the number of intervals per range: one, or one per context in
/// `vta.vthreads`.
static LogicalResult verifyIntervals(Operation *op, RangeAttr range) {
  auto threads = dyn_cast<VirtualThreadsOp>(op->getParentOp());
  uint64_t contexts = threads ? threads.getContexts() : 1;
  if (range.size() == 1 || range.size() == contexts)
    return success();
  InFlightDiagnostic error = op->emitOpError("expected one interval of ")
                             << range.getBuffer();
  if (threads)
    error << ", or one per context, " << contexts;
  return error << ", got " << range.size();
}

static LogicalResult verifyRange(Operation *op, RangeAttr range,
                                 SymbolTableCollection &symbols) {
  auto buffer = symbols.lookupNearestSymbolFrom<SramOp>(op, range.getBuffer());
  if (!buffer) // C1
    return op->emitOpError("expected a vta.sram, got ") << range.getBuffer();
  for (unsigned interval : llvm::seq(range.size()))
    if (range.last(interval) >= static_cast<int64_t>(buffer.getSize())) // C1
      return op->emitOpError("expected elements below ")
             << buffer.getSize() << " of " << range.getBuffer() << ", got "
             << range.last(interval);
  return verifyIntervals(op, range); // C2
}

static LogicalResult verifyRanges(RangeUserOpInterface op,
                                  SymbolTableCollection &symbols) {
  for (RangeAttr range : llvm::concat<RangeAttr>(op.getReads(), op.getWrites()))
    if (failed(verifyRange(op, range, symbols)))
      return failure();
  return success();
}

//===-- load_range --------------------------------------------------------===//

Module LoadRangeOp::getModule() { return Module::Load; }

SmallVector<RangeAttr> LoadRangeOp::getReads() { return {}; }

SmallVector<RangeAttr> LoadRangeOp::getWrites() { return {getDestination()}; }

void LoadRangeOp::selectContext(unsigned context) {
  setDestinationAttr(getDestination().ofContext(context));
}

LogicalResult LoadRangeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyRanges(*this, symbols);
}

//===-- execute -----------------------------------------------------------===//

Module ExecuteOp::getModule() { return Module::Compute; }

SmallVector<RangeAttr> ExecuteOp::getReads() {
  return llvm::to_vector(getSources().getAsRange<RangeAttr>());
}

SmallVector<RangeAttr> ExecuteOp::getWrites() { return {getDestination()}; }

void ExecuteOp::selectContext(unsigned context) {
  auto selected = llvm::map_to_vector(
      getSources().getAsRange<RangeAttr>(),
      [&](RangeAttr range) -> Attribute { return range.ofContext(context); });
  setSourcesAttr(ArrayAttr::get(getContext(), selected));
  setDestinationAttr(getDestination().ofContext(context));
}

LogicalResult ExecuteOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyRanges(*this, symbols);
}

//===-- store_range -------------------------------------------------------===//

Module StoreRangeOp::getModule() { return Module::Store; }

SmallVector<RangeAttr> StoreRangeOp::getReads() { return {getSource()}; }

SmallVector<RangeAttr> StoreRangeOp::getWrites() { return {}; }

void StoreRangeOp::selectContext(unsigned context) {
  setSourceAttr(getSource().ofContext(context));
}

LogicalResult StoreRangeOp::verifySymbolUses(SymbolTableCollection &symbols) {
  return verifyRanges(*this, symbols);
}

} // namespace tvm::vta
