// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/Graph/GraphInterfaces.h"

using namespace mlir;

#include "dialects/Graph/GraphInterfaces.cpp.inc"
