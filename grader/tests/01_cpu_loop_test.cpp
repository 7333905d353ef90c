#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "01_cpu_loop",
    .promise = "C = A * B on the CPU for any m, n, k >= 1",
    .shapes =
        {
            {1, 1, 1, "the smallest"},
            {4, 4, 4, "square"},
            {5, 4, 3, "three different extents"},
            {33, 50, 17, "nothing divides anything"},
            {16, 16, 100, "k longer than m and n"},
            {64, 32, 64, "m and k alike, n not"},
            {1, 7, 4099, "one long row"},
            {4099, 1, 7, "one long column"},
            {131, 127, 129, "just beside powers of two"},
            {131, 128, 5, "a power of two in n alone"},
            {128, 131, 5, "a power of two in m alone"},
            {3, 1100, 5, "many columns"},
        },
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::exact},
    .evidence = {},
    .speed = {.over = "01_cpu_loop",
              .nominal = 2.0,
              .baseline = "the i-j-k loop",
              .usual_cause = "the inner loop walks down a column of b. Let it walk along rows."},
    .points = {.values = 80, .evidence = 0, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
