// The rows of sentences.table.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace gemmlab {

// Texts by the name of what they are said of, and by their row: "-" unless there are several.
const std::map<std::pair<std::string, std::string>, std::string>& sentences();

// That row, or the only one. Throws std::out_of_range if there is none of the name.
const std::string& text_of(std::string_view name, std::string_view row = "-");

}  // namespace gemmlab
