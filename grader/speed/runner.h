// A program being timed: its size and memory, how its samples are taken, and whether its results
// are right. All functions throw Untimed and InfrastructureError.
#pragma once

#include "grader/core/spec.h"
#include "grader/session/session.h"
#include "grader/speed/race.h"

namespace gemmlab {

// Random elements; the operands of timed calls are windows into them. Each call gets inputs that no
// other call had, and none are generated while the clock runs.
struct Pools {
  int m = 0, n = 0;
  int k = 0;  // at most that for which they were made
  std::vector<float> a, b;

  static std::size_t elements(int rows, int cols);  // of the pool for matrices of this size
};
// For products of this shape, of floats or narrow elements. `words`: of the largest element.
Pools make_pools(const Shape& shape, std::uint64_t seed, Element element = Element::float_,
                 int words = 1);

// The most floats that an entrant of this shape needs in the memory shared with its worker; a GPU's
// entrants have their outputs elsewhere.
std::size_t shared_elements(const Shape& shape);

// What the judge's clock measures beyond the calls themselves: messages, and the first launch on an
// idle GPU. Seen in our own programs, whose clocks tell the truth; a student's must not say.
using Overhead = std::vector<double>;  // seconds of each such sample

// Random choices for a sample come from the system, not from a seed that a program could know.
class Entrant {
 public:
  // `cpu`: the core to stay on; -1: any. `fastest`: the operations per second that nothing on this
  // machine can exceed; 0 if unknown. `precision`: what its program may compute with.
  Entrant(Session& session, const Pools& pools, int cpu, double fastest,
          Precision precision = Precision::fp32)
      : session_(session), pools_(pools), cpu_(cpu), fastest_(fastest), precision_(precision) {}

  // Allocates this many outputs, one for each call of the largest sample.
  void stage(int outputs, int words = 1);

  // Seconds for this many calls in a row, each on its own window, by the judge's clock. Randomly
  // chosen rows of all outputs are read immediately afterwards. If the program must hand them over
  // itself and that takes long, as if they were computed only then, the time counts. Verifies
  // elements of those rows, unless the program computes no product.
  double sample(int calls, bool verified = true);

  // Takes this overhead off each sample. `is_ours`: and learns it from them.
  void allow(Overhead& overhead, bool is_ours) {
    overhead_ = &overhead;
    is_ours_ = is_ours;
  }

  // From now on only the worker's clock counts: for our own programs, which have no reason to
  // cheat.
  void trust_clock() { trusts_clock_ = true; }

  double flops_of_call() const { return 2.0 * pools_.m * pools_.n * pools_.k; }

 private:
  void verify(const std::vector<Window>& calls, const std::vector<Session::Row>& rows);
  std::vector<Session::Row> draw_rows(std::size_t calls) const;

  Session& session_;
  const Pools& pools_;
  int cpu_;
  double fastest_;
  Precision precision_;
  double total_seconds_ = 0;
  Overhead* overhead_ = nullptr;
  bool is_ours_ = false, trusts_clock_ = false;
};

// The shared memory that a session needs to time its program.
std::size_t timed_elements(Backend backend);

// Where a program is timed, from its file name: C++ on the CPU, CUDA on the GPU.
inline Backend timed_on(const fs::path& source) {
  return source.extension() == ".cpp" ? Backend::cpu : Backend::cuda;
}

// A session for one of our own programs on the processor where it is timed, with room for so many
// elements if they are more than usual.
Session session_of(const fs::path& source, std::size_t elements = 0);

// The GPU memory that each of this many programs may use: together they leave half of the memory
// that is free after all of them are loaded.
inline std::uint64_t memory_budget(const Session& loaded_last, int programs) {
  return loaded_last.free_bytes() / 2 / std::uint64_t(programs);
}

class Runner : boost::noncopyable {
 public:
  // `budget`: bytes of GPU memory for its matrices. `words`: of an element.
  Runner(Session& session, std::uint64_t budget, int words = 1,
         Precision precision = Precision::fp32)
      : session_(session), budget_(budget), words_(words), precision_(precision) {}

  // Prepares for matrices of this size. The pools must outlive the race. `verified`: whether
  // results are checked.
  void take(const Pools& pools, bool verified = true);

  // Inputs of the largest size at which a call of this program takes at most 25 ms, as far as the
  // GPU's memory allows, estimated from the time of a call at the first usual size. Their depth is
  // drawn from `shape_key`: no program can be made for the timed size alone. `wanted`: this size
  // instead, on a GPU that has the memory; 0: none.
  Pools fitting_pools(std::uint64_t seed, std::uint64_t shape_key, int wanted = 0);

  // See Entrant; only after it has taken its matrices.
  void trust_clock() { entrant_->trust_clock(); }
  void allow(Overhead& overhead, bool is_ours) { entrant_->allow(overhead, is_ours); }

  Contestant& contestant() { return contestant_; }

 private:
  int affordable_outputs(const Shape& shape) const;

  Session& session_;
  std::uint64_t budget_;
  int words_;
  Precision precision_;
  std::optional<Entrant> entrant_;
  Contestant contestant_;
};

}  // namespace gemmlab
