// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reader of the constants and buffers of a call, in the order of the function's
// own reads.
#ifndef TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H
#define TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace tvm {

/// Reader of a call of one function of the runtime. The first difference from
/// the expected arguments is an error; afterwards, values are zeros, empty
/// texts and null types, and nothing more is reported.
class LibraryCallReader {
public:
  LibraryCallReader(mlir::func::CallOp call, llvm::StringRef name);

  /// The next constant, a text.
  llvm::StringRef text();

  /// The next constant, `count` numbers.
  llvm::ArrayRef<int64_t> numbers(int64_t count);

  /// The next constant, any number of numbers.
  llvm::ArrayRef<int64_t> numbers();

  /// The size in bytes of the element type that the next constant names.
  int64_t elementBytes();

  /// The size in bytes of the element type `name`; 0 after an error.
  int64_t elementBytes(llvm::StringRef name);

  /// The next buffer, which must have this rank and elements of this size.
  mlir::MemRefType buffer(int64_t rank, int64_t bytes);

  /// The next buffer, of any rank.
  mlir::MemRefType buffer(int64_t bytes);

  /// The next buffer, which must have one element.
  void element(int64_t rank, int64_t bytes);

  /// Requires that `value`, described by `what`, is in [min, max]; false after
  /// an error.
  bool expectWithin(llvm::StringRef what, int64_t value, int64_t min,
                    int64_t max);

  /// Requires that `axis` is from `min` on and a dimension of the last buffer.
  void expectAxis(int64_t axis, int64_t min = 0);

  /// Requires that the last buffer has this size along `dim`.
  void expectSize(int64_t dim, int64_t size);

  /// Requires that the last buffer has the sizes of `other`, except along
  /// `exceptDim`.
  void expectSizes(mlir::MemRefType other, int64_t exceptDim = -1);

  /// Requires that the last buffer is at most as large as `other` along `dim`.
  void expectAtMost(mlir::MemRefType other, int64_t dim);

  /// Requires that no argument is left. Fails after any error.
  mlir::LogicalResult finish();

private:
  mlir::Attribute constant();
  /// The next constant, of `kind`; null after an error.
  template <typename AttrT> AttrT constant(llvm::StringRef kind);
  mlir::MemRefType takeBuffer();
  mlir::InFlightDiagnostic error();

  mlir::func::CallOp call;
  llvm::StringRef name;
  llvm::ArrayRef<mlir::Attribute> constants;
  mlir::MemRefType last;
  unsigned numConstants = 0, numBuffers = 0;
  bool hasFailed = false;
};

} // namespace tvm

#endif // TVM_CONVERSION_KERNELTOLLVM_LIBRARYCALLREADER_H
