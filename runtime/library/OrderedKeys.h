// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements as unsigned integers in the same order.
#ifndef RUNTIME_LIBRARY_ORDEREDKEYS_H
#define RUNTIME_LIBRARY_ORDEREDKEYS_H

#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace tvm::runtime {

/// Keys of integers of the size of `Bits`, whose sign bit is `sign` or 0.
template <typename Bits> struct IntegerKeys {
  using Key = Bits;
  Bits sign;
  Key operator()(Bits bits) const { return bits ^ sign; }

  /// Whether `bits` may precede `limit`; a test that processors do for several
  /// elements at a time.
  bool mayPrecede(Bits bits, Bits limit, Key flip) const {
    using Signed = std::make_signed_t<Bits>;
    Bits toSigned = sign ^ flip ^ Bits(Bits(1) << (8 * sizeof(Bits) - 1));
    return Signed(bits ^ toSigned) < Signed(limit ^ toSigned);
  }
};

/// Keys of floats: NaN is the largest, and -0 equals 0.
template <typename Bits> struct FloatKeys {
  using Key = Bits;
  Bits infinity;
  Key operator()(Bits bits) const {
    constexpr Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
    Bits magnitude = bits & Bits(~sign);
    Bits positive = magnitude | sign, negative = ~bits;
    Bits key = (bits & sign) && magnitude ? negative : positive;
    return magnitude > infinity ? Bits(~Bits(0)) : key;
  }

  bool mayPrecede(Bits bits, Bits limit, Key flip) const {
    if constexpr (sizeof(Bits) == 2) {
      return Key((*this)(bits) ^ flip) < Key((*this)(limit) ^ flip);
    } else {
      using Float = std::conditional_t<sizeof(Bits) == 4, float, double>;
      Float x, y;
      memcpy(&x, &bits, sizeof(x));
      memcpy(&y, &limit, sizeof(y));
      return flip ? !(x <= y) : !(x >= y); // true for NaN
    }
  }
};

/// Calls `use` with the keys for `dtype`, a type of NumPy or ml_dtypes; false
/// if there is no such type.
template <typename Use> bool withKeys(std::string_view dtype, Use use) {
  bool isUnsigned = dtype == "bool" || dtype.substr(0, 4) == "uint";
  auto integers = [&](auto bits) {
    using Bits = decltype(bits);
    Bits sign = Bits(1) << (8 * sizeof(Bits) - 1);
    use(IntegerKeys<Bits>{isUnsigned ? Bits(0) : sign});
    return true;
  };
  auto floats = [&](auto infinity) {
    use(FloatKeys<decltype(infinity)>{infinity});
    return true;
  };
  if (dtype == "bool" || dtype == "int8" || dtype == "uint8")
    return integers(uint8_t());
  if (dtype == "int16" || dtype == "uint16")
    return integers(uint16_t());
  if (dtype == "int32" || dtype == "uint32")
    return integers(uint32_t());
  if (dtype == "int64" || dtype == "uint64")
    return integers(uint64_t());
  if (dtype == "float16")
    return floats(uint16_t(0x7c00));
  if (dtype == "bfloat16")
    return floats(uint16_t(0x7f80));
  if (dtype == "float32")
    return floats(uint32_t(0x7f800000));
  return dtype == "float64" && floats(uint64_t(0x7ff0000000000000));
}

} // namespace tvm::runtime

#endif // RUNTIME_LIBRARY_ORDEREDKEYS_H
