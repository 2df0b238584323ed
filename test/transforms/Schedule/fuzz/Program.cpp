#include "test/transforms/Schedule/fuzz/Program.h"

#include <algorithm>
#include <numeric>

// Text is small here.
// NOLINTBEGIN(performance-inefficient-*)
namespace tvm::fuzz {

namespace {

constexpr int64_t kSymbolic = -1;

struct Buffer {
  std::string name;
  std::vector<int64_t> shape;
  bool isArgument;
};

/// A loop and the axis that is bound to it.
struct Axis {
  int64_t size; // values are in [0, size)
  bool isReduction = false;
  bool isReversed = false; // bound to size - 1 - i
  bool isConstant = false; // bound to 0, without a loop
};

/// An affine subscript over the axes.
struct Subscript {
  std::string text;
  bool isInside; // for all axes
};

/// One block with the loops around it, outermost first.
struct Stage {
  std::vector<Axis> axes;
  std::vector<size_t> order; // of the axes that have loops
  int64_t freeLoop = 0;      // trip count of a loop that binds nothing
  bool isTriangular = false;
  std::vector<int64_t> lower, step; // per axis
  std::string body, init;           // statements
  std::vector<Buffer> captures;
  std::string predicate;
};

class Generator {
public:
  explicit Generator(uint64_t seed) : random(seed) {}
  Program generate();

private:
  int64_t pickSize();
  std::string typeOf(const std::vector<int64_t> &shape);
  Buffer makeBuffer(const std::vector<int64_t> &shape, bool isArgument);
  Stage makeStage();
  void chooseAxes(Stage &stage);
  void writeBody(Stage &stage);
  Subscript makeSubscript(const Stage &stage, int64_t size);
  std::vector<Subscript> makeSubscripts(const Stage &stage,
                                        const Buffer &buffer);
  std::string capture(Stage &stage, const Buffer &buffer);
  std::string read(Stage &stage);
  std::string gather(Stage &stage, const Buffer &buffer);
  std::string combine(Stage &stage, const std::string &a, const std::string &b);
  std::string clamp(Stage &stage, const std::string &value);
  std::string fresh() { return "%t" + std::to_string(++counter); }
  std::string number(int64_t value);
  void emit(const Stage &stage);
  void emitTogether(const Stage &first, const Stage &second);
  size_t countCommonLoops(const Stage &first, const Stage &second);
  std::string openLoop(const Stage &stage, size_t depth);
  std::string block(const Stage &stage);
  std::string list(const Stage &stage);

  Random random;
  std::string type;
  bool isFloat = false, hasSymbol = false;
  std::vector<int64_t> sizes;
  std::vector<Buffer> buffers;
  std::string allocations, nests;
  int counter = 0, numBlocks = 0;
};

} // namespace

static std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

int64_t Generator::pickSize() {
  if (hasSymbol && random.chance(40))
    return kSymbolic;
  static const std::vector<int64_t> kSizes = {0, 1, 1, 2, 2, 3, 3,
                                              4, 4, 5, 5, 6, 7};
  return random.pick(kSizes);
}

std::string Generator::typeOf(const std::vector<int64_t> &shape) {
  std::string text = "memref<";
  for (int64_t size : shape)
    text += (size == kSymbolic ? "?" : std::to_string(size)) + "x";
  return text + type + ">";
}

Buffer Generator::makeBuffer(const std::vector<int64_t> &shape,
                             bool isArgument) {
  Buffer buffer{"%b" + std::to_string(buffers.size()), shape, isArgument};
  if (!isArgument) {
    std::vector<std::string> dims(std::count(shape.begin(), shape.end(), -1),
                                  "%n");
    allocations += "  " + buffer.name + " = memref.alloc(" + join(dims) +
                   ") : " + typeOf(shape) + "\n";
  }
  buffers.push_back(buffer);
  return buffer;
}

std::string Generator::number(int64_t value) {
  return std::to_string(value) + (isFloat ? ".0" : "");
}

std::string Generator::capture(Stage &stage, const Buffer &buffer) {
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
                                                 const Buffer &buffer) {
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
std::string Generator::gather(Stage &stage, const Buffer &buffer) {
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
  Buffer buffer = random.pick(buffers);
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
  Buffer target;
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
  std::string memref = capture(stage, target);
  std::vector<std::string> texts;
  for (const Subscript &subscript : at)
    texts.push_back(subscript.text);
  std::string place =
      memref + "[" + join(texts) + "] : " + typeOf(target.shape);
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
    if (isNew || random.chance(50)) {
      std::string start = fresh();
      stage.init = "      " + start + " = arith.constant " + kind[1] + " : " +
                   type + "\n      affine.store " + start + ", " + place + "\n";
    }
  }
  stage.body += "      affine.store " + value + ", " + place + "\n";
}

/// `for` of the loop at `depth` of a stage; its variable is %i<axis>.
std::string Generator::openLoop(const Stage &stage, size_t depth) {
  size_t axis = stage.order[depth];
  std::string lower = std::to_string(stage.lower[axis]), upper, step;
  int64_t size = stage.axes[axis].size;
  upper = size == kSymbolic ? "%n" : std::to_string(size);
  if (depth == 1 && stage.isTriangular)
    upper = "affine_map<(d0) -> (d0 + 1)>(%l0)";
  if (stage.step[axis] != 1)
    step = " step " + std::to_string(stage.step[axis]);
  return "  affine.for %l" + std::to_string(depth) + " = " + lower + " to " +
         upper + step + " {\n";
}

/// Region arguments: axes, captures.
std::string Generator::list(const Stage &stage) {
  std::vector<std::string> arguments;
  for (size_t i = 0; i < stage.axes.size(); ++i)
    arguments.push_back("%v" + std::to_string(i) + ": index");
  for (size_t i = 0; i < stage.captures.size(); ++i)
    arguments.push_back("%m" + std::to_string(i) + ": " +
                        typeOf(stage.captures[i].shape));
  return "    ^bb0(" + join(arguments) + "):\n";
}

std::string Generator::block(const Stage &stage) {
  std::vector<std::string> kinds, dims, loops, results, names, types;
  for (const Axis &axis : stage.axes)
    kinds.push_back(axis.isReduction ? "true" : "false");
  for (size_t depth = 0; depth < stage.order.size(); ++depth) {
    dims.push_back("d" + std::to_string(depth));
    loops.push_back("%l" + std::to_string(depth));
  }
  for (size_t i = 0; i < stage.axes.size(); ++i) {
    if (stage.axes[i].isConstant) {
      results.push_back("0");
      continue;
    }
    size_t depth = std::find(stage.order.begin(), stage.order.end(), i) -
                   stage.order.begin();
    std::string loop = "d" + std::to_string(depth);
    results.push_back(stage.axes[i].isReversed
                          ? std::to_string(stage.axes[i].size - 1) + " - " +
                                loop
                          : loop);
  }
  for (const Buffer &buffer : stage.captures) {
    names.push_back(buffer.name);
    types.push_back(typeOf(buffer.shape));
  }
  std::string text = "    te.block \"s" + std::to_string(numBlocks++) + "\" [" +
                     join(kinds) + "] affine_map<(" + join(dims) + ") -> (" +
                     join(results) + ")>(" + join(loops) + ")";
  if (!stage.predicate.empty())
    text += " if affine_set<(" + join(dims) + ") : (" + stage.predicate +
            " - d0 >= 0)>";
  text += " captures(" + join(names) + " : " + join(types) + ")";
  if (!stage.init.empty())
    text += " init {\n" + list(stage) + stage.init + "      te.yield\n    }";
  return text + " do {\n" + list(stage) + stage.body +
         "      te.yield\n    }\n";
}

void Generator::emit(const Stage &stage) {
  if (stage.freeLoop)
    nests +=
        "  affine.for %f = 0 to " + std::to_string(stage.freeLoop) + " {\n";
  for (size_t depth = 0; depth < stage.order.size(); ++depth)
    nests += openLoop(stage, depth);
  nests += block(stage);
  for (size_t depth = 0; depth < stage.order.size(); ++depth)
    nests += "  }\n";
  if (stage.freeLoop)
    nests += "  }\n";
}

/// Outer loops that two stages can share: equal ones over spatial axes.
size_t Generator::countCommonLoops(const Stage &first, const Stage &second) {
  if (first.freeLoop || second.freeLoop || first.isTriangular ||
      second.isTriangular)
    return 0;
  size_t depth = 0;
  for (; depth < std::min(first.order.size(), second.order.size()); ++depth) {
    size_t a = first.order[depth], b = second.order[depth];
    if (first.axes[a].size != second.axes[b].size ||
        first.axes[a].isReduction || second.axes[b].isReduction ||
        first.lower[a] != second.lower[b] || first.step[a] != second.step[b])
      break;
  }
  return depth;
}

void Generator::emitTogether(const Stage &first, const Stage &second) {
  size_t shared = random.between(1, countCommonLoops(first, second));
  for (size_t depth = 0; depth < shared; ++depth)
    nests += openLoop(first, depth);
  for (const Stage *stage : {&first, &second}) {
    for (size_t depth = shared; depth < stage->order.size(); ++depth)
      nests += openLoop(*stage, depth);
    nests += block(*stage);
    for (size_t depth = shared; depth < stage->order.size(); ++depth)
      nests += "  }\n";
  }
  for (size_t depth = 0; depth < shared; ++depth)
    nests += "  }\n";
}

Program Generator::generate() {
  isFloat = random.chance(35);
  type = isFloat ? "f32" : (random.chance(50) ? "i64" : "i32");
  hasSymbol = random.chance(30);
  for (int64_t i = random.between(2, 3); i > 0; --i)
    sizes.push_back(pickSize());
  if (hasSymbol)
    sizes.push_back(kSymbolic);
  makeBuffer({hasSymbol ? kSymbolic : sizes[0]}, true);
  makeBuffer({random.pick(sizes), random.pick(sizes)}, true);
  if (random.chance(60))
    makeBuffer({random.pick(sizes)}, true);
  std::vector<Stage> stages;
  for (int64_t i = random.between(1, 4); i > 0; --i)
    stages.push_back(makeStage());
  for (size_t i = 0; i < stages.size(); ++i) {
    if (i + 1 < stages.size() && countCommonLoops(stages[i], stages[i + 1]) &&
        random.chance(35)) {
      emitTogether(stages[i], stages[i + 1]);
      ++i;
      continue;
    }
    emit(stages[i]);
  }
  std::vector<std::string> arguments;
  for (const Buffer &buffer : buffers)
    if (buffer.isArgument)
      arguments.push_back(buffer.name + ": " + typeOf(buffer.shape));
  Program program;
  program.text = "func.func @kernel(" + join(arguments) + ") {\n";
  if (hasSymbol)
    program.text += "  %c0 = arith.constant 0 : index\n  %n = memref.dim %b0, "
                    "%c0 : " +
                    typeOf(buffers[0].shape) + "\n";
  program.text += allocations + nests + "  return\n}\n";
  program.symbols = {0};
  if (hasSymbol)
    program.symbols = {random.between(0, 2), random.between(3, 7)};
  return program;
}

Program generateProgram(uint64_t seed) { return Generator(seed).generate(); }

} // namespace tvm::fuzz
// NOLINTEND(performance-inefficient-*)
