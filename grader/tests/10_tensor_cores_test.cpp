#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "10_tensor_cores",
    .promise = "C = A * B on tensor cores, operands rounded to TF32, for any m, n, k >= 1",
    .precision = Precision::tf32,
    .shapes =
        {
            {1, 1, 1, "the smallest"},
            {4, 4, 4, "less than a fragment"},
            {5, 4, 3, "three different sizes"},
            {16, 16, 8, "one whole fragment"},
            {32, 32, 32, "four whole fragments"},
            {33, 50, 17, "nothing divides evenly"},
            {16, 16, 100, "whole fragments but in k"},
            {20, 24, 100, "quads in all rows, k longer than m and n"},
            {20, 23, 100, "quads in A's rows only"},
            {20, 24, 99, "quads in B's rows only"},
            {64, 128, 32, "whole tiles, m, n and k differ"},
            {1, 7, 4099, "one long row"},
            {4099, 1, 7, "one long column"},
            {131, 127, 129, "close to powers of two"},
            {131, 128, 256, "whole tiles but in m", true},
            {128, 136, 64, "whole fragments but in n, and quads there", true},
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
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::near_tf32},
    // Warps of 32 x 32 load 0.063 floats for each multiply-add, of 32 x 16 0.094.
    .evidence = {tensor_share_at_least(1), reuse_at_least(24), shared_loads_per_fma_at_most(0.07),
                 bank_conflicts_at_most(1.3)},
    // Only broken code is excluded. On an H100 the slowest of 16 right shapes with tiles reaches
    // 0.98 of lab 08 at 4096, the solution 2.1 and inline PTX 3.4: docs/measurements.md.
    .speed = {.over = "08_async_copies",
              .nominal = 0.9,
              .baseline = "lab 08",
              .usual_cause =
                  "the fragments of a warp are few, so that it loads more than it multiplies, or "
                  "their loads meet in the same banks.",
              .size = 4096},
    .needs = {"tensor cores for TF32 need compute capability", 80},
    .points = {.values = 60, .evidence = 20, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
