// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/DramSpan.h"
#include "runtime/vta/isa/Encoding.h"
#include "runtime/vta/isa/Stream.h"
#include "runtime/vta/program/Program.h"

#include <set>
#include <string>

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

static Status bad(const std::string &message) {
  return error(TVM_BAD_ARTEFACT, "%s", message.c_str());
}

static Status checkMicroOps(const Program &program, const Encoding &encoding) {
  MicroOp microOp;
  for (size_t i = 0; i < program.microOps.size(); ++i)
    if (encoding.decode(program.microOps[i], microOp).failed())
      return bad("micro-op " + std::to_string(i) + ": " + lastError());
  return TVM_OK;
}

static Status checkBuffers(const Program &program) {
  std::set<std::string> names;
  for (const Program::Buffer &buffer : program.buffers) {
    if (buffer.name.empty() || !names.insert(buffer.name).second)
      return bad("expected different names of buffers, got '" + buffer.name +
                 "' twice or empty");
    uint64_t size =
        buffer.kind == Program::BufferKind::Constant ? buffer.size : 0;
    if (buffer.data.size() != size)
      return bad("buffer '" + buffer.name + "': expected " +
                 std::to_string(size) + " bytes of data, got " +
                 std::to_string(buffer.data.size()));
  }
  return TVM_OK;
}

namespace {

/// Checks instructions and relocations in parallel.
class RelocationCheck {
public:
  RelocationCheck(const Program &program,
                  const std::vector<Instruction> &instructions)
      : program(program), instructions(instructions) {}

  Status check() {
    auto next = program.relocations.begin();
    for (size_t i = 0; i < instructions.size(); ++i) {
      const Transfer *transfer = instructions[i].transfer();
      bool isThere =
          next != program.relocations.end() && next->instruction == i;
      if (bool(transfer && transfer->xSize) != isThere)
        return bad(titleOf(i, instructions[i]) +
                   (isThere ? ": expected no relocation, got one"
                            : ": expected a relocation, got none"));
      if (isThere)
        TVM_RETURN_IF_FAILED(checkTarget(*next++, *transfer));
    }
    return checkEnd(next - program.relocations.begin());
  }

private:
  Status checkEnd(size_t numUsed) const {
    if (numUsed == program.relocations.size())
      return TVM_OK;
    return bad("relocation " + std::to_string(numUsed) +
               ": expected instructions in order, below " +
               std::to_string(instructions.size()) + ", got " +
               std::to_string(program.relocations[numUsed].instruction));
  }

  Status checkTarget(const Program::Relocation &relocation,
                     const Transfer &transfer) const {
    std::string where =
        titleOf(relocation.instruction, instructions[relocation.instruction]);
    uint32_t buffer = relocation.buffer;
    bool isMicroOps = buffer == Program::microOpBuffer;
    if (isMicroOps != (transfer.memoryType == MemoryType::Uop))
      return bad(where + ": expected LOAD UOP, and it alone, to be of the "
                         "micro-ops");
    if (!isMicroOps && buffer >= program.buffers.size())
      return bad(where + ": relocation: expected a buffer below " +
                 std::to_string(program.buffers.size()) + ", got " +
                 std::to_string(buffer));
    return checkSpan(where, buffer, transfer);
  }

  Status checkSpan(const std::string &where, uint32_t buffer,
                   const Transfer &transfer) const {
    uint64_t bytes = program.configuration.elementBytes(transfer.memoryType);
    uint64_t size = program.sizeOf(buffer), end = DramSpan(transfer).end;
    if (end <= size / bytes)
      return TVM_OK;
    std::string name = buffer == Program::microOpBuffer
                           ? "micro-ops"
                           : "'" + program.buffers[buffer].name + "'";
    return bad(where + ": expected elements below " +
               std::to_string(size / bytes) + " of " + name + ", got up to " +
               std::to_string(end));
  }

  const Program &program;
  const std::vector<Instruction> &instructions;
};

} // namespace

Status Program::check() const {
  Encoding encoding(configuration);
  std::vector<Instruction> decoded;
  if (decodeStream(encoding, instructions, decoded).failed())
    return bad(std::string(lastError()));
  TVM_RETURN_IF_FAILED(checkMicroOps(*this, encoding));
  TVM_RETURN_IF_FAILED(checkBuffers(*this));
  return RelocationCheck(*this, decoded).check();
}
