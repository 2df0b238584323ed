// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "test/transforms/Schedule/fuzz/generator/Generator.h"

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

void Generator::chooseAxes(Stage &stage) {
  int64_t spatial =
      random.between(0, 9) == 0 ? random.between(0, 3) : random.between(1, 2);
  int64_t reduction = random.chance(40) ? random.between(1, 2) : 0;
  for (int64_t i = 0; i < spatial + reduction; ++i) {
    Axis axis{random.pick(sizes), i >= spatial};
    axis.isReversed = axis.size != kSymbolic && random.chance(4);
    axis.isConstant = axis.size == 1 && random.chance(20);
    stage.axes.push_back(axis);
    stage.lower.push_back(0);
    stage.step.push_back(1);
    if (axis.size > 2 && !axis.isReversed && random.chance(2))
      stage.lower.back() = 1;
    if (axis.size > 2 && !axis.isReversed && random.chance(2))
      stage.step.back() = 2;
    if (!axis.isConstant)
      stage.order.push_back(i);
  }
  if (random.chance(15))
    for (size_t i = stage.order.size(); i > 1; --i)
      std::swap(stage.order[i - 1], stage.order[random.between(0, i - 1)]);
  if (random.chance(5))
    stage.freeLoop = random.between(1, 3);
  stage.isTriangular =
      reduction == 0 && stage.order.size() >= 2 && random.chance(5) &&
      stage.axes[stage.order[0]].size != kSymbolic &&
      stage.axes[stage.order[0]].size <= stage.axes[stage.order[1]].size &&
      stage.step[stage.order[1]] == 1;
  if (!stage.order.empty() && random.chance(4))
    stage.predicate = std::to_string(random.between(0, 4));
}

Stage Generator::makeStage() {
  Stage stage;
  chooseAxes(stage);
  writeBody(stage);
  return stage;
}

void Generator::writeBody(Stage &stage) {
  std::vector<int64_t> shape;
  std::vector<Subscript> at;
  bool reduces = false;
  for (size_t i = 0; i < stage.axes.size(); ++i) {
    if (stage.axes[i].isReduction) {
      reduces = true;
      continue;
    }
    shape.push_back(stage.axes[i].size);
    at.push_back({"%v" + std::to_string(i), true});
  }
  std::string value = read(stage);
  for (int64_t more = random.between(0, 2); more > 0; --more)
    value = combine(stage, value, read(stage));
  if (!isFloat && !stage.axes.empty() && random.chance(15)) {
    std::string cast = fresh();
    stage.body += "      " + cast + " = arith.index_cast %v" +
                  std::to_string(random.between(0, stage.axes.size() - 1)) +
                  " : index to " + type + "\n";
    value = combine(stage, value, cast);
  }
  MemRef target;
  bool isNew = true;
  if (random.chance(30)) {
    // In place: where something is already, at the spatial axes or near.
    target = random.pick(buffers);
    std::vector<Subscript> other = makeSubscripts(stage, target);
    bool isValid = true;
    std::string places;
    for (const Subscript &subscript : other) {
      isValid &= subscript.isInside;
      places += subscript.text + ",";
    }
    // A reduction combines values in an element per point of spatial axes.
    for (size_t i = 0; reduces && i < stage.axes.size(); ++i) {
      std::string axis = "%v" + std::to_string(i);
      isValid &= stage.axes[i].isReduction
                     ? places.find(axis) == std::string::npos
                     : places.find(axis + ",") != std::string::npos;
    }
    isNew = !isValid;
    if (isValid)
      at = other;
  }
  if (isNew)
    target = makeBuffer(shape, random.chance(35));
  std::vector<std::string> texts;
  for (const Subscript &subscript : at)
    texts.push_back(subscript.text);
  bool hasInit = isNew || random.chance(50);
  store(stage, target, texts, value, reduces, hasInit);
  if (isNew && random.chance(10)) // a second result
    store(stage, makeBuffer(shape, random.chance(35)), texts,
          combine(stage, value, value), reduces, hasInit);
}

void Generator::store(Stage &stage, const MemRef &target,
                      const std::vector<std::string> &subscripts,
                      std::string value, bool reduces, bool hasInit) {
  std::string place = capture(stage, target) + "[" + join(subscripts) +
                      "] : " + typeOf(target.shape);
  if (reduces) {
    static const std::vector<std::vector<std::string>> kInteger = {
        {"addi", "0"},
        {"addi", "0"},
        {"muli", "1"},
        {"maxsi", "-100"},
        {"xori", "0"}};
    static const std::vector<std::vector<std::string>> kFloat = {
        {"addf", "0.0"}, {"addf", "0.0"}, {"maximumf", "-100.0"}};
    const auto &kind = random.pick(isFloat ? kFloat : kInteger);
    std::string old = fresh(), total = fresh();
    stage.body += "      " + old + " = affine.load " + place + "\n      " +
                  total + " = arith." + kind[0] + " " + old + ", " + value +
                  " : " + type + "\n";
    value = total;
    if (hasInit) {
      std::string start = fresh();
      stage.init += "      " + start + " = arith.constant " + kind[1] + " : " +
                    type + "\n      affine.store " + start + ", " + place +
                    "\n";
    }
  }
  stage.body += "      affine.store " + value + ", " + place + "\n";
}

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
