// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/vta/isa/Encoding.h"

#include "runtime/vta/isa/Fields.h"
#include "runtime/vta/isa/Legality.h"

using namespace tvm::runtime;
using namespace tvm::runtime::vta;

namespace {

/// A writer of members to a word, which records the first one that does not
/// fit.
class FieldWriter {
public:
  FieldWriter(Word &word, Status &status) : word(word), status(status) {}

  template <typename Member>
  void operator()(const Field &field, const Member &member) {
    int64_t value = int64_t(member);
    int64_t most = (int64_t(1) << (field.width - isSigned<Member>)) - 1;
    int64_t least = isSigned<Member> ? -most - 1 : 0;
    if (!status.failed() && (value < least || value > most))
      status = error(TVM_INVALID_ARGUMENT,
                     "%s: expected %lld to %lld, got %lld", field.name,
                     (long long)least, (long long)most, (long long)value);
    word.insert(field.offset, field.width, value);
  }

private:
  template <typename Member>
  static constexpr bool isSigned = std::is_same_v<Member, int32_t>;

  Word &word;
  Status &status;
};

/// A reader of members from a word, which keeps the bits that no field has
/// read.
class FieldReader {
public:
  FieldReader(Word word, Word &rest, Status &status)
      : word(word), rest(rest), status(status) {}

  template <typename Member>
  void operator()(const Field &field, Member &member) {
    uint64_t value = take(field);
    if constexpr (std::is_same_v<Member, int32_t>)
      member = int32_t(value << (32 - field.width)) >> (32 - field.width);
    else
      member = Member(value);
    checkNumber(field, value, member);
  }

private:
  uint64_t take(const Field &field) {
    uint64_t value = word.extract(field.offset, field.width);
    Word taken;
    taken.insert(field.offset, field.width, value);
    rest.low ^= taken.low;
    rest.high ^= taken.high;
    return value;
  }

  template <typename Member>
  void checkNumber(const Field &, uint64_t, Member) {}
  void checkNumber(const Field &field, uint64_t value, MemoryType) {
    checkKnown(field, value, kNumMemoryTypes);
  }
  void checkNumber(const Field &field, uint64_t value, AluOpcode) {
    checkKnown(field, value, kNumAluOpcodes);
  }
  void checkKnown(const Field &field, uint64_t value, unsigned numKnown) {
    if (value >= numKnown)
      status = error(TVM_INVALID_ARGUMENT, "unknown %s %u", field.name,
                     unsigned(value));
  }

  Word word;
  Word &rest;
  Status &status;
};

} // namespace

Status Encoding::encode(const Instruction &instruction, Word &word) const {
  Instruction copy = instruction;
  Word result;
  result.insert(0, FieldWidths::opcode, uint64_t(copy.opcode()));
  Status status = checkLegal(instruction);
  FieldWriter writer(result, status);
  visitFields(widths, copy.dependencies, writer);
  std::visit([&](auto &body) { visitFields(widths, body, writer); }, copy.body);
  if (status.failed())
    return within(instruction.title(), status);
  word = result;
  return TVM_OK;
}

/// Creates an instruction with this opcode and all fields 0.
static bool create(unsigned opcode, Instruction &instruction) {
  switch (opcode) {
  case unsigned(Opcode::Load):
    instruction.body = Load();
    return true;
  case unsigned(Opcode::Store):
    instruction.body = Store();
    return true;
  case unsigned(Opcode::Gemm):
    instruction.body = Gemm();
    return true;
  case unsigned(Opcode::Finish):
    instruction.body = Finish();
    return true;
  case unsigned(Opcode::Alu):
    instruction.body = Alu();
    return true;
  default:
    return false;
  }
}

static Status checkUnused(const Word &rest) {
  if (rest == Word())
    return TVM_OK;
  return error(TVM_INVALID_ARGUMENT, "unused bits: expected 0, got %s",
               rest.text().c_str());
}

static Status checkMeaning(const Instruction &instruction, const Word &rest) {
  TVM_RETURN_IF_FAILED(checkUnused(rest));
  return checkLegal(instruction);
}

Status Encoding::decode(Word word, Instruction &result) const {
  Instruction instruction;
  unsigned opcode = word.extract(0, FieldWidths::opcode);
  if (!create(opcode, instruction))
    return error(TVM_INVALID_ARGUMENT, "unknown opcode %u", opcode);
  Word rest = word;
  rest.low &= ~uint64_t(7);
  Status status;
  FieldReader reader(word, rest, status);
  visitFields(widths, instruction.dependencies, reader);
  std::visit([&](auto &body) { visitFields(widths, body, reader); },
             instruction.body);
  if (status.failed())
    return within(nameOf(Opcode(opcode)), status);
  status = checkMeaning(instruction, rest);
  if (status.failed())
    return within(instruction.title(), status);
  result = instruction;
  return TVM_OK;
}

Status Encoding::encode(const MicroOp &microOp, uint32_t &word) const {
  MicroOp copy = microOp;
  Word result;
  Status status;
  visitFields(widths, copy, FieldWriter(result, status));
  if (status.failed())
    return within("micro-op", status);
  word = result.low;
  return TVM_OK;
}

Status Encoding::decode(uint32_t word, MicroOp &microOp) const {
  Word whole{word, 0}, rest = whole;
  MicroOp result;
  Status status;
  visitFields(widths, result, FieldReader(whole, rest, status));
  status = checkUnused(rest);
  if (status.failed())
    return within("micro-op", status);
  microOp = result;
  return TVM_OK;
}
