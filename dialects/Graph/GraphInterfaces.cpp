#include "dialects/Graph/GraphInterfaces.h"

using namespace mlir;

#include "dialects/Graph/GraphInterfaces.cpp.inc"
