// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Target/CPU.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "transforms/Target/Keys.h"
#include "transforms/Target/TargetSpec.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tvm::target {

/// Least number of bits of registers with masks for all elements. Narrower
/// registers have masks for wide elements only, or none.
static constexpr int64_t kMinBitsWithMasks = 512;
static constexpr int64_t kMinBitsWithWideMasks = 256;

static constexpr int64_t kManyRegisters = 32;

Masks getUsualMasks(int64_t vectorBits) {
  return vectorBits >= kMinBitsWithMasks       ? Masks::All
         : vectorBits >= kMinBitsWithWideMasks ? Masks::Wide
                                               : Masks::None;
}

MemoryOperands getUsualMemoryOperands(int64_t vectorBits) {
  constexpr int64_t minBitsWithElements = 512;
  return vectorBits >= minBitsWithElements ? MemoryOperands::Elements
                                           : MemoryOperands::Vectors;
}

bool VectorUnit::hasMasksFor(int64_t elementBits) const {
  constexpr int64_t wideElement = 32;
  return masks == Masks::All ||
         (masks == Masks::Wide && elementBits >= wideElement);
}

bool VectorUnit::hasManyRegisters() const {
  return numRegisters >= kManyRegisters;
}

//===-- entries -----------------------------------------------------------===//

/// The words for values of an entry, in the order of the enumeration.
static constexpr StringLiteral kMasks[] = {"none", "wide", "all"};
static constexpr StringLiteral kMemoryOperands[] = {"none", "vectors",
                                                    "elements"};
static constexpr StringLiteral kDotProducts[] = {"none", "madd", "vnni"};

static ArrayRef<StringLiteral> getWords(Masks) { return kMasks; }
static ArrayRef<StringLiteral> getWords(MemoryOperands) {
  return kMemoryOperands;
}
static ArrayRef<StringLiteral> getWords(DotProduct) { return kDotProducts; }

static constexpr Bounds kWidths{64, 4096};

/// Calls `visit` with the key and the field of each entry of a vector unit and,
/// for numbers, with their bounds.
template <typename Unit, typename Visitor>
static void visitEntries(Unit &vectors, Visitor visit) {
  visit("max_vector_op_width", vectors.bits, kWidths);
  visit("vector_registers", vectors.numRegisters, Bounds{8, 1024});
  visit("masks", vectors.masks);
}

/// Calls `visit` for the other entries of a CPU.
template <typename Machine, typename Visitor>
static void visitOtherEntries(Machine &cpu, Visitor visit) {
  visit("vectors_per_cycle", cpu.vectorsPerCycle, Bounds{1, 64});
  visit("L1_cache_size_in_bytes", cpu.l1CacheBytes, kSizes);
  visit("L2_cache_size_in_bytes", cpu.l2CacheBytes, kSizes);
  visit("L3_cache_size_in_bytes", cpu.l3CacheBytes, kSizes);
  visit("cores", cpu.numCores, Bounds{1, 1 << 20});
  visit("dot_product", cpu.dotProduct);
  visit("matrix_unit", cpu.hasMatrixUnit);
  visit("memory_operands", cpu.memoryOperands);
  visit("fused_multiply_add", cpu.hasFusedMultiplyAdd);
  visit("prefetch_epilogues", cpu.prefetchesEpilogues);
  visit("native_f16", cpu.hasNativeF16);
}

namespace {
/// Reader of the entries of a device. It stops after the first error.
class Reader {
public:
  Reader(Operation *op, StringRef device) : op(op), device(device) {}

  void operator()(StringRef key, int64_t &value, Bounds bounds);
  void operator()(StringRef key, bool &value);
  template <typename Enum> void operator()(StringRef key, Enum &value);

  InFlightDiagnostic emitError(StringRef key);
  bool hasFailed() const { return failed; }

private:
  template <typename T> void set(T &value, FailureOr<T> found) {
    failed = mlir::failed(found);
    if (!failed)
      value = *found;
  }

  Operation *op;
  StringRef device;
  bool failed = false;
};
} // namespace

InFlightDiagnostic Reader::emitError(StringRef key) {
  failed = true;
  return mlir::emitError(op->getLoc(), "expected '")
         << key << "' of device '" << device << "' to be ";
}

void Reader::operator()(StringRef key, int64_t &value, Bounds bounds) {
  if (!failed)
    set(value, findInteger(op, device, key, bounds, value));
}

void Reader::operator()(StringRef key, bool &value) {
  if (!failed)
    set(value, findBoolean(op, device, key, value));
}

template <typename Enum> void Reader::operator()(StringRef key, Enum &value) {
  Attribute found = failed ? Attribute() : findProperty(op, device, key);
  if (!found)
    return;
  auto word = dyn_cast<StringAttr>(found);
  ArrayRef<StringLiteral> words = getWords(value);
  const StringLiteral *same =
      word ? llvm::find(words, word.getValue()) : words.end();
  if (same != words.end()) {
    value = static_cast<Enum>(same - words.begin());
    return;
  }
  InFlightDiagnostic error = emitError(key);
  error << "one of ";
  llvm::interleaveComma(words, error,
                        [&](StringRef known) { error << '"' << known << '"'; });
  error << ", got " << found;
}

/// Reads `vectors`. Its values are the defaults for missing entries, except
/// masks, whose default follows from the width.
static void readVectors(Reader &reader, VectorUnit &vectors) {
  VectorUnit width = vectors;
  reader("max_vector_op_width", width.bits, kWidths);
  if (!reader.hasFailed() && !llvm::isPowerOf2_64(width.bits))
    reader.emitError("max_vector_op_width")
        << "a power of two, got " << width.bits;
  vectors.masks = getUsualMasks(width.bits);
  visitEntries(vectors,
               [&](StringRef key, auto &&...field) { reader(key, field...); });
}

FailureOr<CPU> CPU::get(Operation *op) {
  if (mlir::failed(checkSpecs(op)))
    return failure();
  CPU cpu;
  Reader reader(op, kCPU);
  readVectors(reader, cpu.vectors);
  cpu.memoryOperands = getUsualMemoryOperands(cpu.vectors.bits);
  visitOtherEntries(
      cpu, [&](StringRef key, auto &&...field) { reader(key, field...); });
  if (reader.hasFailed())
    return failure();
  return cpu;
}

FailureOr<VectorUnit> getVectorUnit(Operation *op, StringRef device) {
  VectorUnit vectors;
  if (device == kGPU)
    vectors.bits = 128;
  Reader reader(op, device);
  readVectors(reader, vectors);
  if (reader.hasFailed())
    return failure();
  return vectors;
}

namespace {
/// Writer of the entries of a device.
class Writer {
public:
  Writer(MLIRContext *context, SmallVectorImpl<NamedAttribute> &entries)
      : builder(context), entries(entries) {}

  void operator()(StringRef key, int64_t value, Bounds) {
    add(key, builder.getI64IntegerAttr(value));
  }
  void operator()(StringRef key, bool value) {
    add(key, builder.getBoolAttr(value));
  }
  template <typename Enum> void operator()(StringRef key, Enum value) {
    add(key, builder.getStringAttr(getWords(value)[static_cast<int>(value)]));
  }

private:
  void add(StringRef key, Attribute value) {
    entries.push_back(builder.getNamedAttr(key, value));
  }

  Builder builder;
  SmallVectorImpl<NamedAttribute> &entries;
};
} // namespace

SmallVector<NamedAttribute> CPU::getEntries(MLIRContext *context) const {
  SmallVector<NamedAttribute> entries;
  Writer writer(context, entries);
  visitEntries(vectors,
               [&](StringRef key, auto &&...field) { writer(key, field...); });
  visitOtherEntries(
      *this, [&](StringRef key, auto &&...field) { writer(key, field...); });
  return entries;
}

} // namespace tvm::target
