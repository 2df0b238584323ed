// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "conversion/KernelToLLVM/LibraryCallReader.h"

#include "conversion/KernelToLLVM/KernelToLLVM.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tvm {

/// Enough zeros for the arguments of any function, read after an error.
static constexpr int64_t kZeros[8] = {};

/// The size of the element type `name`; 0 for unknown names.
static int64_t getBytes(StringRef name) {
  return llvm::StringSwitch<int64_t>(name)
      .Cases({"bool", "int8", "uint8", "int4", "uint4", "int2", "uint2"}, 1)
      .Cases({"float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2"}, 1)
      .Cases({"float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn"}, 1)
      .Cases({"int16", "uint16", "float16", "bfloat16"}, 2)
      .Cases({"int32", "uint32", "float32"}, 4)
      .Cases({"int64", "uint64", "float64", "complex64"}, 8)
      .Cases({"string", "handle"}, 8)
      .Case("complex128", 16)
      .Default(0);
}

/// The size of an element of `type`; 0 for types that no function of the
/// runtime supports.
static int64_t getBytes(Type type, const DataLayout &layout) {
  if (!type.isIntOrIndexOrFloat() && !isa<ComplexType, VectorType>(type))
    return 0;
  return static_cast<int64_t>(layout.getTypeSize(type));
}

LibraryCallReader::LibraryCallReader(func::CallOp call, StringRef name)
    : call(call), name(name) {
  if (auto list = call->getAttrOfType<ArrayAttr>(kConstantsAttrName))
    constants = list.getValue();
}

InFlightDiagnostic LibraryCallReader::error() {
  hasFailed = true;
  return call.emitError("expected ");
}

Attribute LibraryCallReader::constant() {
  if (hasFailed)
    return {};
  if (numConstants < constants.size())
    return constants[numConstants++];
  error() << "more constants of " << name << ", got " << constants.size();
  return {};
}

template <typename AttrT> AttrT LibraryCallReader::constant(StringRef kind) {
  Attribute value = constant();
  auto read = dyn_cast_if_present<AttrT>(value);
  if (value && !read)
    error() << "constant " << numConstants - 1 << " of " << name << " to be "
            << kind << ", got " << value;
  return read;
}

StringRef LibraryCallReader::text() {
  auto text = constant<StringAttr>("a text");
  return text ? text.getValue() : "";
}

ArrayRef<int64_t> LibraryCallReader::numbers() {
  auto numbers = constant<DenseI64ArrayAttr>("numbers");
  return numbers ? numbers.asArrayRef() : ArrayRef<int64_t>();
}

ArrayRef<int64_t> LibraryCallReader::numbers(int64_t count) {
  ArrayRef<int64_t> list = numbers();
  if (!hasFailed && static_cast<int64_t>(list.size()) != count)
    error() << "constant " << numConstants - 1 << " of " << name << " to be "
            << count << " numbers, got " << list.size();
  return hasFailed ? ArrayRef<int64_t>(kZeros) : list;
}

int64_t LibraryCallReader::elementBytes(StringRef type) {
  int64_t bytes = getBytes(type);
  if (!hasFailed && bytes == 0)
    error() << "constant " << numConstants - 1 << " of " << name
            << " to name element types, got \"" << type << "\"";
  return bytes;
}

int64_t LibraryCallReader::elementBytes() { return elementBytes(text()); }

MemRefType LibraryCallReader::takeBuffer() {
  last = {};
  if (hasFailed)
    return {};
  if (numBuffers == call.getNumOperands())
    error() << "more buffers of " << name << ", got " << numBuffers;
  else
    last = cast<MemRefType>(call.getOperand(numBuffers++).getType());
  return last;
}

MemRefType LibraryCallReader::buffer(int64_t bytes) {
  if (!takeBuffer())
    return {};
  int64_t got = getBytes(last.getElementType(), DataLayout::closest(call));
  if (got == bytes)
    return last;
  error() << "buffer " << numBuffers - 1 << " of " << name
          << " to have elements of " << bytes << " bytes, got " << last;
  return last = {};
}

MemRefType LibraryCallReader::buffer(int64_t rank, int64_t bytes) {
  if (!buffer(bytes) || last.getRank() == rank)
    return last;
  error() << "buffer " << numBuffers - 1 << " of " << name << " to have rank "
          << rank << ", got " << last;
  return last = {};
}

void LibraryCallReader::element(int64_t rank, int64_t bytes) {
  buffer(rank, bytes);
  for (int64_t dim = 0; last && dim < rank; ++dim)
    expectSize(dim, 1);
}

bool LibraryCallReader::expectWithin(StringRef what, int64_t value, int64_t min,
                                     int64_t max) {
  if (!hasFailed && (value < min || value > max))
    error() << what << " of " << name << " to be from " << min << " to " << max
            << ", got " << value;
  return !hasFailed;
}

void LibraryCallReader::expectAxis(int64_t axis, int64_t min) {
  if (last)
    expectWithin("the axis", axis, min, last.getRank() - 1);
}

void LibraryCallReader::expectSize(int64_t dim, int64_t size) {
  if (hasFailed || last.isDynamicDim(dim) || ShapedType::isDynamic(size) ||
      last.getDimSize(dim) == size)
    return;
  error() << "dimension " << dim << " of buffer " << numBuffers - 1 << " of "
          << name << " to be " << size << ", got " << last;
}

void LibraryCallReader::expectSizes(MemRefType other, int64_t exceptDim) {
  for (int64_t dim = 0; !hasFailed && dim < last.getRank(); ++dim)
    if (dim != exceptDim)
      expectSize(dim, other.getDimSize(dim));
}

void LibraryCallReader::expectAtMost(MemRefType other, int64_t dim) {
  if (hasFailed || last.isDynamicDim(dim) || other.isDynamicDim(dim) ||
      last.getDimSize(dim) <= other.getDimSize(dim))
    return;
  error() << "dimension " << dim << " of buffer " << numBuffers - 1 << " of "
          << name << " to be at most " << other.getDimSize(dim) << ", got "
          << last;
}

LogicalResult LibraryCallReader::finish() {
  if (!hasFailed && numConstants != constants.size())
    error() << numConstants << " constants of " << name << ", got "
            << constants.size();
  if (!hasFailed && numBuffers != call.getNumOperands())
    error() << numBuffers << " buffers of " << name << ", got "
            << call.getNumOperands();
  return failure(hasFailed);
}

} // namespace tvm
