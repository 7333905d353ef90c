// The rows of sentences.table.
#pragma once

#include <fmt/format.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace gemmlab {

// Texts by the name of what they are said of, and by their row: "-" unless there are several.
const std::map<std::pair<std::string, std::string>, std::string>& sentences();

// That row, or the only one. Throws std::out_of_range if there is none of the name.
const std::string& text_of(std::string_view name, std::string_view row = "-");

// That text with the arguments, fmt::arg(name, value), put in.
template <typename... Arguments>
std::string filled(std::string_view name, std::string_view row, const Arguments&... arguments) {
  return fmt::format(fmt::runtime(text_of(name, row)), arguments...);
}

}  // namespace gemmlab
