#include "common/simt/tests/harness.h"

#include <dlfcn.h>

#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

#include "common/facts/finding.h"
#include "common/facts/json.h"
#include "common/facts/run_report.h"
#include "common/simt/engine/run_options.h"

namespace simt::testing {
namespace {

using Function = void (*)(float*, float*, float*, int);

void* last_module = nullptr;

// Attaches the module if another one is attached.
void attach_module(const std::string& name) {
  static std::string attached;
  const char* folder = std::getenv("SIMT_MODULES");
  const std::string path = fmt::format("{}/{}.so", folder != nullptr ? folder : ".", name);
  if (attached != name) {
    detach();
  }
  void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (module == nullptr) {
    throw std::runtime_error(dlerror());
  }
  if (attached != name) {
    attach(module);
    attached = name;
  }
  last_module = module;
}

std::vector<float> whole_numbers(int count, int modulus) {
  std::vector<float> values(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    values[static_cast<size_t>(i)] = static_cast<float>(i * 7 % modulus - modulus / 2);
  }
  return values;
}

}  // namespace

int Outcome::count(FindingKind kind) const {
  return static_cast<int>(std::count_if(report.findings.begin(), report.findings.end(),
                                        [&](const Finding& f) { return f.kind == kind; }));
}

const Finding* Outcome::find(FindingKind kind) const {
  const auto found = std::find_if(report.findings.begin(), report.findings.end(),
                                  [&](const Finding& f) { return f.kind == kind; });
  return found == report.findings.end() ? nullptr : &*found;
}

std::string Outcome::all_findings() const {
  return gemmlab::Json(report.findings).text();
}

Outcome run(const std::string& module, const std::string& name, int n, const Options& options) {
  attach_module(module);
  reset();
  return run_again(name, n, options);
}

Outcome run_again(const std::string& name, int n, const Options& options) {
  const auto function = reinterpret_cast<Function>(dlsym(last_module, name.c_str()));
  if (function == nullptr) {
    throw std::runtime_error(dlerror());
  }
  forget_errors();
  Outcome outcome;
  const size_t bytes = sizeof(float) * static_cast<size_t>(n) * static_cast<size_t>(n);
  outcome.a = whole_numbers(n * n, 11);
  outcome.b = whole_numbers(n * n, 13);
  outcome.c.assign(outcome.a.size(), std::numeric_limits<float>::quiet_NaN());
  auto* a = static_cast<float*>(allocate("a", n, n));
  auto* b = static_cast<float*>(allocate("b", n, n));
  auto* c = static_cast<float*>(allocate("c", n, n));
  upload(a, outcome.a.data(), bytes);
  upload(b, outcome.b.data(), bytes);
  fill_unwritten(c, outcome.c.data(), bytes);
  outcome.report = simt::run(options, [&] { function(a, b, c, n); });
  download(outcome.c.data(), c, bytes);
  return outcome;
}

Outcome run_right(const std::string& module, const std::string& function, int n,
                  const Options& options) {
  Outcome outcome = run(module, function, n, options);
  EXPECT_TRUE(outcome.report.findings.empty()) << function << ": " << outcome.all_findings();
  EXPECT_TRUE(outcome.report.errors.empty()) << function << ": " << outcome.report.errors[0].error
                                             << " in line " << outcome.report.errors[0].at.line;
  return outcome;
}

std::vector<float> product(const Outcome& outcome, int n_) {
  const auto n = static_cast<size_t>(n_);
  std::vector<float> c(n * n);
  for (size_t i = 0; i < n; ++i) {
    for (size_t k = 0; k < n; ++k) {
      for (size_t j = 0; j < n; ++j) {
        c[i * n + j] += outcome.a[i * n + k] * outcome.b[k * n + j];
      }
    }
  }
  return c;
}

}  // namespace simt::testing
