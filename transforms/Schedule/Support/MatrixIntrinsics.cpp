// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "transforms/Schedule/Support/MatrixIntrinsics.h"

#include "transforms/Schedule/Support/Intrinsics.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace tvm::schedule {

namespace {
/// The parts of the code that depend on the element.
struct ElementText {
  const char *suffix, *type, *sum, *zero;
  const char *extendData, *extendWeight, *multiply; // %0, %1 -> %2, %3 -> %4
  const char *instruction;
};
} // namespace

static const ElementText kBF16 = {"bf16",
                                  "bf16",
                                  "f32",
                                  "0.0",
                                  "arith.extf %0 : bf16 to f32",
                                  "arith.extf %1 : bf16 to f32",
                                  "arith.mulf",
                                  "llvm.x86.tdpbf16ps.internal"};
static const ElementText kByte = {"byte",
                                  "i8",
                                  "i32",
                                  "0",
                                  "arith.extui %0 : i8 to i32",
                                  "arith.extsi %1 : i8 to i32",
                                  "arith.muli",
                                  "llvm.x86.tdpbusd.internal"};

static const ElementText &getText(MatrixElement element) {
  return element == MatrixElement::BF16 ? kBF16 : kByte;
}

int64_t getMatrixGroup(MatrixElement element) {
  return element == MatrixElement::BF16 ? 2 : 4;
}

int64_t getMatrixSteps(MatrixElement element, int64_t steps) {
  constexpr int64_t kMaxGroups = 16, kMinGroups = 8;
  int64_t group = getMatrixGroup(element);
  for (int64_t each = kMaxGroups; each >= kMinGroups; --each)
    if (steps % (each * group) == 0)
      return each * group;
  return 0;
}

/// Placeholders: {0}: name, {1}: rows, {2}: columns, {3}: steps, {4}: groups of
/// steps, {5}: steps of a group, {6}: element type, {7}: type of sums, {8} to
/// {10}: as in ElementText.
static constexpr char kBehaviour[] = R"mlir(
te.tensor_intrin @{0} {{
^bb0(%x: tensor<{1}x{3}x{6}>, %w: tensor<{4}x{2}x{5}x{6}>):
  %y = te.compute [{1}, {2}, {4}, {5}] spatial 2 reduce sum {{
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %0 = te.read %x[%i, %k * {5} + %l] : tensor<{1}x{3}x{6}>
    %1 = te.read %w[%k, %j, %l] : tensor<{4}x{2}x{5}x{6}>
    %2 = {8}
    %3 = {9}
    %4 = {10} %2, %3 : {7}
    te.yield %4 : {7}
  } : tensor<{1}x{2}x{7}>
  te.yield %y : tensor<{1}x{2}x{7}>
} )mlir";

/// Placeholders: {0}: type of the result, {1}: rows, {2}: columns, {3}: zero,
/// {4}: type of zero.
static constexpr char kReset[] = R"mlir(reset {{
^bb0(%y: {0}):
  %zero = arith.constant {3} : {4}
  affine.for %i = 0 to {1} {{
    affine.for %j = 0 to {2} {{
      affine.store %zero, %y[%i, %j] : {0}
    }
  }
  te.yield
} update {{
)mlir";

/// Placeholders: {0} to {2}: types of the operands, {3}: bytes of the steps of
/// an instruction, {4}: number of groups of these steps.
static constexpr char kOperands[] = R"mlir(
^bb0(%x: {0}, %w: {1}, %y: {2}):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes_of_column = arith.constant 4 : index
  %bytes_of_step = arith.constant {3} : index
  %bytes_of_row = arith.constant {3} : i16
  %groups = arith.constant {4} : i16
  %groups_of_step = arith.constant {4} : index
)mlir";

/// Address and row stride, in bytes, of an operand. Placeholders: {0}: name,
/// {1}: bytes of an element, {2}: rank, {3}: type, {4}: element type, {5}:
/// types of sizes and strides.
static constexpr char kOperand[] = R"mlir(
  %{0}_buffer, %{0}_offset, %{0}_sizes:{2}, %{0}_strides:{2} = memref.extract_strided_metadata %{0} : {3} -> memref<{4}>, index, {5}
  %{0}_address = memref.extract_aligned_pointer_as_index %{0} : {3} -> index
  %{0}_element = arith.constant {1} : index
  %{0}_skipped = arith.muli %{0}_offset, %{0}_element : index
  %{0}_begin = arith.addi %{0}_address, %{0}_skipped : index
  %{0}_pitch = arith.muli %{0}_strides#0, %{0}_element : index
  %{0}_stride = arith.index_cast %{0}_pitch : index to i64
)mlir";

/// Bytes of an element of a sum and of the adjacent group of steps, and of a
/// cache line.
static constexpr int64_t kBytesOfSum = 4, kLineBytes = 64;

namespace {
/// A writer of the code of one product.
class ProductWriter {
public:
  ProductWriter(StringRef name, const MatrixProduct &product)
      : name(name), element(product.element), text(getText(element)),
        group(getMatrixGroup(element)), rows(product.rows),
        columns(product.columns), steps(product.steps),
        isAdded(product.isAdded), sharing(product.sharing), os(code) {}

  std::string write();

private:
  int64_t countRowTiles() const { return llvm::divideCeil(rows, kMatrixRows); }
  int64_t countColumnTiles() const {
    return llvm::divideCeil(columns, kMatrixRows);
  }
  /// Number of rows or columns of a register: equal for all registers, as LLVM
  /// configures each register once per function.
  static int64_t getPart(int64_t size) { return std::min(size, kMatrixRows); }
  /// The start of register `tile`. The last registers overlap the others, and
  /// compute the same values.
  static int64_t getBegin(int64_t size, int64_t tile) {
    return std::min(tile * kMatrixRows, size - getPart(size));
  }
  /// Number of cache lines of the next second factor that a step prefetches.
  int64_t getLines() const {
    int64_t groups = getMatrixSteps(element, steps) / group;
    return groups * columns * kBytesOfSum / kLineBytes / sharing;
  }
  /// `format` for each matrix register of the sum, separated by commas; {0} and
  /// {1} are its row and column.
  std::string list(const char *format) const;
  std::string getResultType() const {
    return llvm::formatv("memref<{0}x{1}x{2}, strided<[?, 1], offset: ?>>",
                         rows, columns, text.sum);
  }
  void forEachSum(llvm::function_ref<void(int64_t, int64_t)> write);
  void writeRegion();
  void writeOperands();
  void writeLoads(char operand, int64_t count);
  void writeAhead();
  void writePrefetches();
  void writeAddress(const Twine &value);
  void writeSumAddress(int64_t i, int64_t j);
  void writeBegin(int64_t i, int64_t j);

  StringRef name;
  MatrixElement element;
  const ElementText &text;
  int64_t group, rows, columns, steps;
  bool isAdded;
  int64_t sharing;
  std::string code;
  llvm::raw_string_ostream os;
};
} // namespace

void ProductWriter::forEachSum(
    llvm::function_ref<void(int64_t, int64_t)> write) {
  for (int64_t i = 0; i < countRowTiles(); ++i)
    for (int64_t j = 0; j < countColumnTiles(); ++j)
      write(i, j);
}

std::string ProductWriter::list(const char *format) const {
  std::string items;
  for (int64_t i = 0; i < countRowTiles(); ++i)
    for (int64_t j = 0; j < countColumnTiles(); ++j)
      items += (items.empty() ? "" : ", ") +
               llvm::formatv(/*Validate=*/false, format, i, j).str();
  return items;
}

void ProductWriter::writeOperands() {
  int64_t each = getMatrixSteps(element, steps), bytes = kBytesOfSum / group;
  std::string x =
      llvm::formatv("memref<{0}x{1}x{2}, strided<[?, 1], offset: ?>>", rows,
                    steps, text.type);
  std::string w =
      llvm::formatv("memref<{0}x{1}x{2}x{3}, strided<[?, {2}, 1], offset: ?>>",
                    steps / group, columns, group, text.type);
  os << llvm::formatv(kOperands, x, w, getResultType(), each * bytes,
                      each / group)
     << llvm::formatv(kOperand, "x", bytes, 2, x, text.type,
                      "index, index, index, index")
     << llvm::formatv(kOperand, "w", bytes, 3, w, text.type,
                      "index, index, index, index, index, index")
     << llvm::formatv(kOperand, "y", 4, 2, getResultType(), text.sum,
                      "index, index, index, index")
     << "  %w_next = arith.muli %w_pitch, %groups_of_step : index\n"
     << "  %rows = arith.constant " << getPart(rows) << " : i16\n"
     << "  %bytes = arith.constant " << kBytesOfSum * getPart(columns)
     << " : i16\n";
}

/// Writes the conversion of the index `value` to a pointer.
void ProductWriter::writeAddress(const Twine &value) {
  os << "  " << value << "_n = arith.index_cast " << value
     << " : index to i64\n  " << value << "_p = llvm.inttoptr " << value
     << "_n : i64 to !llvm.ptr\n";
}

/// Writes loads of the registers for an operand of a step, which begins at
/// `%x_t`.
void ProductWriter::writeLoads(char operand, int64_t count) {
  bool isRow = operand == 'x';
  for (int64_t t = 0; t < count; ++t) {
    os << llvm::formatv(
        "  %{0}_{1}_begin = arith.constant {2} : index\n"
        "  %{0}_{1}_skip = arith.muli %{0}_{1}_begin, {3} : index\n"
        "  %{0}_{1} = arith.addi %{0}_t, %{0}_{1}_skip : index\n",
        operand, t, getBegin(isRow ? rows : columns, t),
        isRow ? "%x_pitch" : "%bytes_of_column");
    writeAddress(Twine("%") + Twine(operand) + "_" + Twine(t));
    os << llvm::formatv(
        "  %{0}{1} = llvm.call_intrinsic \"llvm.x86.tileloadd64.internal\"({2},"
        " %{0}_{1}_p, %{0}_stride) : (i16, i16, !llvm.ptr, i64) -> "
        "!llvm.x86_amx\n",
        operand, t, isRow ? "%rows, %bytes_of_row" : "%groups, %bytes");
  }
}

/// Placeholders: {0}: bytes of the second factor, {1}: rows, {2}: products,
/// {3}: bytes of a part of one step.
static constexpr char kAhead[] = R"mlir(
  %bytes_of_factor = arith.constant {0} : index
  %rows_of_product = arith.constant {1} : index
  %products = arith.constant {2} : index
  %bytes_of_part = arith.constant {3} : index
  %bytes_of_rows = arith.muli %rows_of_product, %x_pitch : index
  %turn = arith.divui %x_begin, %bytes_of_rows : index
  %part = arith.remui %turn, %products : index
  %part_begin = arith.muli %part, %bytes_of_part : index
  %ahead = arith.addi %bytes_of_factor, %part_begin : index
)mlir";

/// Writes the distance in bytes from a step's weights to the part of the next
/// factor that this product prefetches. The position of its rows selects the
/// part.
void ProductWriter::writeAhead() {
  os << llvm::formatv(kAhead, steps / group * columns * kBytesOfSum, rows,
                      sharing, getLines() * kLineBytes);
}

/// Writes prefetches of that part, for a step that begins at `%w_t`.
void ProductWriter::writePrefetches() {
  os << "  %ahead_t = arith.addi %w_t, %ahead : index\n";
  for (int64_t line = 0; line < getLines(); ++line) {
    os << llvm::formatv("  %line{0}_begin = arith.constant {1} : index\n"
                        "  %line{0} = arith.addi %ahead_t, %line{0}_begin : "
                        "index\n",
                        line, line * kLineBytes);
    writeAddress("%line" + Twine(line));
    os << "  \"llvm.intr.prefetch\"(%line" << line
       << "_p) <{rw = 0 : i32, hint = 2 : i32, cache = 1 : i32}> : "
          "(!llvm.ptr) -> ()\n";
  }
}

/// Writes the regions that hold the code: `compute`, or `reset` and `update`.
void ProductWriter::writeRegion() {
  if (isAdded)
    os << llvm::formatv(kReset, getResultType(), rows, columns, text.zero,
                        text.sum);
  else
    os << "compute {\n";
}

/// Writes the address of register (i, j) of the sum in the result.
void ProductWriter::writeSumAddress(int64_t i, int64_t j) {
  os << llvm::formatv(
      "  %y_{0}{1}_begin = arith.constant {2} : index\n"
      "  %y_{0}{1}_row = arith.muli %y_{0}{1}_begin, %y_pitch : index\n"
      "  %y_{0}{1}_column = arith.constant {3} : index\n"
      "  %y_{0}{1}_in = arith.addi %y_{0}{1}_row, %y_{0}{1}_column : index\n"
      "  %y_{0}{1} = arith.addi %y_begin, %y_{0}{1}_in : index\n",
      i, j, getBegin(rows, i), kBytesOfSum * getBegin(columns, j));
  writeAddress(llvm::formatv("%y_{0}{1}", i, j).str());
}

/// Writes the start value of register (i, j) of the sum.
void ProductWriter::writeBegin(int64_t i, int64_t j) {
  os << llvm::formatv(
      isAdded ? "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tileloadd64.internal\"(%rows, %bytes, "
                "%y_{0}{1}_p, %y_stride) : (i16, i16, !llvm.ptr, i64) -> "
                "!llvm.x86_amx\n"
              : "  %begin{0}{1} = llvm.call_intrinsic "
                "\"llvm.x86.tilezero.internal\"(%rows, %bytes) : "
                "(i16, i16) -> !llvm.x86_amx\n",
      i, j);
}

std::string ProductWriter::write() {
  os << llvm::formatv(kBehaviour, name, rows, columns, steps, steps / group,
                      group, text.type, text.sum, text.extendData,
                      text.extendWeight, text.multiply);
  writeRegion();
  writeOperands();
  forEachSum([&](int64_t i, int64_t j) { writeSumAddress(i, j); });
  forEachSum([&](int64_t i, int64_t j) { writeBegin(i, j); });
  if (sharing)
    writeAhead();
  std::string types = list("!llvm.x86_amx");
  os << "  %count = arith.constant " << steps / getMatrixSteps(element, steps)
     << " : index\n"
     << "  %sum:" << countRowTiles() * countColumnTiles()
     << " = scf.for %t = %c0 to %count step %c1 iter_args("
     << list("%sum{0}{1} = %begin{0}{1}") << ") -> (" << types << ") {\n"
     << "  %x_step = arith.muli %t, %bytes_of_step : index\n"
     << "  %x_t = arith.addi %x_begin, %x_step : index\n"
     << "  %w_step = arith.muli %t, %w_next : index\n"
     << "  %w_t = arith.addi %w_begin, %w_step : index\n";
  if (sharing)
    writePrefetches();
  writeLoads('x', countRowTiles());
  writeLoads('w', countColumnTiles());
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  %next{0}{1} = llvm.call_intrinsic \"{2}\"(%rows, %bytes, "
        "%bytes_of_row, %sum{0}{1}, %x{0}, %w{1}) : (i16, i16, i16, "
        "!llvm.x86_amx, !llvm.x86_amx, !llvm.x86_amx) -> !llvm.x86_amx\n",
        i, j, text.instruction);
  });
  os << "  scf.yield " << list("%next{0}{1}") << " : " << types << "\n  }\n";
  forEachSum([&](int64_t i, int64_t j) {
    os << llvm::formatv(
        "  llvm.call_intrinsic \"llvm.x86.tilestored64.internal\"(%rows, "
        "%bytes, %y_{0}{1}_p, %y_stride, %sum#{2}) : (i16, i16, "
        "!llvm.ptr, i64, !llvm.x86_amx) -> ()\n",
        i, j, i * countColumnTiles() + j);
  });
  os << "  te.yield\n}\n";
  return code;
}

te::TensorIntrinOp declareMatrixProduct(ModuleOp module,
                                        const MatrixProduct &product) {
  std::string name =
      llvm::formatv("product_{0}x{1}x{2}_{3}{4}", product.rows, product.columns,
                    product.steps, getText(product.element).suffix,
                    product.isAdded ? "_added" : "");
  if (product.sharing)
    name += llvm::formatv("_ahead{0}", product.sharing);
  return declareIntrinsic(module, name,
                          [&] { return ProductWriter(name, product).write(); });
}

} // namespace tvm::schedule
