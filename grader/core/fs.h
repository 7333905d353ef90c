// The short name of std::filesystem.
#pragma once

#include <filesystem>

namespace gemmlab {

namespace fs = std::filesystem;

}  // namespace gemmlab
