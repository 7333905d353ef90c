#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "05_multi_output_threads",
    .promise = "C = A * B with several outputs a thread, for any m, n, k >= 1",
    .shapes =
        {
            {1, 1, 1, "the smallest"},
            {4, 4, 4, "less than a tile"},
            {5, 4, 3, "three different sizes"},
            {32, 32, 32, "one whole tile"},
            {33, 50, 17, "nothing divides evenly"},
            {20, 23, 100, "k longer than m and n"},
            {64, 32, 64, "whole tiles, not square"},
            {64, 128, 32, "whole tiles, m, n and k differ"},
            {40, 40, 40, "square, slightly larger than a tile"},
            {1, 7, 4099, "one long row"},
            {4099, 1, 7, "one long column"},
            {131, 127, 129, "close to powers of two"},
            {131, 128, 256, "whole tiles but in m", true},
            {128, 131, 64, "whole tiles but in n", true},
            {128, 128, 37, "whole tiles but in k", true},
            {260, 390, 70, "several large tiles in each direction", true},
            {600, 600, 4, "more than 32 blocks of 16 in each direction", true},
            {70000, 1, 1, "more rows than a grid has blocks in y", true},
            {2, 70003, 3, "more columns than 16 bits can count", true},
            {2, 3, 13003, "a row of A is larger than shared memory", true},
        },
    .large = {{1003, 1001, 999, "large, and nothing divides evenly"},
              {67, 4101, 259, "more than 4096 columns"},
              {2, 3, 70001, "more of k than 16 bits can count", true}},
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::exact},
    .evidence = {uses_shared_memory, reuse_at_least(8), sectors_over_ideal_at_most(2),
                 shared_loads_per_fma_at_most(1.55)},
    .speed = {.over = "03_tiled_kernel",
              .nominal = 0.6,
              .baseline = "lab 03",
              .usual_cause =
                  "a thread computes few outputs, or its sums are not in registers: an array is in "
                  "slow local memory if the compiler does not know its index."},
    .points = {.values = 60, .evidence = 20, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
