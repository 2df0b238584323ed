// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

std::string Generator::capture(Stage &stage, const MemRef &buffer) {
  for (size_t i = 0; i < stage.captures.size(); ++i)
    if (stage.captures[i].name == buffer.name)
      return "%m" + std::to_string(i);
  stage.captures.push_back(buffer);
  return "%m" + std::to_string(stage.captures.size() - 1);
}

/// Mostly an axis of that size; now and then a halo, a stride, a window, a
/// diagonal.
Subscript Generator::makeSubscript(const Stage &stage, int64_t size) {
  std::vector<size_t> fitting;
  for (size_t i = 0; i < stage.axes.size(); ++i)
    if (stage.axes[i].size == size)
      fitting.push_back(i);
  if (!fitting.empty() && random.chance(55))
    return {"%v" + std::to_string(random.pick(fitting)), true};
  int64_t constant = random.chance(50) ? random.between(-1, 2) : 0;
  std::string text;
  int64_t low = constant, high = constant;
  bool isBounded = size != kSymbolic;
  for (int term = random.between(0, 2);
       term > 0 && !stage.axes.empty() && text.size() < 20; --term) {
    size_t axis = random.between(0, stage.axes.size() - 1);
    static const std::vector<int64_t> kFactors = {1, 1, 1, 1, -1, 2};
    int64_t factor = random.pick(kFactors);
    text += (text.empty() ? "" : " + ") +
            ("%v" + std::to_string(axis) + " * " + std::to_string(factor));
    int64_t extent = stage.axes[axis].size;
    isBounded &= extent != kSymbolic;
    (factor > 0 ? high : low) += factor * std::max<int64_t>(extent - 1, 0);
  }
  text += (text.empty() ? "" : " + ") + std::to_string(constant);
  return {text, isBounded && low >= 0 && high < size};
}

std::vector<Subscript> Generator::makeSubscripts(const Stage &stage,
                                                 const MemRef &buffer) {
  std::vector<Subscript> subscripts;
  for (int64_t size : buffer.shape)
    subscripts.push_back(makeSubscript(stage, size));
  return subscripts;
}

std::string Generator::clamp(Stage &stage, const std::string &value) {
  if (!isFloat)
    return value;
  std::string low = fresh(), high = fresh(), a = fresh(), b = fresh();
  stage.body += "      " + low + " = arith.constant -16.0 : f32\n      " +
                high + " = arith.constant 16.0 : f32\n      " + a +
                " = arith.maximumf " + value + ", " + low + " : f32\n      " +
                b + " = arith.minimumf " + a + ", " + high + " : f32\n";
  return b;
}

/// An element that data decides.
std::string Generator::gather(Stage &stage, const MemRef &buffer) {
  std::string index = read(stage), mask = fresh(), masked = fresh(),
              at = fresh(), result = fresh();
  std::string memref = capture(stage, buffer);
  stage.body += "      " + mask + " = arith.constant 1 : " + type + "\n" +
                "      " + masked + " = arith.andi " + index + ", " + mask +
                " : " + type + "\n" + "      " + at + " = arith.index_cast " +
                masked + " : " + type + " to index\n" + "      " + result +
                " = memref.load " + memref + "[" + at +
                "] : " + typeOf(buffer.shape) + "\n";
  return result;
}

std::string Generator::read(Stage &stage) {
  MemRef buffer = random.pick(buffers);
  if (!isFloat && buffer.shape.size() == 1 && buffer.shape[0] >= 2 &&
      random.chance(5))
    return gather(stage, buffer);
  std::vector<Subscript> subscripts = makeSubscripts(stage, buffer);
  std::string memref = capture(stage, buffer), result = fresh();
  std::vector<std::string> texts;
  std::string guard;
  for (size_t d = 0; d < subscripts.size(); ++d) {
    texts.push_back(subscripts[d].text);
    if (subscripts[d].isInside)
      continue;
    std::string index = fresh(), dim = fresh(), size = fresh(), test = fresh();
    stage.body += "      " + index + " = affine.apply affine_map<(";
    std::vector<std::string> dims, values;
    for (size_t i = 0; i < stage.axes.size(); ++i) {
      dims.push_back("v" + std::to_string(i));
      values.push_back("%v" + std::to_string(i));
    }
    std::string expression = subscripts[d].text;
    expression.erase(std::remove(expression.begin(), expression.end(), '%'),
                     expression.end());
    stage.body += join(dims) + ") -> (" + expression + ")>(" + join(values) +
                  ")\n      " + dim + " = arith.constant " + std::to_string(d) +
                  " : index\n      " + size + " = memref.dim " + memref + ", " +
                  dim + " : " + typeOf(buffer.shape) + "\n      " + test +
                  " = arith.cmpi ult, " + index + ", " + size + " : index\n";
    if (!guard.empty()) {
      std::string both = fresh();
      stage.body +=
          "      " + both + " = arith.andi " + guard + ", " + test + " : i1\n";
      test = both;
    }
    guard = test;
  }
  std::string load = "affine.load " + memref + "[" + join(texts) +
                     "] : " + typeOf(buffer.shape) + "\n";
  if (guard.empty()) {
    stage.body += "      " + result + " = " + load;
    return clamp(stage, result);
  }
  std::string zero = fresh(), inner = fresh();
  stage.body += "      " + zero + " = arith.constant " + number(0) + " : " +
                type + "\n      " + result + " = scf.if " + guard + " -> (" +
                type + ") {\n        " + inner + " = " + load +
                "        scf.yield " + inner + " : " + type +
                "\n      } else {\n        scf.yield " + zero + " : " + type +
                "\n      }\n";
  return clamp(stage, result);
}

std::string Generator::combine(Stage &stage, const std::string &a,
                               const std::string &b) {
  static const std::vector<std::string> kInteger = {"addi", "addi", "subi",
                                                    "muli", "maxsi"};
  static const std::vector<std::string> kFloat = {"addf", "subf", "mulf",
                                                  "maximumf"};
  std::string result = fresh();
  stage.body += "      " + result + " = arith." +
                random.pick(isFloat ? kFloat : kInteger) + " " + a + ", " + b +
                " : " + type + "\n";
  return clamp(stage, result);
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
