#include "grader/oral/marked_stores.h"

#include <fmt/format.h>

#include <vector>

#include "grader/oral/editable_code.h"

namespace gemmlab {

std::string with_marked_stores(const std::string& source, const OneThread& thread) {
  const EditableCode code(source);
  const simt::Tokens& tokens = code.tokens();
  const std::string condition =
      fmt::format("threadIdx.x == {} && threadIdx.y == {} && blockIdx.x == {} && blockIdx.y == {}",
                  thread.x, thread.y, thread.block_x, thread.block_y);
  std::vector<Edit> edits;
  for (int i = 0; i < tokens.size(); ++i) {
    const DeclaredName* const name = code.names().meaning(i);
    if (!code.is_in_kernel(i) || !tokens.at(i).is("c") || !tokens.at(i + 1).is("[") ||
        name == nullptr || name->kind != DeclaredName::Kind::parameter) {
      continue;
    }
    const int equal = tokens.at(i + 1).partner + 1;
    const int end = code.outline().semicolon(i);
    if (!tokens.at(equal).is("=") || tokens.at(equal + 1).is("=") || end <= equal + 1) {
      return "";  // such as an atomic, or a sum: one thread of several
    }
    const simt::Span value{equal + 1, end - 1};
    edits.push_back({value, fmt::format("({} ? 1e30f : ({}))", condition, code.text(value))});
  }
  return edits.empty() ? "" : code.edited(edits);
}

}  // namespace gemmlab
