#include "grader/core/facts/cause.h"

#include <algorithm>

namespace gemmlab {

GEMMLAB_ONE_OF_CODE(Cause)

std::string_view name_of(const Cause& cause) {
  return std::visit([](const auto& each) { return each.kName; }, cause);
}

std::vector<std::string_view> all_cause_names() {
  return []<typename... Each>(const std::variant<Each...>&) {
    return std::vector<std::string_view>{Each::kName...};
  }(Cause());
}

bool is_cause_name(std::string_view name) {
  const auto names = all_cause_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool says_only_where(const Cause& cause) {
  return is<NotWritten, PartNotWritten, StoredZero, LastTileWrong, PartWrong, SomeOutputsWrong>(
      cause);
}

}  // namespace gemmlab
