// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/VTAListing/VTAListing.h"
#include "dialects/VTA/VTARanges.h"
#include "dialects/VTA/VTATokens.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Format.h"

using namespace mlir;

namespace tvm::vta {

StringRef getListingName(Module module) {
  static constexpr StringRef names[] = {"LD", "EX", "ST"};
  return names[static_cast<unsigned>(module)];
}

namespace {

class ListingWriter {
public:
  explicit ListingWriter(raw_ostream &os) : os(os) {}

  LogicalResult write(ProgramOp program) {
    if (std::optional<StringRef> title = program.getTitle())
      os << "// " << *title << '\n';
    for (Operation &op : program.getBody().getOps())
      if (!isa<SramOp>(op) && failed(write(op)))
        return failure();
    return success();
  }

private:
  LogicalResult write(Operation &op) {
    std::string text;
    llvm::raw_string_ostream line(text);
    if (failed(writeInstruction(op, line)))
      return failure();
    auto position = cast<StreamOpInterface>(op);
    address = position.getAddress().value_or(address);
    std::optional<uint64_t> thread = position.getThread();
    if (thread && thread != lastThread)
      os << "// Virtual Thread " << *thread << '\n';
    lastThread = thread;
    os << "0x" << llvm::format("%02X", unsigned(address++)) << ": ";
    if (thread)
      os << llvm::left_justify(text, kCommentColumn - kAddressColumns) << "// "
         << getListingName(position.getModule()) << "@TID" << *thread << '\n';
    else
      os << text << '\n';
    return success();
  }

  static LogicalResult writeInstruction(Operation &op, raw_ostream &line) {
    auto instruction = dyn_cast<InstructionOpInterface>(op);
    if (instruction && hasTokens(instruction))
      return op.emitOpError("expected explicit tokens, got dependency bits");
    return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
        .Case([&](LoadRangeOp load) {
          return writeRanges("LOAD(", load.getWrites(), line);
        })
        .Case([&](StoreRangeOp store) {
          return writeRanges("STOR(", store.getReads(), line);
        })
        .Case([&](ExecuteOp execute) {
          SmallVector<RangeAttr> ranges = execute.getReads();
          llvm::append_range(ranges, execute.getWrites());
          return writeRanges("EXE (", ranges, line);
        })
        .Case([&](PushOp push) { return writeToken("PUSH(", push, line); })
        .Case([&](PopOp pop) { return writeToken("POP (", pop, line); })
        .Default([](Operation *other) {
          return other->emitOpError(
              "expected tokens and instructions on ranges in a listing");
        });
  }

  static LogicalResult writeRanges(StringRef name, ArrayRef<RangeAttr> ranges,
                                   raw_ostream &line) {
    line << name;
    llvm::interleaveComma(ranges, line, [&](RangeAttr range) {
      line << range.getBuffer().getValue() << '['
           << llvm::format("%2ld-%2ld", long(range.first()), long(range.last()))
           << ']';
    });
    line << ')';
    return success();
  }

  template <typename TokenOp>
  static LogicalResult writeToken(StringRef name, TokenOp op,
                                  raw_ostream &line) {
    line << name << getListingName(op.getFrom()) << "->"
         << getListingName(op.getTo()) << ')';
    return success();
  }

  static constexpr unsigned kCommentColumn = 67;
  /// Number of columns of an address: "0x00: ".
  static constexpr unsigned kAddressColumns = 6;

  raw_ostream &os;
  uint64_t address = 0;
  std::optional<uint64_t> lastThread;
};

} // namespace

LogicalResult exportListing(ProgramOp program, raw_ostream &os) {
  return ListingWriter(os).write(program);
}

} // namespace tvm::vta
