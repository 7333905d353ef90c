// Accesses per second of the simulator with all analyses on: simt_benchmark FOLDER with the tests'
// modules.
#include <dlfcn.h>

#include <benchmark/benchmark.h>
#include <fmt/core.h>
#include <cstdint>
#include <string>
#include <vector>

#include "common/simt/engine/simulator.h"

namespace {

constexpr int kExtent = 256;
using Function = void (*)(float*, float*, float*, int);

// Multiplies kExtent x kExtent matrices with a function of ladder.cu.
void multiply(benchmark::State& state, Function function) {
  const std::vector<float> host(kExtent * kExtent, 1.0f);
  simt::reset();
  auto* a = static_cast<float*>(simt::allocate("a", kExtent, kExtent));
  auto* b = static_cast<float*>(simt::allocate("b", kExtent, kExtent));
  auto* c = static_cast<float*>(simt::allocate("c", kExtent, kExtent));
  simt::upload(a, host.data(), host.size() * sizeof(float));
  simt::upload(b, host.data(), host.size() * sizeof(float));
  std::uint64_t accesses = 0;
  for (auto _ : state) {
    accesses += simt::run({}, [&] { function(a, b, c, kExtent); }).accesses;
  }
  state.counters["accesses"] =
      benchmark::Counter(static_cast<double>(accesses), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  const std::string path = fmt::format("{}/ladder.so", count > 1 ? arguments[1] : ".");
  void* module = dlopen(path.c_str(), RTLD_NOW);
  if (module == nullptr) {
    fmt::print(stderr, "{}\n", dlerror());
    return 2;
  }
  simt::attach(module);
  for (const char* name : {"naive16", "tiled16", "tiled32", "registers64"}) {
    const auto function = reinterpret_cast<Function>(dlsym(module, name));
    benchmark::RegisterBenchmark(name, multiply, function);
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
