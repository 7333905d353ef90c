#include "grader/speed/repeated_verdicts.h"

#include <fmt/format.h>

#include <fstream>

#include "grader/compile/paths.h"
#include "grader/core/infrastructure_error.h"
#include "grader/core/inputs.h"

namespace gemmlab {

std::vector<RaceResult> time_repeatedly(SpeedBaselines& baselines,
                                        const std::filesystem::path& source,
                                        int count,
                                        std::uint64_t seed,
                                        const OnVerdict& on_verdict) {
  Session student = session_of(source);
  std::vector<RaceResult> races;
  for (int i = 0; i < count; ++i) {
    if (on_verdict) {
      on_verdict(i);
    }
    races.push_back(baselines.race_against(student, draw(seed, std::uint64_t(i))));
  }
  return races;
}

std::filesystem::path write_slow_twin(const Lab& lab, double slowness) {
  const std::filesystem::path solution = paths().solutions() / lab.path();
  const std::filesystem::path folder = paths().build / "slow_twins" / lab.slug();
  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / lab.file;
  std::ofstream out(file);
  out << fmt::format(
      "// Made by `gemmlab bench --verdicts`: the textbook solution, slower.\n"
      "#define matmul matmul_once\n"
      "#include \"{}\"\n"
      "#undef matmul\n\n"
      "// Rows of C lie one after the other, so that the first ones are a product by themselves.\n"
      "extern \"C\" GEMMLAB_EXPORT void\n"
      "matmul(const float* a, const float* b, float* c, int m, int n, int k) {{\n"
      "  double left = {:.6f};\n"
      "  for (; left >= 1; --left) {{\n"
      "    matmul_once(a, b, c, m, n, k);\n"
      "  }}\n"
      "  constexpr int kRows = 32;  // of a tile\n"
      "  if (const int rows = int(left * m / kRows) * kRows; rows > 0) {{\n"
      "    matmul_once(a, b, c, rows, n, k);\n"
      "  }}\n"
      "}}\n",
      solution.string(), slowness);
  if (!out.flush()) {
    throw InfrastructureError(fmt::format("{} cannot be written", file.string()));
  }
  return file;
}

}  // namespace gemmlab
