// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/page/Page.h"
#include "tools/explain/Writers.h"

namespace tvm::explain {

/// The files page/*; see BUILD.bazel.
static constexpr char kStyle[] =
#include "tools/explain/page/page.css.inc"
    ;
static constexpr char kScript[] =
#include "tools/explain/page/page.js.inc"
    ;
static constexpr char kBody[] =
#include "tools/explain/page/body.html.inc"
    ;

void writePage(const Report &report, llvm::raw_ostream &os) {
  tvm::writePage(report.model.name, {kStyle, kBody, kScript}, toJSON(report),
                 os);
}

} // namespace tvm::explain
