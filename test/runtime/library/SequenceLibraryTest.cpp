// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of sequences that artefacts call.
#include "runtime/include/tvm_mlir.h"
#include "runtime/library/Library.h"
#include "runtime/memory/References.h"

#include <gtest/gtest.h>

#include <vector>

using namespace tvm::runtime;

namespace {

using Ints = std::vector<int64_t>;
using Floats = std::vector<float>;
using Refs = std::vector<const DLTensor *>;

constexpr DLDataType float32 = {kDLFloat, 32, 1};
constexpr DLDataType reference = {TVM_TENSOR_HANDLE, 64, 1};

/// A tensor with its memory.
struct Tensor {
  Tensor(Floats data, Ints dims, Ints steps = {})
      : data(std::move(data)), dims(std::move(dims)), steps(std::move(steps)) {
    tensor = {this->data.data(),
              {kDLCPU, 0},
              static_cast<int32_t>(this->dims.size()),
              float32,
              this->dims.data(),
              this->steps.empty() ? nullptr : this->steps.data(),
              0};
  }
  Tensor(const Tensor &) = delete;

  Floats data;
  Ints dims, steps;
  DLTensor tensor;
};

/// Calls with elements of its own.
struct Sequences : testing::Test {
  template <typename T> void add(std::vector<T> &list, const Ints &dims) {
    buffers.push_back(list.data());
    sizes.insert(sizes.end(), dims.begin(), dims.end());
  }
  template <typename T> void add(std::vector<T> &list) {
    add(list, {static_cast<int64_t>(list.size())});
  }
  void add(std::string &text) {
    buffers.push_back(text.data());
    sizes.push_back(text.size());
  }

  int32_t call(const char *name) {
    tvm_args args = {buffers.data(), sizes.data(), nullptr, nullptr};
    int32_t status = findLibraryFunction(name)(&args);
    buffers.clear();
    sizes.clear();
    return status;
  }

  /// The constants of a call at node "n".
  void begin(std::initializer_list<int64_t> ints) {
    options = ints;
    add(node), add(dtype), add(options);
  }

  static Floats read(const DLTensor *tensor) {
    const auto *data = static_cast<const float *>(tensor->data);
    int64_t count = 1;
    for (int32_t i = 0; i < tensor->ndim; ++i)
      count *= tensor->shape[i];
    return {data, data + count};
  }
  static Ints dimsOf(const DLTensor *tensor) {
    return {tensor->shape, tensor->shape + tensor->ndim};
  }

  RunPool run;
  std::string node = "node 'n'", dtype = "float32";
  Ints options;
  std::vector<void *> buffers;
  Ints sizes;
  Tensor x = {{1, 2, 3}, {3}}, y = {{4, 5, 6, 7, 8, 9}, {2, 3}},
         z = {{10}, {1}};
};

} // namespace

TEST_F(Sequences, NeedARun) {
  std::string names = "float32 ";
  Ints ranks = {1};
  Refs result(1);
  add(node), add(names), add(ranks), add(x.data), add(result);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence"));
  EXPECT_STREQ("node 'n': expected a run of a model to own new elements",
               tvm_last_error());
}

TEST_F(Sequences, AreMadeOfCopies) {
  RunPool::Scope scope(run);
  std::string names = "float32 float32 ";
  Ints ranks = {1, 2};
  Refs result(2);
  add(node), add(names), add(ranks);
  add(x.data), add(y.data, y.dims), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_sequence"));
  x.data[0] = 0;
  EXPECT_EQ((Floats{1, 2, 3}), read(result[0]));
  EXPECT_EQ((Ints{2, 3}), dimsOf(result[1]));
  EXPECT_EQ(y.data, read(result[1]));
}

TEST_F(Sequences, OfNothingAreEmpty) {
  RunPool::Scope scope(run);
  std::string names;
  Ints ranks;
  Refs result;
  add(node), add(names), add(ranks), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_sequence"));
}

TEST_F(Sequences, AreReadAtAPosition) {
  Refs sequence = {&x.tensor, &y.tensor};
  Ints position = {-1}, dims(2);
  begin({1, 2}), add(sequence), add(position), add(dims);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_shape"));
  EXPECT_EQ((Ints{2, 3}), dims);
  Floats result(6);
  begin({1, 2}), add(sequence), add(position), add(result, dims);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_at"));
  EXPECT_EQ(y.data, result);
}

TEST_F(Sequences, OfTheCallerMayHaveGaps) {
  Tensor columns({1, 2, 3, 4, 5, 6}, {3, 2}, {1, 3});
  Refs sequence = {&columns.tensor};
  Ints position = {0};
  Floats result(6);
  begin({1, 2}), add(sequence), add(position), add(result, {3, 2});
  EXPECT_EQ(TVM_OK, call("tvm_sequence_at"));
  EXPECT_EQ((Floats{1, 4, 2, 5, 3, 6}), result);
}

TEST_F(Sequences, AreReadAsWhatTheyHold) {
  Refs sequence = {&x.tensor, nullptr};
  Ints dims(2);
  auto expectError = [&](int64_t position, const char *text) {
    Ints positions = {position};
    begin({1, 2}), add(sequence), add(positions), add(dims);
    EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_shape"));
    EXPECT_STREQ(text, tvm_last_error());
  };
  expectError(0, "node 'n': expected an element float32 of rank 2, got "
                 "float32[3]");
  expectError(1, "node 'n': expected elements that are tensors on the CPU, got "
                 "none");
  expectError(2, "node 'n': expected a position in a sequence of 2 elements, "
                 "got 2");
  expectError(-3, "node 'n': expected a position in a sequence of 2 elements, "
                  "got -3");
}

TEST_F(Sequences, AreReadInTheShapeThatTheModelSays) {
  Refs sequence = {&y.tensor};
  Ints position = {0};
  Floats result(4);
  begin({1, 2}), add(sequence), add(position), add(result, {2, 2});
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_at"));
  EXPECT_STREQ("node 'n': expected float32[2,2], got float32[2,3]",
               tvm_last_error());
}

TEST_F(Sequences, GetAndLoseElements) {
  RunPool::Scope scope(run);
  Refs sequence = {&x.tensor, &y.tensor}, more(3), less(2);
  Ints position = {-1};
  begin({1, 1}), add(z.data), add(sequence), add(position), add(more);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_insert"));
  EXPECT_EQ(&x.tensor, more[0]);
  EXPECT_EQ(z.data, read(more[1]));
  EXPECT_EQ(&y.tensor, more[2]);
  Ints rank = {1}, first = {0};
  add(node), add(rank), add(more), add(first), add(less);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_erase"));
  EXPECT_EQ((Refs{more[1], more[2]}), less);
}

TEST_F(Sequences, GetAndLoseElementsWhereThereIsAPlace) {
  RunPool::Scope scope(run);
  Refs sequence, more(1), less;
  Ints position = {1}, rank = {1}, first = {0};
  begin({1, 1}), add(z.data), add(sequence), add(position), add(more);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_insert"));
  EXPECT_STREQ("node 'n': expected a position in a sequence of 0 elements, "
               "got 1",
               tvm_last_error());
  add(node), add(rank), add(sequence), add(first), add(less);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_erase"));
}

TEST_F(Sequences, ArePiecesOfATensor) {
  RunPool::Scope scope(run);
  Ints pieces = {1, 0, 2};
  Refs result(3);
  begin({2, 1, 0}), add(y.data, y.dims), add(pieces), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_split"));
  EXPECT_EQ((Ints{2, 1}), dimsOf(result[0]));
  EXPECT_EQ((Floats{4, 7}), read(result[0]));
  EXPECT_EQ((Ints{2, 0}), dimsOf(result[1]));
  EXPECT_EQ((Floats{5, 6, 8, 9}), read(result[2]));
  pieces = {1, 1, 1};
  begin({2, 1, 1}), add(y.data, y.dims), add(pieces), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_split"));
  EXPECT_EQ((Ints{2}), dimsOf(result[2]));
  EXPECT_EQ((Floats{6, 9}), read(result[2]));
}

TEST_F(Sequences, ArePiecesOfTheWholeTensor) {
  RunPool::Scope scope(run);
  auto expectError = [&](Ints pieces, int64_t squeeze, const char *text) {
    Refs result(pieces.size());
    begin({2, 1, squeeze}), add(y.data, y.dims), add(pieces), add(result);
    EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_split"));
    EXPECT_STREQ(text, tvm_last_error());
  };
  expectError({1, 1}, 0,
              "node 'n': expected pieces of 3 elements together, got 2");
  expectError({1, 5}, 0,
              "node 'n': expected pieces of 3 elements together, got more");
  expectError({4, -1}, 0,
              "node 'n': expected pieces of 3 elements together, got more");
  expectError({-1, 4}, 0, "node 'n': expected pieces of some size, got -1");
  expectError({1, 2}, 1, "node 'n': expected pieces of one element, got 2");
}

TEST_F(Sequences, AreJoined) {
  Refs sequence = {&x.tensor, &z.tensor};
  Ints dims(1);
  begin({1, 0, 0}), add(sequence), add(dims);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_concat_shape"));
  EXPECT_EQ((Ints{4}), dims);
  Floats result(4);
  begin({1, 0, 0}), add(sequence), add(result);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_concat"));
  EXPECT_EQ((Floats{1, 2, 3, 10}), result);
}

TEST_F(Sequences, AreJoinedAlongAnInnerAxis) {
  Tensor w({1, 2}, {2, 1});
  Refs sequence = {&y.tensor, &w.tensor};
  Floats result(8);
  begin({2, 1, 0}), add(sequence), add(result, {2, 4});
  EXPECT_EQ(TVM_OK, call("tvm_sequence_concat"));
  EXPECT_EQ((Floats{4, 5, 6, 1, 7, 8, 9, 2}), result);
}

TEST_F(Sequences, AreStacked) {
  Refs sequence = {&x.tensor, &x.tensor};
  Ints dims(2);
  begin({1, 1, 1}), add(sequence), add(dims);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_concat_shape"));
  EXPECT_EQ((Ints{3, 2}), dims);
  Floats result(6);
  begin({1, 1, 1}), add(sequence), add(result, dims);
  EXPECT_EQ(TVM_OK, call("tvm_sequence_concat"));
  EXPECT_EQ((Floats{1, 1, 2, 2, 3, 3}), result);
}

/// One element of memory for all of them: strides of 0.
TEST_F(Sequences, AreJoinedUpToTheSizeOfMemory) {
  Tensor wide({1}, {int64_t(1) << 60}, {0});
  Refs sequence(8, &wide.tensor);
  Ints dims(1);
  begin({1, 0, 0}), add(sequence), add(dims);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_concat_shape"));
  EXPECT_STREQ("node 'n': expected elements that fit in one tensor, got more "
               "along axis 0",
               tvm_last_error());
  // Strides do not lead out of memory, and what cannot be packed is an error.
  Tensor far({1}, {2}, {INT64_MAX / 2});
  sequence = {&far.tensor};
  begin({1, 0, 0}), add(sequence), add(dims);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_concat_shape"));
  EXPECT_STREQ("node 'n': expected elements that are tensors on the CPU, got "
               "one with impossible strides",
               tvm_last_error());
  Floats result(1);
  sequence = {&wide.tensor};
  begin({1, 0, 0}), add(sequence), add(result, wide.dims);
  EXPECT_EQ(TVM_OUT_OF_MEMORY, call("tvm_sequence_concat"));
}

TEST_F(Sequences, AreJoinedIfTheyFit) {
  Refs sequence = {&x.tensor, &z.tensor}, none;
  Ints dims(2);
  begin({1, 1, 1}), add(sequence), add(dims);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_concat_shape"));
  EXPECT_STREQ("node 'n': expected elements of one shape but for axis 1, got "
               "float32[3] and float32[1]",
               tvm_last_error());
  begin({1, 0, 0}), add(none), add(dims);
  EXPECT_EQ(TVM_RUN_FAILED, call("tvm_sequence_concat_shape"));
  EXPECT_STREQ("node 'n': expected a sequence with elements, got none",
               tvm_last_error());
}

TEST_F(Sequences, AreKeptAsCopies) {
  Refs inner = {&x.tensor, &y.tensor};
  Ints length = {2};
  DLTensor sequence = {inner.data(),  {kDLCPU, 0}, 1, reference,
                       length.data(), nullptr,     0};
  Refs optional = {&sequence};
  EXPECT_FALSE(keepReferred("r", reference, optional.data(), 1, run).failed());
  x.data[0] = 0;
  auto **kept = static_cast<const DLTensor **>(optional[0]->data);
  EXPECT_EQ((Floats{1, 2, 3}), read(kept[0]));
  EXPECT_EQ(&x.tensor, inner[0]);
}

TEST_F(Sequences, AreKeptIfTheyCanBeRead) {
  DLTensor impossible = x.tensor;
  auto expectError = [&](const DLTensor *tensor, const char *found) {
    Refs sequence = {tensor};
    EXPECT_TRUE(keepReferred("r", reference, sequence.data(), 1, run).failed());
    std::string text = "r: expected elements that are tensors on the CPU, got ";
    EXPECT_EQ(text + found, tvm_last_error());
  };
  expectError(nullptr, "none");
  impossible.device.device_type = kDLCUDA;
  expectError(&impossible, "one on another device");
  impossible = x.tensor;
  impossible.data = nullptr;
  expectError(&impossible, "one without data");
  impossible = x.tensor;
  impossible.shape = nullptr;
  expectError(&impossible, "one with impossible dims");
  // A sequence that holds itself.
  Ints one = {1};
  Refs self(1);
  DLTensor endless = {self.data(), {kDLCPU, 0}, 1, reference,
                      one.data(),  nullptr,     0};
  self[0] = &endless;
  expectError(&endless, "sequences of sequences");
}
