#include "grader/judge/explain/code_of_cause.h"

#include <concepts>
#include <variant>

namespace gemmlab {

CodeOfCause code_of(const Cause& cause) {
  return visit(
      []<typename Each>(const Each& each) {
        CodeOfCause code;
        if constexpr (requires { Each::kLookFirst; }) {
          code.before.assign(std::begin(Each::kLookFirst), std::end(Each::kLookFirst));
        }
        if constexpr (requires {
                        { each.matrix } -> std::convertible_to<Matrix>;
                      }) {
          code.matrix = each.matrix;
        }
        if constexpr (requires { each.before(); }) {
          code.before = each.before();
        }
        if constexpr (requires { Each::kLook; }) {
          code.after.assign(std::begin(Each::kLook), std::end(Each::kLook));
        } else if constexpr (requires {
                               { each.matrix } -> std::convertible_to<Matrix>;
                             }) {
          code.after = {each.matrix == Matrix::c ? Code::stores : Code::loads};
        }
        return code;
      },
      cause);
}

}  // namespace gemmlab
