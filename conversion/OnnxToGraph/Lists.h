// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TVM_CONVERSION_ONNXTOGRAPH_LISTS_H
#define TVM_CONVERSION_ONNXTOGRAPH_LISTS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <onnx/onnx_pb.h>

#include <variant>

namespace tvm::onnx_import {

/// The kind of a list and of its elements, as far as they are known.
struct ListType {
  enum Kind {
    Sequence,
    OptionalTensor,
    OptionalSequence,
    Optional ///< of whatever: it is empty
  };
  /// The rank of elements with different or unknown ranks, and of no elements.
  static constexpr int64_t kAnyRank = -1, kNoRank = -2;

  Kind kind = Sequence;
  mlir::Type element; ///< null: not known
  int64_t rank = kNoRank;

  bool operator==(const ListType &other) const {
    return kind == other.kind && element == other.element && rank == other.rank;
  }
  bool isOptional() const { return kind != Sequence; }
};

/// A sequence or an optional. If its length is known at import, it is stored as
/// `elements`; an optional sequence is then the sequence, or absent. Otherwise
/// it is a tensor of references at run time.
struct TensorList {
  enum Kind { Sequence, OptionalTensor, EmptyOptional, RunTime };
  Kind kind = Sequence;
  llvm::SmallVector<mlir::Value> elements;
  ListType type = {};          ///< of a list at run time, or without elements
  mlir::Value references = {}; ///< at run time

  static TensorList atRunTime(ListType type, mlir::Value references) {
    return {RunTime, {}, type, references};
  }
  bool isKnown() const { return kind != RunTime; }
};

/// The value of a name: a tensor or a list.
using Binding = std::variant<mlir::Value, TensorList>;

/// The name of the type in the manifest and in messages:
/// "optional(sequence(float32[?,?]))".
std::string describe(const ListType &type);

/// The type that a model declares; nothing for types other than lists of
/// tensors of known elements.
std::optional<ListType> convertListType(const onnx::TypeProto &type,
                                        mlir::MLIRContext *context);

/// The type of a list. Fails if elements have several types.
llvm::FailureOr<ListType> getListType(const TensorList &list);
/// The type of a binding; a tensor has the type of an optional.
llvm::FailureOr<ListType> getListType(const Binding &binding);

/// The common type of two list types; fails if there is none.
llvm::FailureOr<ListType> joinListTypes(const ListType &a, const ListType &b);
/// The common type of two bindings, at least one of which is a list.
llvm::FailureOr<ListType> joinListTypes(const Binding &a, const Binding &b);

/// The references for `binding` at run time, as a list of `kind`, with which
/// its type can be joined.
mlir::Value makeReferences(mlir::OpBuilder &builder, mlir::Location loc,
                           const Binding &binding, ListType::Kind kind);

/// The element at `position` of the sequence `references`, a tensor of `rank`
/// dimensions.
mlir::Value readElement(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value references, mlir::Value position,
                        mlir::Type element, int64_t rank);

/// The sequence in the optional `references`.
mlir::Value readSequence(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value references);

} // namespace tvm::onnx_import

#endif // TVM_CONVERSION_ONNXTOGRAPH_LISTS_H
