#include "common/model/figures.h"

#include <algorithm>
#include <iterator>

#include "common/facts/json.h"

namespace gemmlab::model {

const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = [] {
    std::vector<Figure> joined;
    for (const auto& list :
         {figures_of_naive_kernel, figures_of_tiled_kernel, figures_of_several_outputs,
          figures_of_register_tiles, figures_of_timing}) {
      std::ranges::move(list(), std::back_inserter(joined));
    }
    return joined;
  }();
  return all;
}

const std::vector<Text>& texts() {
  static const std::vector<Text> all{
      {"HPC", "a lecture on GPU computing, its part on matrix multiplication (2024)"},
      {"Blog-T", "a blog post on tiling, with int matrices on a V100"},
      {"CUDA2", "a lecture on CUDA programming, its second part (2015)"},
      {"CSE260", "a lecture on performance modelling and several outputs a thread (2015)"},
      {"MMUL", "notes on tiling in shared memory and registers together"},
      {"pages", "the pages of these labs: docs/02_naive_kernel.md and its neighbours"},
  };
  return all;
}

Json figures_in_json() {
  return {{"texts", texts()}, {"figures", figures()}};
}

}  // namespace gemmlab::model
