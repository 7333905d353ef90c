// What a lab promises and how it is judged: only data.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "common/facts/names.h"

namespace gemmlab {

struct Shape {
  int m = 0, n = 0, k = 0;
  std::string reason;        // what this shape tests, in a few words
  bool only_launch = false;  // it shows a wrong launch or division of work: one input is enough
  bool counted = false;      // the evidence must hold in its run, too

  std::array<int, 3> extents() const { return {m, n, k}; }
  bool same_extents(const Shape& other) const { return extents() == other.extents(); }
};

// m = n = k.
inline Shape square(int size) {
  return {size, size, size, ""};
}

inline bool is_square(const Shape& shape) {
  return shape.m == shape.n && shape.n == shape.k;
}

// Whether all extents are multiples of this.
inline bool fits(const Shape& shape, int multiple) {
  return shape.m % multiple == 0 && shape.n % multiple == 0 && shape.k % multiple == 0;
}

// In A, B and C together.
inline std::size_t elements_of(const Shape& shape) {
  const std::size_t m = shape.m, n = shape.n, k = shape.k;
  return m * k + k * n + m * n;
}

// The multiply-adds of a kernel that computes C in square tiles: by default the largest usual ones.
inline double padded_volume(const Shape& shape, int tile = 128) {
  const auto padded = [](int extent, int step) {
    return double((extent + step - 1) / step) * step;
  };
  return padded(shape.m, tile) * padded(shape.n, tile) * padded(shape.k, 32);
}

// What matrices consist of: in a lab always float, while a study may compare others. Of the two
// with 16 bits only A and B consist; their C has floats.
enum class Element { float_, double_, int_, bf16, fp16 };
GEMMLAB_NAMES_IN(Element, "float, double, int, bf16, fp16")

inline bool is_narrow(Element element) {
  return element == Element::bf16 || element == Element::fp16;
}
inline Element element_of_c(Element element) {
  return is_narrow(element) ? Element::float_ : element;
}

// In words of 4 bytes, whole ones.
inline int words_of(Element element) {
  return element == Element::double_ ? 2 : 1;
}

enum class InputKind {
  identity,   // A has ones on its diagonal, B is tagged by row and column
  tagged,     // every element encodes its row and column; exact in fp32, so swaps show
  uniform,    // random in [-1, 1)
  exact,      // exact in fp32 in any order, but wrong after rounding to TF32, FP16 or BF16
  near_tf32,  // just below numbers of TF32, in whose place those are: cut off, all err to one side
};

GEMMLAB_NAMES_IN(InputKind, "identity, tagged, random, exact, near TF32")  // as shown to people

// What a right program may compute with.
GEMMLAB_ENUM(Precision, fp32, tf32)

GEMMLAB_ENUM(Entry, matmul, matmul_host)

GEMMLAB_ENUM(
    EvidenceKind,
    threads_per_output_at_least,   // of the launch that loads the most, over mn
    uses_shared_memory,            // at least one operand goes through it
    reuse_at_least,                // 4 / bytes_per_flop: how often an element is used per load
    sectors_over_ideal_at_most,    // global sectors over the minimum number for the touched bytes
    shared_loads_per_fma_at_most,  // 4-byte words that lanes load to compute with, over mnk
    bank_conflicts_at_most,        // wavefronts over ideal wavefronts, loads and stores together
    load_instructions_per_fma_at_most,  // a lane's from shared memory, merged ones are one; over
                                        // mnk
    global_load_bytes_at_least,         // of a lane's load on average, where rows allow 16
    copied_asynchronously_at_least,     // share of the bytes that are put into shared memory
    copied_ahead_at_least,              // of these, the share with work between copy and wait
    blocks_at_least,                    // of the launch that computes, at m = n = k = 1024
    pieces_of_k_at_least,               // the same where C is less than a tile and k is long
    tensor_share_at_least               // multiply-adds of tensor cores, over mnk
)
// A limit on a simulator count, measured at m = n = k = 128.
struct Evidence {
  using Kind = EvidenceKind;
  Kind kind;
  double limit = 0;
};

template <EvidenceKind kKind>
Evidence limited(double limit) {
  return {kKind, limit};
}
inline constexpr auto threads_per_output_at_least =
    limited<EvidenceKind::threads_per_output_at_least>;
inline const Evidence uses_shared_memory{EvidenceKind::uses_shared_memory, 1};
inline constexpr auto reuse_at_least = limited<EvidenceKind::reuse_at_least>;
inline constexpr auto sectors_over_ideal_at_most =
    limited<EvidenceKind::sectors_over_ideal_at_most>;
inline constexpr auto shared_loads_per_fma_at_most =
    limited<EvidenceKind::shared_loads_per_fma_at_most>;
inline constexpr auto bank_conflicts_at_most = limited<EvidenceKind::bank_conflicts_at_most>;
inline constexpr auto load_instructions_per_fma_at_most =
    limited<EvidenceKind::load_instructions_per_fma_at_most>;
inline constexpr auto global_load_bytes_at_least =
    limited<EvidenceKind::global_load_bytes_at_least>;
inline constexpr auto copied_asynchronously_at_least =
    limited<EvidenceKind::copied_asynchronously_at_least>;
inline constexpr auto copied_ahead_at_least = limited<EvidenceKind::copied_ahead_at_least>;
inline constexpr auto blocks_at_least = limited<EvidenceKind::blocks_at_least>;
inline constexpr auto pieces_of_k_at_least = limited<EvidenceKind::pieces_of_k_at_least>;
inline constexpr auto tensor_share_at_least = limited<EvidenceKind::tensor_share_at_least>;
inline constexpr int kBlocksExtent = 1024;
inline constexpr std::array kLongK = {8, 8, 8192};  // m, n, k where blocks share a tile

// The fraction of the textbook solution's speed-up that is always enough.
inline constexpr double kPassMark = 0.7;

struct SpeedGoal {
  std::string over;         // slug of the lab whose textbook solution is the baseline
  double nominal = 0;       // a speed-up that is always enough
  std::string baseline;     // a description for people: "the i-j-k loop"
  std::string usual_cause;  // why a correct program is usually too slow
  int size = 0;             // m and n of the timed products on a GPU; 0: as large as time allows
};

// Points for each kind of check; the sum is 100. Values and evidence share theirs evenly among
// their checks, in whole points; the first checks get the remainder.
struct Points {
  int values = 60, evidence = 20, speed = 20;
  int host_entry = 0;  // matmul_host; judged if not 0
};

struct ArrayTask;

// What a lab is about, if not all GPUs have it.
struct GpuNeed {
  std::string what;      // for people: "asynchronous copies need"
  int architecture = 0;  // 80: from compute capability 8.0 on
};

struct Spec {
  std::string lab;      // slug of the lab, or of the step
  std::string promise;  // the inputs for which the kernel must work
  int multiple_of = 1;  // m, n and k are multiples of this
  Element element = Element::float_;
  Precision precision = Precision::fp32;
  std::vector<Shape> shapes;
  bool draws_shapes = true;       // and more for each file, see drawn_shapes.h; a study's do not
  std::vector<Shape> large = {};  // judged only with a GPU: too large for the simulator
  std::vector<InputKind> inputs;
  std::vector<Evidence> evidence;
  SpeedGoal speed;
  GpuNeed needs = {};  // where it is missing only the simulator judges
  Points points;
  const ArrayTask* task = nullptr;  // of a step of a staircase, in place of the product
};

// The Specs of all labs. Each grader/tests/NN_slug_test.cpp registers one.
inline std::vector<const Spec*>& registered_specs() {
  static std::vector<const Spec*> specs;
  return specs;
}

struct RegisterSpec {
  explicit RegisterSpec(const Spec& spec) { registered_specs().push_back(&spec); }
};

}  // namespace gemmlab
