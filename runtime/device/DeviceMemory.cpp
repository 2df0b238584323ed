// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/device/DeviceMemory.h"

using namespace tvm::runtime;

DeviceMemory::~DeviceMemory() {
  for (const Piece &piece : pieces)
    if (piece.bytes >= 0)
      (void)device.free(piece.memory).failed();
}

void DeviceMemory::reset() { pieceOfBuffer.clear(); }

Status DeviceMemory::grow(Piece &piece, int64_t bytes) {
  if (piece.bytes >= 0)
    TVM_RETURN_IF_FAILED(device.free(piece.memory));
  piece.bytes = -1;
  TVM_RETURN_IF_FAILED(device.allocate(bytes, piece.memory));
  piece.bytes = bytes;
  return TVM_OK;
}

Status DeviceMemory::get(const void *host, int64_t bytes, uint64_t &memory) {
  size_t index =
      pieceOfBuffer.try_emplace(host, pieceOfBuffer.size()).first->second;
  while (pieces.size() <= index)
    pieces.emplace_back();
  Piece &piece = pieces[index];
  if (piece.bytes < bytes)
    TVM_RETURN_IF_FAILED(grow(piece, bytes));
  memory = piece.memory;
  return TVM_OK;
}
