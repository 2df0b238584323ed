#include "test/transforms/Schedule/fuzz/Generator.h"

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

/// A buffer with zeros around it, and a sum over windows of that.
void Generator::addPaddedSum(std::vector<Stage> &stages) {
  int64_t inside = random.between(1, 6), before = random.between(0, 3);
  int64_t rows = random.between(1, 6), columns = random.between(1, 3);
  int64_t taps = random.between(1, 4);
  int64_t step = random.between(1, 2), dilation = random.between(1, 2);
  int64_t size = (rows - 1) * step + (taps - 1) * dilation + 1;
  MemRef source = makeBuffer({inside}, true),
         padded = makeBuffer({size}, false);
  MemRef weights = makeBuffer({taps, columns}, true);
  MemRef result = makeBuffer({rows, columns}, random.chance(50));
  auto makeStage = [](const std::vector<Axis> &axes) {
    Stage stage;
    stage.axes = axes;
    stage.lower.assign(axes.size(), 0);
    stage.step.assign(axes.size(), 1);
    for (size_t i = 0; i < axes.size(); ++i)
      stage.order.push_back(i);
    return stage;
  };
  auto at = [&](Stage &stage, const MemRef &buffer, const std::string &place) {
    return capture(stage, buffer) + "[" + place +
           "] : " + typeOf(buffer.shape) + "\n";
  };
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
  std::string old = fresh(), total = fresh(), start = fresh();
  std::string place = at(sum, result, "%v0, %v1");
  sum.body = "      " + datum + " = affine.load " +
             at(sum, padded,
                "%v0 * " + std::to_string(step) + " + %v2 * " +
                    std::to_string(dilation)) +
             "      " + weight + " = affine.load " +
             at(sum, weights, "%v2, %v1") + "      " + product +
             " = arith.mul" + suffix + " " + datum + ", " + weight + kind +
             "      " + old + " = affine.load " + place + "      " + total +
             " = arith.add" + suffix + " " + old + ", " + product + kind +
             "      affine.store " + total + ", " + place;
  std::string zeros = "      " + start + " = arith.constant " + number(0) +
                      kind + "      affine.store " + start + ", ";
  if (random.chance(30)) {
    sum.init = zeros + place;
  } else {
    Stage reset = makeStage({{rows}, {columns}});
    reset.body = zeros + at(reset, result, "%v0, %v1");
    stages.push_back(reset);
  }
  stages.push_back(sum);
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
