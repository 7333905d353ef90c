#include "grader/core/spec.h"

namespace gemmlab {
namespace {

const Spec spec{
    .lab = "02_naive_kernel",
    .promise = "C = A * B on the GPU for any m, n, k >= 1",
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
            {131, 128, 5, "whole tiles only in n", true},
            {128, 131, 5, "whole tiles only in m", true},
            {260, 390, 70, "several large tiles in each direction", true},
            {600, 600, 4, "more than 32 blocks of 16 in each direction", true},
            {70000, 1, 1, "more rows than a grid has blocks in y", true},
            {2, 70003, 3, "more columns than 16 bits can count", true},
            {2, 3, 70001, "more of k than 16 bits can count", true},
        },
    .large = {{1003, 1001, 999, "large, and nothing divides evenly"},
              {67, 4101, 259, "more than 4096 columns"}},
    .inputs = {InputKind::tagged, InputKind::identity, InputKind::uniform, InputKind::exact},
    .evidence = {threads_per_output_at_least(1.0 / 16), sectors_over_ideal_at_most(3)},
    .speed = {.over = "01_cpu_loop",
              .nominal = 20,
              .baseline = "the CPU loop",
              .usual_cause =
                  "neighbouring threads do not access neighbouring addresses, or a block "
                  "has few threads: 256 are a good start."},
    .points = {.values = 50, .evidence = 20, .speed = 20, .host_entry = 10},
};
const RegisterSpec registered(spec);

}  // namespace
}  // namespace gemmlab
