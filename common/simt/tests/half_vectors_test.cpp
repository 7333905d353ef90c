// Half precision and bfloat16, compared with what an H100 computed: see tensor/make_vectors.cu.
#include <gtest/gtest.h>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/simt/shim/cuda_bf16.h"
#include "common/simt/shim/cuda_fp16.h"
#include "common/simt/tests/tensor/vector_inputs.h"

namespace simt {
namespace {

using vectors::Format;
using vectors::kBinary;

std::vector<std::uint16_t> stored(const std::string& name) {
  const char* folder = std::getenv("SIMT_VECTORS");
  std::ifstream file(std::string(folder != nullptr ? folder : ".") + "/" + name, std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  std::vector<std::uint16_t> numbers(bytes.size() / 2);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<std::uint16_t>(static_cast<unsigned char>(bytes[2 * i]) |
                                            static_cast<unsigned char>(bytes[2 * i + 1]) << 8);
  }
  return numbers;
}

std::uint16_t raw(__half h) {
  return __half_as_ushort(h);
}
std::uint16_t raw(__nv_bfloat16 h) {
  return __bfloat16_as_ushort(h);
}

TEST(HalfPrecision, IsRoundedAsOnAnH100) {
  const std::vector<std::uint16_t> expected = stored("h100_conversions.bin");
  constexpr std::size_t kEach = 10;  // numbers of 16 bits; the last two are a TF32
  ASSERT_EQ(expected.size(), vectors::kConversions * kEach);
  vectors::Random random(7);
  for (std::size_t i = 0; i < vectors::kConversions; ++i) {
    const std::uint32_t bits = vectors::draw_float(random);
    float x = 0;
    std::memcpy(&x, &bits, sizeof x);
    const std::vector<std::uint16_t> here = {
        raw(__float2half_rn(x)),     raw(__float2half_rz(x)),     raw(__float2half_rd(x)),
        raw(__float2half_ru(x)),     raw(__float2bfloat16_rn(x)), raw(__float2bfloat16_rz(x)),
        raw(__float2bfloat16_rd(x)), raw(__float2bfloat16_ru(x))};
    ASSERT_TRUE(std::equal(here.begin(), here.end(), &expected[i * kEach])) << std::hex << bits;
  }
}

__half as(std::uint32_t bits, __half) {
  return __ushort_as_half(static_cast<unsigned short>(bits));
}
__nv_bfloat16 as(std::uint32_t bits, __nv_bfloat16) {
  return __ushort_as_bfloat16(static_cast<unsigned short>(bits));
}

template <class T>
std::vector<std::uint16_t> results(T x, T y, T z) {
  const int compared = __heq(x, y) | __hne(x, y) << 1 | __hle(x, y) << 2 | __hge(x, y) << 3 |
                       __hlt(x, y) << 4 | __hgt(x, y) << 5 | __hequ(x, y) << 6 | __hneu(x, y) << 7 |
                       __hleu(x, y) << 8 | __hgeu(x, y) << 9 | __hltu(x, y) << 10 |
                       __hgtu(x, y) << 11 | (__hisnan(x) ? 1 : 0) << 12 | (__hisinf(x) & 3) << 13;
  T added = x;
  added += y;
  return {raw(__hadd(x, y)),
          raw(__hsub(x, y)),
          raw(__hmul(x, y)),
          raw(__hfma(x, y, z)),
          raw(__hdiv(x, y)),
          raw(__hmin(x, y)),
          raw(__hmax(x, y)),
          raw(__hmin_nan(x, y)),
          raw(__hmax_nan(x, y)),
          raw(__hadd_sat(x, y)),
          raw(__hsub_sat(x, y)),
          raw(__hmul_sat(x, y)),
          raw(__hfma_sat(x, y, z)),
          raw(__hfma_relu(x, y, z)),
          raw(__hadd_rn(x, y)),
          raw(__hmul_rn(x, y)),
          static_cast<std::uint16_t>(compared),
          raw(added),
          raw(x * y)};
}

template <class T>
void expect_equal(Format format, std::uint64_t seed, const std::uint16_t* expected) {
  vectors::Random random(seed);
  for (int i = 0; i < vectors::kTriples; ++i) {
    const std::uint32_t x = vectors::draw_bits(random, format);
    const std::uint32_t y = vectors::draw_bits(random, format);
    const std::uint32_t z = vectors::draw_bits(random, format);
    const std::vector<std::uint16_t> here = results(as(x, T()), as(y, T()), as(z, T()));
    for (int f = 0; f < kBinary; ++f) {
      ASSERT_EQ(here[static_cast<std::size_t>(f)], expected[i * kBinary + f])
          << "function " << f << std::hex << " of " << x << ", " << y << ", " << z;
    }
  }
}

TEST(HalfPrecision, IsComputedAsOnAnH100) {
  const std::vector<std::uint16_t> expected = stored("h100_arithmetic.bin");
  ASSERT_EQ(expected.size(), 2u * vectors::kTriples * kBinary);
  expect_equal<__half>(vectors::kHalf, 11, expected.data());
  expect_equal<__nv_bfloat16>(vectors::kBfloat16, 12,
                              expected.data() + vectors::kTriples * kBinary);
}

// FNV-1a of the results for all 65,536 numbers, as an H100 has them.
template <class T>
std::uint64_t checksum(T (*function)(T)) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const std::uint16_t result = raw(function(as(bits, T())));
    hash = (hash ^ (result & 255)) * 0x100000001b3u;
    hash = (hash ^ (result >> 8)) * 0x100000001b3u;
  }
  return hash;
}

#define FUNCTION(name, of_half, of_bfloat16)              \
  EXPECT_EQ(checksum<__half>(name), of_half##u) << #name; \
  EXPECT_EQ(checksum<__nv_bfloat16>(name), of_bfloat16##u) << #name;

TEST(HalfPrecision, HasTheFunctionsOfAnH100){
    FUNCTION(hsqrt, 0x3d37507631f8d90d, 0xcbdff2a02b4c82d5) FUNCTION(hrsqrt, 0x13b7f393a308cca3,
                                                                     0xee2a997f149a2d2f)
        FUNCTION(hrcp, 0x7178ceeb02862459, 0x1229a2ba2cc4c935) FUNCTION(hexp, 0xbd059469421f471a,
                                                                        0x0ce11e588d4ebe19)
            FUNCTION(hexp2, 0xbb7324277c052e78,
                     0x41d1fd975316570f) FUNCTION(hexp10, 0x01e04074b7855a81, 0x470e66bfb07eeb19)
                FUNCTION(hlog, 0x83df3efec10909c0,
                         0x7899bf76fa1f3e1a) FUNCTION(hlog2, 0xbce090ab17f259e2, 0x8ede90d8e5788f98)
                    FUNCTION(hlog10, 0xbcd3a2f9c3c10ad2, 0xdad1ea6fa5ecfc16)
                        FUNCTION(hsin, 0xd6fe4ce7fd475001, 0x466885bbc17e5089)
                            FUNCTION(hcos, 0x3ebd7a4b8e8492a5, 0xa4a91264e6e2bd0d)
                                FUNCTION(hfloor, 0xb35713f00f184ced, 0x850fc131d3a22dc8)
                                    FUNCTION(hceil, 0x8ffffd232a35ba6d, 0x43ac90bbd3a0de5c)
                                        FUNCTION(htrunc, 0xf63158e60bf225b9, 0x64e2b1466213b2a5)
                                            FUNCTION(hrint, 0x0c7a6af955e39fb5, 0xc4b8693a51873e19)
                                                FUNCTION(__hneg, 0xc42bd4074cb475b9,
                                                         0x8a42c1ce904853a5)
                                                    FUNCTION(__habs, 0x41ab4da64244f939,
                                                             0x946892d653e34525)
                                                        FUNCTION(htanh, 0x4c113d2c1793ed25,
                                                                 0xc5a37839399d1125)}

TEST(HalfPrecision, KeepsWhatIsRepresented) {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    if (!__hisnan(as(bits, __half()))) {
      ASSERT_EQ(raw(__float2half(__half2float(as(bits, __half())))), bits);
    }
    if (!__hisnan(as(bits, __nv_bfloat16()))) {
      ASSERT_EQ(raw(__float2bfloat16(__bfloat162float(as(bits, __nv_bfloat16())))), bits);
    }
  }
}

TEST(HalfPrecision, ConvertsWholeNumbers) {
  EXPECT_EQ(__half2int_rn(__half(2.5f)), 2);
  EXPECT_EQ(__half2int_rz(__half(-2.75f)), -2);
  EXPECT_EQ(__half2int_rd(__half(-2.75f)), -3);
  EXPECT_EQ(__half2uint_rn(__half(-2.75f)), 0u);
  EXPECT_EQ(__half2short_rn(as(0x7c00, __half())), 32767);
  EXPECT_EQ(__half2int_rn(as(0x7e00, __half())), 0);
  EXPECT_EQ(__bfloat162int_rn(as(0xff80, __nv_bfloat16())), -2147483647 - 1);
  EXPECT_EQ(raw(__int2half_rn(2049)), raw(__half(2048.0f)));
  EXPECT_EQ(raw(__ull2half_rz(~0ull)), 0x7bff);
  EXPECT_EQ(raw(__ll2bfloat16_rn((1ll << 62) + (1ll << 54) + 1)), 0x5e81);
}

}  // namespace
}  // namespace simt
