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
            {5, 4, 3, "three different sizes"},
            {33, 50, 17, "nothing divides evenly"},
            {16, 16, 100, "k longer than m and n"},
            {64, 32, 64, "m equals k, n differs"},
            {1, 7, 4099, "one long row"},
            {4099, 1, 7, "one long column"},
            {131, 127, 129, "close to powers of two"},
            {2, 2053, 1031, "B has two million elements", true},
            {131, 128, 5, "only n is a power of two"},
            {128, 131, 5, "only m is a power of two"},
            {3, 70001, 2, "many columns"},
            {2, 3, 70001, "more of k than 16 bits can count", true},
        },
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::exact},
    .evidence = {},
    .speed = {.over = "01_cpu_loop",
              .nominal = 2.0,
              .baseline = "the i-j-k loop",
              .usual_cause = "the innermost loop goes down a column of a matrix. Let it go along "
                             "the rows of b and c."},
    .points = {.values = 80, .evidence = 0, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
