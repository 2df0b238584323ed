// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTAListing/LineCursor.h"
#include "conversion/VTAListing/VTAListing.h"
#include "dialects/VTA/VTADialect.h"
#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace tvm::vta {

namespace {

/// Buffers of a listing, in the order of their first use.
class ListingBuffers {
public:
  explicit ListingBuffers(ProgramOp program)
      : block(&program.getBody().front()), builder(program.getContext()) {}

  void use(StringRef name, int64_t last, Location loc) {
    if (!buffers.count(name))
      buffers[name] = create(name, loc);
    SramOp buffer = buffers[name];
    buffer.setSize(std::max<uint64_t>(buffer.getSize(), last + 1));
  }

private:
  SramOp create(StringRef name, Location loc) {
    if (buffers.empty())
      builder.setInsertionPointToStart(block);
    else
      builder.setInsertionPointAfter(buffers.back().second);
    return SramOp::create(builder, loc, name, 1, MemoryAttr(), IntegerAttr());
  }

  Block *block;
  OpBuilder builder;
  llvm::MapVector<StringRef, SramOp> buffers;
};

class ListingReader {
public:
  explicit ListingReader(ProgramOp program)
      : program(program), buffers(program),
        builder(OpBuilder::atBlockEnd(&program.getBody().front())) {}

  LogicalResult read(LineCursor line) {
    if (line.atEnd())
      return success();
    return line.consumeIf("//") ? readHeading(line) : readInstruction(line);
  }

private:
  LogicalResult readHeading(LineCursor &line) {
    if (line.consumeIf("Virtual Thread")) {
      if (failed(line.parseNumber(thread.emplace())))
        return failure();
      return expectEnd(line);
    }
    if (program.getTitle() || hasInstructions)
      return line.expected("'Virtual Thread' and its number");
    program.setTitle(line.takeRest());
    return success();
  }

  LogicalResult readInstruction(LineCursor &line) {
    loc = line.getLoc();
    int64_t address;
    if (failed(line.consume("0x")) || failed(line.parseNumber(address, 16)) ||
        failed(line.consume(":")))
      return failure();
    if (address < nextAddress)
      return emitError(loc) << "expected an address of " << nextAddress
                            << " or above, got " << address;
    FailureOr<StreamOpInterface> op = readOperation(line);
    if (failed(op) || failed(readComment(line, *op)))
      return failure();
    if (address != nextAddress)
      (*op)->setAttr("address", builder.getI64IntegerAttr(address));
    nextAddress = address + 1;
    hasInstructions = true;
    return success();
  }

  FailureOr<StreamOpInterface> readOperation(LineCursor &line) {
    if (line.consumeIf("PUSH"))
      return readToken<PushOp>(line);
    if (line.consumeIf("POP"))
      return readToken<PopOp>(line);
    if (line.consumeIf("LOAD"))
      return readTransfer<LoadRangeOp>(line);
    if (line.consumeIf("STOR"))
      return readTransfer<StoreRangeOp>(line);
    if (line.consumeIf("EXE"))
      return readExecute(line);
    return line.expected("LOAD, EXE, STOR, PUSH or POP");
  }

  template <typename Op, typename... Args>
  FailureOr<StreamOpInterface> create(Args... args) {
    OperationState state(loc, Op::getOperationName());
    Op op = cast<Op>(builder.create(state));
    (args(op), ...);
    return cast<StreamOpInterface>(op.getOperation());
  }

  template <typename Op>
  FailureOr<StreamOpInterface> readToken(LineCursor &line) {
    Module from, to;
    if (failed(line.consume("(")) || failed(readModule(line, from)) ||
        failed(line.consume("->")) || failed(readModule(line, to)) ||
        failed(line.consume(")")))
      return failure();
    return create<Op>([&](Op op) {
      op.setFrom(from);
      op.setTo(to);
    });
  }

  template <typename Op>
  FailureOr<StreamOpInterface> readTransfer(LineCursor &line) {
    SmallVector<Attribute> ranges;
    if (failed(readRanges(line, ranges, 1, 1)))
      return failure();
    return create<Op>([&](Op op) {
      op->setAttr(isa<LoadRangeOp>(op) ? "destination" : "source", ranges[0]);
    });
  }

  FailureOr<StreamOpInterface> readExecute(LineCursor &line) {
    SmallVector<Attribute> ranges;
    if (failed(readRanges(line, ranges, 2, SIZE_MAX)))
      return failure();
    return create<ExecuteOp>([&](ExecuteOp op) {
      op.setDestinationAttr(cast<RangeAttr>(ranges.pop_back_val()));
      op.setSourcesAttr(builder.getArrayAttr(ranges));
    });
  }

  /// Reads between `least` and `most` ranges, in parentheses.
  LogicalResult readRanges(LineCursor &line, SmallVector<Attribute> &ranges,
                           size_t least, size_t most) {
    if (failed(line.consume("(")))
      return failure();
    do {
      FailureOr<RangeAttr> range = readRange(line);
      if (failed(range))
        return failure();
      ranges.push_back(*range);
    } while (ranges.size() < least
                 ? succeeded(line.consume(","))
                 : ranges.size() < most && line.consumeIf(","));
    return ranges.size() < least ? failure() : line.consume(")");
  }

  FailureOr<RangeAttr> readRange(LineCursor &line) {
    int64_t first, last;
    FailureOr<StringRef> name = line.parseName();
    if (failed(name) || failed(line.consume("[")) ||
        failed(line.parseNumber(first)) || failed(line.consume("-")) ||
        failed(line.parseNumber(last)) || failed(line.consume("]")))
      return failure();
    MLIRContext *context = builder.getContext();
    auto range = RangeAttr::getChecked([&] { return emitError(loc); }, context,
                                       FlatSymbolRefAttr::get(context, *name),
                                       ArrayRef{first, last});
    if (!range)
      return failure();
    buffers.use(*name, last, loc);
    return range;
  }

  static LogicalResult readModule(LineCursor &line, Module &module) {
    for (Module candidate : {Module::Load, Module::Compute, Module::Store})
      if (line.consumeIf(getListingName(candidate))) {
        module = candidate;
        return success();
      }
    return line.expected("LD, EX or ST");
  }

  /// Reads a comment such as `// LD@TID0`, which must match the instruction and
  /// the heading above.
  LogicalResult readComment(LineCursor &line, StreamOpInterface op) {
    if (line.atEnd())
      return success();
    Module module;
    int64_t number;
    if (failed(line.consume("//")))
      return failure();
    LineCursor comment = line;
    if (failed(readModule(line, module)) || failed(line.consume("@TID")) ||
        failed(line.parseNumber(number)) || failed(expectEnd(line)))
      return failure();
    if (module != op.getModule())
      return comment.expected(getListingName(op.getModule()) +
                              ", which executes the instruction");
    if (thread && number != *thread)
      return comment.expected("TID" + Twine(*thread) +
                              " below the heading of that thread");
    op->setAttr("thread", builder.getI64IntegerAttr(number));
    return success();
  }

  static LogicalResult expectEnd(LineCursor &line) {
    return line.atEnd() ? success() : line.expected("the end of the line");
  }

  ProgramOp program;
  ListingBuffers buffers;
  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  int64_t nextAddress = 0;
  bool hasInstructions = false;
  std::optional<int64_t> thread;
};

} // namespace

OwningOpRef<ModuleOp> importListing(StringRef text, StringRef name,
                                    MLIRContext *context) {
  context->loadDialect<VTADialect>();
  auto start = FileLineColLoc::get(context, name, 1, 1);
  OwningOpRef<ModuleOp> module = ModuleOp::create(start);
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  auto program =
      ProgramOp::create(builder, start, "program", StringAttr(), ConfigAttr());
  program.getBody().emplaceBlock();
  ListingReader reader(program);
  for (unsigned number = 1; !text.empty(); ++number) {
    auto [line, rest] = text.split('\n');
    LineCursor cursor(line, FileLineColLoc::get(context, name, number, 1));
    if (failed(reader.read(cursor)))
      return nullptr;
    text = rest;
  }
  return succeeded(mlir::verify(*module)) ? std::move(module) : nullptr;
}

} // namespace tvm::vta
