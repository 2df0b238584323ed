// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/files/Libraries.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tvm {

std::optional<std::string> findLibrary(StringRef folder, StringRef name) {
  static int anchor;
  std::string program = sys::fs::getMainExecutable(nullptr, &anchor);
  StringRef home = sys::path::parent_path(program);
  SmallString<128> tree(sys::path::parent_path(sys::path::parent_path(home)));
  sys::path::append(tree, folder, name);
  SmallString<128> installed(sys::path::parent_path(home));
  sys::path::append(installed, "lib", name);
  SmallString<128> beside(home);
  sys::path::append(beside, name);
  for (StringRef path :
       {StringRef(tree), StringRef(installed), StringRef(beside)})
    if (sys::fs::exists(path))
      return path.str();
  return std::nullopt;
}

} // namespace tvm
