#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "09_split_k",
    .promise = "C = A * B, k cut over blocks where C has few tiles, for any m, n, k >= 1",
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
    // 132: as many multiprocessors as an H100 has, whatever GPU is here. Small tiles are as many
    // with all of k, so that k itself must be cut where C has one tile.
    .evidence = {uses_shared_memory, reuse_at_least(3), shared_loads_per_fma_at_most(0.75),
                 blocks_at_least(132), pieces_of_k_at_least(2)},
    // On an H100 the slowest of nine right shapes with atomics reaches 1.50 of lab 08 at 1024, the
    // solution 2.0; a ticket that loads and stores float by float, 0.6: docs/measurements.md.
    .speed = {.over = "08_async_copies",
              .nominal = 1.1,
              .baseline = "lab 08",
              .usual_cause =
                  "k is cut into too few pieces for all multiprocessors, or into so many "
                  "that adding them takes longer than multiplying.",
              .size = 1024},
    .points = {.values = 60, .evidence = 20, .speed = 20},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
