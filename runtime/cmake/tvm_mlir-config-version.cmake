# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(tvm_mlir VERSION) takes this version where the major one is equal
# and the others are not older; before 1.0.0, the minor one has to be equal, too.
# The versions are those of tvm_mlir.h.
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/tvm_mlir.h" _line
  REGEX "^#define TVM_MLIR_VERSION \"")
string(REGEX REPLACE ".*\"(.*)\"" "\\1" PACKAGE_VERSION "${_line}")
unset(_line)

string(REGEX MATCH "^0\\.[0-9]+|^[0-9]+" _own "${PACKAGE_VERSION}")
string(REGEX MATCH "^0\\.[0-9]+|^[0-9]+" _asked "${PACKAGE_FIND_VERSION}.0")
if(_own STREQUAL _asked AND NOT PACKAGE_VERSION VERSION_LESS PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
  if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
    set(PACKAGE_VERSION_EXACT TRUE)
  endif()
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
unset(_own)
unset(_asked)
