#include "grader/changes/changes.h"

#include <cstddef>
#include <utility>

#include "grader/changes/change_calls.h"
#include "grader/changes/change_conditions.h"
#include "grader/changes/change_guards.h"
#include "grader/changes/change_indices.h"
#include "grader/changes/change_loops.h"
#include "grader/changes/change_macros.h"
#include "grader/changes/change_names.h"
#include "grader/changes/change_slips.h"
#include "grader/changes/change_spread.h"
#include "grader/changes/change_statements.h"
#include "grader/changes/change_writer.h"
#include "grader/changes/names_in_scope.h"
#include "grader/changes/tiles/change_factors.h"
#include "grader/changes/tiles/change_members.h"
#include "grader/changes/tiles/change_pipelines.h"
#include "grader/changes/tiles/change_places.h"

namespace gemmlab {

ChangeableText changeable(const std::string& source, const std::set<int>& unchanged) {
  if (tokens_of(source).all.empty()) {
    return {source};
  }
  ChangeWriter writer(source, unchanged);
  if (writer.is_full()) {
    return {source};
  }
  change_macros(writer);
  change_guards(writer);
  change_loops(writer);
  change_conditions(writer);  // wider changes come before those inside of them
  change_calls(writer);
  change_slips(writer);
  change_spread(writer);
  change_statements(writer);
  change_pipelines(writer);
  change_places(writer);
  change_members(writer);
  change_factors(writer);
  change_names(writer);
  index_by_loops(writer);
  const std::size_t usual = writer.count();
  leave_out_terms_of_places(writer);
  change_indices(writer);
  put_in_factors(writer);
  ChangeableText text = std::move(writer).finish();
  text.usual = usual;
  return text;
}

}  // namespace gemmlab
