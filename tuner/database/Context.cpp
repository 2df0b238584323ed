#include "tuner/database/Context.h"

#include <tuple>

namespace tvm::tuner {

static auto tie(const RecordContext &context) {
  return std::tie(context.target, context.method, context.machine,
                  context.version, context.threads, context.optLevel);
}

bool operator==(const RecordContext &a, const RecordContext &b) {
  return tie(a) == tie(b);
}

} // namespace tvm::tuner
