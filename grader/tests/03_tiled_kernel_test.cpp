#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "03_tiled_kernel",
    .promise = "C = A * B for m, n, k multiples of 32, so that any tile of 4, 8, 16 or 32 fits",
    .multiple_of = 32,
    .shapes =
        {
            {32, 32, 32, "one tile of 32"},
            {64, 32, 64, "m equals k, n differs"},
            {64, 128, 96, "three tiles of k, m, n and k differ"},
            {128, 64, 32, "one tile of k"},
            {32, 32, 512, "k longer than m and n"},
            {96, 160, 128, "no power of two"},
            {288, 416, 64, "several large tiles in each direction", true},
            {32, 32, 5120, "a long k"},
            {32, 32, 13024, "a row of A is larger than shared memory", true},
        },
    .large = {{1024, 992, 1056, "large, m, n and k differ"},
              {32, 70016, 32, "more columns than 16 bits can count"},
              {32, 32, 70016, "more of k than 16 bits can count", true}},
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::exact},
    .evidence = {uses_shared_memory, reuse_at_least(3), sectors_over_ideal_at_most(2),
                 bank_conflicts_at_most(2)},
    .speed = {.over = "02_naive_kernel",
              .nominal = 0.6,
              .baseline = "lab 02",
              .usual_cause = "the tile is small (16 or 32 per side is usual), or the compiler does "
                             "not know its width and cannot unroll the inner loop."},
    .points = {.values = 60, .evidence = 20, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
