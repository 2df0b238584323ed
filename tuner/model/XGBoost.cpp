// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tuner/model/XGBoost.h"

#include "llvm/Support/DynamicLibrary.h"

using namespace llvm;

namespace tvm::tuner {

namespace {
/// Reads functions of a library, and keeps the name of the first missing one.
class Reader {
public:
  explicit Reader(sys::DynamicLibrary library) : library(library) {}

  template <typename F> void read(const char *name, F &function) {
    function = reinterpret_cast<F>(library.getAddressOfSymbol(name));
    if (!function && missing.empty())
      missing = name;
  }

  std::string missing;

private:
  sys::DynamicLibrary library;
};
} // namespace

static Expected<XGBoost> open() {
  std::string message;
  auto library =
      sys::DynamicLibrary::getPermanentLibrary("libxgboost.so.0", &message);
  if (!library.isValid())
    return createStringError(
        "cannot open XGBoost: " + message +
        "; install Debian's libxgboost0, or search without a model (genetic)");
  XGBoost functions;
  Reader reader(library);
  reader.read("XGBGetLastError", functions.getLastError);
  reader.read("XGDMatrixCreateFromMat", functions.createMatrix);
  reader.read("XGDMatrixSetFloatInfo", functions.setFloatInfo);
  reader.read("XGDMatrixSetUIntInfo", functions.setUIntInfo);
  reader.read("XGDMatrixFree", functions.freeMatrix);
  reader.read("XGBoosterCreate", functions.createBooster);
  reader.read("XGBoosterSetParam", functions.setParam);
  reader.read("XGBoosterUpdateOneIter", functions.updateOneIter);
  reader.read("XGBoosterPredictFromDense", functions.predictFromDense);
  reader.read("XGBoosterPredictFromDMatrix", functions.predictFromMatrix);
  reader.read("XGBoosterFree", functions.freeBooster);
  if (!reader.missing.empty())
    return createStringError("this XGBoost has no function " + reader.missing);
  return functions;
}

Expected<const XGBoost *> XGBoost::get() {
  static std::string failure;
  static const std::optional<XGBoost> functions = [] {
    Expected<XGBoost> opened = open();
    if (opened)
      return std::optional(*opened);
    failure = toString(opened.takeError());
    return std::optional<XGBoost>();
  }();
  if (!functions)
    return createStringError(failure);
  return &*functions;
}

Error XGBoost::check(int status) const {
  if (status == 0)
    return Error::success();
  return createStringError("XGBoost: " +
                           StringRef(getLastError()).split('\n').first);
}

} // namespace tvm::tuner
