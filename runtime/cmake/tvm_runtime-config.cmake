# find_package(tvm_runtime CONFIG) defines the target tvm::runtime.
get_filename_component(_tvm_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

if(NOT TARGET tvm::runtime)
  add_library(tvm::runtime SHARED IMPORTED)
  set_target_properties(tvm::runtime PROPERTIES
    IMPORTED_LOCATION "${_tvm_prefix}/lib/libtvm_runtime.so"
    INTERFACE_INCLUDE_DIRECTORIES "${_tvm_prefix}/include")
endif()

unset(_tvm_prefix)
