// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

Stage Generator::makeStage(const std::vector<Axis> &axes) {
  Stage stage;
  stage.axes = axes;
  stage.lower.assign(axes.size(), 0);
  stage.step.assign(axes.size(), 1);
  for (size_t i = 0; i < axes.size(); ++i)
    stage.order.push_back(i);
  return stage;
}

std::string Generator::at(Stage &stage, const MemRef &buffer,
                          const std::string &place) {
  return capture(stage, buffer) + "[" + place + "] : " + typeOf(buffer.shape) +
         "\n";
}

/// Adds `value` to an element of `result`, at the first two axes of `sum`,
/// which a stage of its own may have set to zero.
void Generator::addSum(std::vector<Stage> &stages, Stage sum,
                       const MemRef &result, const std::string &value) {
  std::string suffix = isFloat ? "f" : "i", kind = " : " + type + "\n";
  std::string old = fresh(), total = fresh(), start = fresh();
  std::string place = at(sum, result, "%v0, %v1");
  sum.body += "      " + old + " = affine.load " + place + "      " + total +
              " = arith.add" + suffix + " " + old + ", " + value + kind +
              "      affine.store " + total + ", " + place;
  std::string zeros = "      " + start + " = arith.constant " + number(0) +
                      kind + "      affine.store " + start + ", ";
  if (random.chance(30)) {
    sum.init = zeros + place;
  } else {
    Stage reset = makeStage({sum.axes[0], sum.axes[1]});
    reset.body = zeros + at(reset, result, "%v0, %v1");
    stages.push_back(reset);
  }
  stages.push_back(sum);
}

/// A sum of neighbours of what another stage computes.
void Generator::addStencil(std::vector<Stage> &stages) {
  int64_t taps = random.between(2, 3), rows = random.between(1, 5);
  int64_t step = random.between(1, 2), columns = random.between(1, 3);
  int64_t size = (rows - 1) * step + taps;
  MemRef source = makeBuffer({size, columns}, true),
         middle = makeBuffer({size, columns}, false),
         result = makeBuffer({rows, columns}, true);
  Stage first = makeStage({{size}, {columns}});
  std::string value = fresh();
  first.body =
      "      " + value + " = affine.load " + at(first, source, "%v0, %v1");
  value = combine(first, value, value);
  first.body +=
      "      affine.store " + value + ", " + at(first, middle, "%v0, %v1");
  stages.push_back(first);
  Stage second = makeStage({{rows}, {columns}});
  std::string total;
  for (int64_t tap = 0; tap < taps; ++tap) {
    std::string neighbour = fresh();
    second.body += "      " + neighbour + " = affine.load " +
                   at(second, middle,
                      "%v0 * " + std::to_string(step) + " + " +
                          std::to_string(tap) + ", %v1");
    total = tap ? combine(second, total, neighbour) : neighbour;
  }
  second.body +=
      "      affine.store " + total + ", " + at(second, result, "%v0, %v1");
  stages.push_back(second);
}

/// Stages that each read two elements of the one before, or one element twice:
/// what they are inlined into reads them again and again.
void Generator::addChain(std::vector<Stage> &stages) {
  int64_t length = random.between(3, 6), distance = random.between(0, 1);
  int64_t size = random.between(1, 4) + length * distance;
  MemRef before = makeBuffer({size}, true);
  for (int64_t i = 1; i <= length; ++i) {
    size -= distance;
    MemRef result = makeBuffer({size}, i == length);
    Stage stage = makeStage({{size}});
    std::string values[2];
    for (int64_t use : {0, 1}) {
      values[use] = fresh();
      stage.body +=
          "      " + values[use] + " = affine.load " +
          at(stage, before, "%v0 + " + std::to_string(use * distance));
    }
    std::string value = combine(stage, values[0], values[1]);
    stage.body +=
        "      affine.store " + value + ", " + at(stage, result, "%v0");
    stages.push_back(stage);
    before = result;
  }
}

/// A buffer with zeros around it, and a sum over windows of that.
void Generator::addSkippedPadding(std::vector<Stage> &stages) {
  int64_t inside = random.between(1, 6), before = random.between(0, 3);
  int64_t rows = random.between(1, 6), columns = random.between(1, 3);
  int64_t taps = random.between(1, 4);
  int64_t step = random.between(1, 2), dilation = random.between(1, 2);
  int64_t size = (rows - 1) * step + (taps - 1) * dilation + 1;
  MemRef source = makeBuffer({inside}, true),
         padded = makeBuffer({size}, false);
  MemRef weights = makeBuffer({taps, columns}, true);
  MemRef result = makeBuffer({rows, columns}, random.chance(50));
  std::string suffix = isFloat ? "f" : "i", kind = " : " + type + "\n";

  Stage pad = makeStage({{size}});
  std::string first = fresh(), end = fresh(), index = fresh(),
              isInside = fresh();
  std::string zero = fresh(), value = fresh(), choice = fresh();
  pad.body =
      "      " + first + " = arith.constant " + std::to_string(-before) +
      " : index\n      " + end + " = arith.constant " + std::to_string(inside) +
      " : index\n      " + index + " = arith.addi %v0, " + first +
      " : index\n      " + isInside + " = arith.cmpi ult, " + index + ", " +
      end + " : index\n      " + zero + " = arith.constant " + number(0) +
      kind + "      " + choice + " = scf.if " + isInside + " -> (" + type +
      ") {\n      " + value + " = affine.load " +
      at(pad, source, "%v0 - " + std::to_string(before)) + "      scf.yield " +
      value + kind + "      } else {\n" + "      scf.yield " + zero + kind +
      "      }\n      affine.store " + choice + ", " + at(pad, padded, "%v0");
  stages.push_back(pad);

  Stage sum = makeStage({{rows}, {columns}, {taps, /*isReduction=*/true}});
  std::string datum = fresh(), weight = fresh(), product = fresh();
  sum.body = "      " + datum + " = affine.load " +
             at(sum, padded,
                "%v0 * " + std::to_string(step) + " + %v2 * " +
                    std::to_string(dilation)) +
             "      " + weight + " = affine.load " +
             at(sum, weights, "%v2, %v1") + "      " + product +
             " = arith.mul" + suffix + " " + datum + ", " + weight + kind;
  addSum(stages, sum, result, product);
}

/// A sum over taps, of which some lie outside of the weights.
void Generator::addChosenSum(std::vector<Stage> &stages) {
  int64_t rows = random.between(1, 5), columns = random.between(1, 3);
  int64_t taps = random.between(1, 4), size = random.between(1, 6);
  int64_t step = random.between(1, 3), begin = random.between(-2, 2);
  bool isDivided = random.chance(40);
  MemRef data = makeBuffer({rows + taps - 1}, true);
  MemRef weights = makeBuffer({size, columns}, true);
  MemRef result = makeBuffer({rows, columns}, random.chance(50));
  std::string suffix = isFloat ? "f" : "i", kind = " : " + type + "\n";
  std::string row = isDivided ? "(%v0 mod 2)" : "%v0";
  std::string tap =
      row + " + %v2 * " + std::to_string(step) + " + " + std::to_string(begin);
  auto define = [&](Stage &stage, const std::string &value) {
    std::string name = fresh();
    stage.body += "      " + name + " = " + value;
    return name;
  };
  Stage sum = makeStage({{rows}, {columns}, {taps, /*isReduction=*/true}});
  auto test = [&](const std::string &map, const std::string &axes,
                  int64_t bound) {
    std::string index = define(sum, "affine.apply affine_map<(d0, d1) -> (" +
                                        map + ")>(" + axes + ")\n");
    std::string end =
        define(sum, "arith.constant " + std::to_string(bound) + " : index\n");
    return define(sum, "arith.cmpi ult, " + index + ", " + end + " : index\n");
  };
  std::string place = std::string(isDivided ? "d0 mod 2" : "d0") + " + d1 * " +
                      std::to_string(step) + " + " + std::to_string(begin);
  std::string isTap = test(place, "%v0, %v2", size), holds = isTap;
  if (random.chance(40)) {
    std::string other =
        test("d0 + d1 - " + std::to_string(random.between(0, 2)), "%v1, %v2",
             random.between(1, 5));
    holds = define(sum, "arith.andi " + isTap + ", " + other + " : i1\n");
  }
  std::string zero = define(sum, "arith.constant " + number(0) + kind);
  std::string loaded = fresh();
  std::string weight =
      define(sum, "scf.if " + isTap + " -> (" + type + ") {\n      " + loaded +
                      " = affine.load " + at(sum, weights, tap + ", %v1") +
                      "      scf.yield " + loaded + kind + "      } else {\n" +
                      "      scf.yield " + zero + kind + "      }\n");
  std::string datum = define(sum, "affine.load " + at(sum, data, "%v0 + %v2"));
  std::string product =
      define(sum, "arith.mul" + suffix + " " + datum + ", " + weight + kind);
  std::string chosen = define(sum, "arith.select " + holds + ", " + product +
                                       ", " + zero + kind);
  addSum(stages, sum, result, chosen);
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
