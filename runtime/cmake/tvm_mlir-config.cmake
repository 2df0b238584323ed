# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# find_package(tvm_mlir CONFIG) defines the target tvm_mlir::runtime.
get_filename_component(_tvm_mlir_prefix
  "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET tvm_mlir::runtime)
  add_library(tvm_mlir::runtime SHARED IMPORTED)
  set_target_properties(tvm_mlir::runtime PROPERTIES
    IMPORTED_LOCATION "${_tvm_mlir_prefix}/lib/libtvm_mlir.so.0"
    IMPORTED_SONAME "libtvm_mlir.so.0"
    INTERFACE_INCLUDE_DIRECTORIES "${_tvm_mlir_prefix}/include")
endif()

unset(_tvm_mlir_prefix)
