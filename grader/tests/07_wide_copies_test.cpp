#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "07_wide_copies",
    .promise = "C = A * B, copied by four floats an instruction, for any m, n, k >= 1",
    .shapes =
        {
            {1, 1, 1, "the smallest"},
            {4, 4, 4, "less than a tile"},
            {5, 4, 3, "three different sizes"},
            {32, 32, 32, "one whole tile"},
            {33, 50, 17, "nothing divides evenly"},
            {20, 24, 100, "quads in all rows, k longer than m and n"},
            {20, 23, 100, "quads in A's rows only"},
            {20, 24, 99, "quads in B's rows only"},
            {64, 128, 32, "whole tiles, m, n and k differ"},
            {1, 7, 4099, "one long row"},
            {4099, 1, 7, "one long column"},
            {131, 127, 129, "close to powers of two"},
            {131, 128, 256, "whole tiles but in m", true},
            {128, 132, 64, "whole tiles but in n, and quads there", true},
            {128, 128, 37, "whole tiles but in k", true},
            {128, 128, 36, "whole tiles but in k, and quads there", true},
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
    // 8 x 8 sums by quads take 0.0625 instructions and 0.25 floats, 8 x 4 sums 0.094 and 0.375.
    .evidence = {uses_shared_memory, reuse_at_least(12), shared_loads_per_fma_at_most(0.45),
                 load_instructions_per_fma_at_most(0.10), bank_conflicts_at_most(1.02),
                 global_load_bytes_at_least(12)},
    // On an H100 the slowest of ten right shapes reaches 0.84 of lab 06 at 2048 and 0.99 at 4096,
    // the solution 1.33 and 1.25: docs/measurements.md.
    .speed = {.over = "06_register_tiling",
              .nominal = 0.75,
              .baseline = "lab 06",
              .usual_cause =
                  "a load or store is not wide where the machine could do it (look for LDS.128 and "
                  "LDG.E.128 in cuobjdump -sass), or the quads of a warp meet in the same banks."},
    .points = {.values = 60, .evidence = 20, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
