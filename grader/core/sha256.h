// SHA-256 as hexadecimal digits.
#pragma once

#include <string>
#include <string_view>

namespace gemmlab {

std::string sha256(std::string_view bytes);

}  // namespace gemmlab
