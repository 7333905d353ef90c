#include "grader/core/facts/cause.h"

#include <algorithm>

#include "common/facts/names.h"

namespace gemmlab {

std::string_view name_of(const Cause& cause) {
  return visit([]<typename Each>(const Each&) { return fact_name<Each>(); }, cause);
}

std::vector<std::string_view> all_cause_names() {
  return []<typename... Each>(const OneOf<Each...>&) {
    return std::vector<std::string_view>{fact_name<Each>()...};
  }(Cause());
}

bool is_cause_name(std::string_view name) {
  return std::ranges::count(all_cause_names(), name) > 0;
}

bool says_only_where(const Cause& cause) {
  return visit(
      []<typename Each>(const Each&) {
        return requires {
          Each::kSaysOnlyWhere;
        };
      },
      cause);
}

bool is_measured(const Cause& cause) {
  return visit(
      []<typename Each>(const Each&) {
        return requires {
          Each::kIsMeasured;
        };
      },
      cause);
}

bool is_of_tiles(const Cause& cause) {
  return visit(
      []<typename Each>(const Each&) {
        return requires {
          Each::kIsOfTiles;
        };
      },
      cause);
}

bool is_of_kernel(const Cause& cause) {
  const auto* const kept = get_if<SumNeverReset>(&cause);
  const auto* const part = get_if<PartNotWritten>(&cause);
  const bool has_words_of_kernels =
      (kept != nullptr && kept->outputs > 0) || (part != nullptr && part->between_blocks);
  return has_words_of_kernels || is_of_tiles(cause) || is_measured(cause) ||
         visit(
             []<typename Each>(const Each&) {
               return requires {
                 Each::kIsOfKernel;
               };
             },
             cause);
}

}  // namespace gemmlab
