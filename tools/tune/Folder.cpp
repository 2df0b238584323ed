#include "tools/tune/Folder.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tvm::tvmc {

Error useFolder(StringRef given, function_ref<Error(StringRef)> work) {
  if (!given.empty()) {
    if (std::error_code code = sys::fs::create_directories(given))
      return createStringError("cannot create folder '" + given +
                               "': " + code.message());
    return work(given);
  }
  SmallString<128> folder;
  if (std::error_code code =
          sys::fs::createUniqueDirectory("tvmc-tune", folder))
    return createStringError("cannot create a temporary folder: " +
                             code.message());
  scope_exit remove([&] { (void)sys::fs::remove_directories(folder); });
  return work(folder);
}

} // namespace tvm::tvmc
