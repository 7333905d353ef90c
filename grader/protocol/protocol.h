// The protocol of judge and worker: one request, one RunReply, in JSON, as length-prefixed texts
// over a stream socket; and the host matrices of one run, in memory shared by both.
#pragma once

#include <array>
#include <boost/core/noncopyable.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/facts/names.h"
#include "common/facts/read_back.h"
#include "common/facts/run_report.h"
#include "grader/core/gpu.h"
#include "grader/core/spec.h"
#include "grader/process/descriptor.h"

namespace gemmlab {

// The position of a matrix in its pages: directly before or after an unreadable page, so that an
// access one element too far faults.
GEMMLAB_ENUM(Placement, flush_end, flush_start)

// Offsets into shared memory, in bytes. a, b and c each have their own area.
struct MatrixLayout {
  struct Region {
    std::size_t area_at = 0;  // start of its area
    std::size_t area = 0;     // size in bytes, with what surrounds the matrix
    std::size_t at = 0;       // start of the matrix
    std::size_t bytes = 0;
  };
  std::array<Region, 3> regions;  // of a, b and c
  std::size_t total = 0;

  // On the host: whole pages. From the numbers of elements.
  explicit MatrixLayout(const std::array<std::size_t, 3>& elements,
                        Placement placement = Placement::flush_start);
  // On a GPU: between two guard bands of this many elements, a multiple of 64 as in cudaMalloc.
  MatrixLayout(const std::array<std::size_t, 3>& elements, std::size_t guard);
};

// The judge's side: owns the shared memory, whose size nobody can change. The judge never maps it:
// a read or write of a file cannot fault, whatever the worker does to the pages. All throw
// std::system_error.
class HostMatrices {
 public:
  // Room for any shape with at most this many elements in a, b and c together; pages on use.
  explicit HostMatrices(std::size_t elements);

  // For the worker: opened separately, so that its flags are not ours.
  int fd() const { return workers_.get(); }

  // Writes a, b and c; without a c, fills it with the poison from inputs.h.
  void put(const MatrixLayout& layout, const std::vector<float>& a, const std::vector<float>& b,
           const std::vector<float>& c = {});

  // A copy of elements of c, from this one on. Copy before checking: the worker may still write.
  std::vector<float> take(const MatrixLayout& layout, std::size_t from, std::size_t count) const;
  std::vector<float> take_c(const MatrixLayout& layout) const {
    return take(layout, 0, layout.regions[2].bytes / sizeof(float));
  }

 private:
  Descriptor memory_, workers_;
  std::size_t bytes_ = 0;
};

// The worker's side: maps the matrices of one layout between unreadable pages, a and b read-only.
class MappedMatrices : boost::noncopyable {
 public:
  MappedMatrices(int fd, const MatrixLayout& layout);  // a layout in pages
  ~MappedMatrices();

  const float* a() const { return place_[0]; }
  const float* b() const { return place_[1]; }
  float* c() const { return place_[2]; }

  // The matrix that contains an address or is next to it (its unreadable pages): 'a', 'b' or 'c'; 0
  // if none. `inside`: whether the address is in the matrix's own pages.
  char matrix_at(const void* address, bool* inside) const;

 private:
  unsigned char* reserved_ = nullptr;
  std::size_t reserved_bytes_ = 0;
  MatrixLayout layout_;
  unsigned char* pages_[3] = {};
  float* place_[3] = {};
};

// The fixed descriptors of a worker's connections.
inline constexpr int kWorkerSocket = 3;
inline constexpr int kWorkerMatrices = 4;

// Calls the entry once. The worker does not learn the seed of the inputs, the expected values or
// the name of a phase.
struct RunRequest {
  static constexpr std::string_view kName = "run";
  Entry entry = Entry::matmul;
  int m = 0, n = 0, k = 0;
  Placement placement = Placement::flush_end;
  std::uint64_t schedule_seed = 0;
  std::uint64_t access_budget = 0;  // 0: none
  bool fail_launches = false;       // simulator: every launch is refused
  bool skip_launches = false;       // simulator: kernels do nothing
  bool closely = false;             // simulator: with example accesses and merged counts; slower
  int change = 0;                   // the change that a program with several makes; 0: none
  bool only_values = false;         // simulator: no findings and no counts; faster
  ReadBack read_back = ReadBack::as_it_is;  // simulator: what host code sees of the device's memory
  std::uint64_t block_bytes = 0;  // GPU: of the block that comes with this request; 0: none does
  int words = 1;                  // of an element: a matrix of doubles has two floats for each
};

// The matrices of a request, as in memory on the host; on a GPU between guard bands. Counted in
// floats, whatever they contain.
inline std::array<std::size_t, 3> elements_of(const RunRequest& request) {
  const auto m = std::size_t(request.m), n = std::size_t(request.n), k = std::size_t(request.k);
  const auto words = std::size_t(request.words);
  return {m * k * words, k * n * words, m * n * words};
}
// A tile of 32 rows that begins on the last one stays within the band.
inline std::size_t guard_of(int cols) {
  constexpr std::size_t kUnit = 64, kLeast = 16384;
  return (kLeast + 32 * std::size_t(cols) + kUnit - 1) / kUnit * kUnit;
}

// Timed calls take two requests, so that the judge's clock measures only the calls themselves.
//
// The first: where the operands of timed calls are. a and b are pools of inputs, c is `outputs`
// matrices C.
struct StageRequest {
  static constexpr std::string_view kName = "stage";
  int m = 0, n = 0, k = 0;
  std::size_t pool_a = 0, pool_b = 0;  // elements
  int outputs = 1;
  int cpu = -1;  // the processor to stay on; -1: any
  std::uint64_t block_bytes = 0;
  int words = 1;
};

inline constexpr std::size_t kCollectedRows = 16;  // of all outputs, after each batch

// From one output to the next, in elements: all are aligned as cudaMalloc aligns.
inline std::size_t output_stride(const StageRequest& request) {
  return (std::size_t(request.m) * request.n * request.words + 63) / 64 * 64;
}
inline std::array<std::size_t, 3> elements_of(const StageRequest& request) {
  return {request.pool_a, request.pool_b, request.outputs * output_stride(request)};
}

// The start of a call's operands in the pools, in elements.
struct Window {
  std::size_t a_at = 0, b_at = 0;
};

// The second: one call of matmul per window, the i-th on the i-th output. The windows are sent only
// now, so nothing can be computed before the clock runs. Nobody asks the worker for the results:
// they must be in memory that it does not own.
struct BatchRequest {
  static constexpr std::string_view kName = "batch";
  std::vector<Window> calls;
};

// The GPU's memory for matrices is owned by a keeper: a worker without a module, which never loads
// a student's code. It hands over the block that contains them, if that is new, with its reply.
// Where a GPU's memory cannot be shared, each worker keeps its own and gets these requests itself.
//
// Copies a, b and c from the host's memory to a block of the GPU's, and fills the rest with poison.
struct PlaceRequest {
  static constexpr std::string_view kName = "place";
  unsigned block = 0;
  std::array<std::size_t, 3> elements{};
  std::size_t guard = 0;
  std::size_t fetched = 0;  // the most elements of c that the host has room for
};

// Copies `length` elements of c from each of these places to the host's c, one after the other.
struct FetchRequest {
  static constexpr std::string_view kName = "fetch";
  unsigned block = 0;
  std::vector<std::size_t> from;
  std::size_t length = 0;
  int m = 0, n = 0, k = 0;  // also look for stores outside c, and in a and b; 0: do not
};

// The machine's problem, not the program's. Only a process that has loaded no student's code is
// asked.
GEMMLAB_ENUM(DeviceTrouble, none, gpu_memory, no_driver,
             no_gpu,  // none that can be opened
             not_shared)
struct DeviceProblem {
  DeviceTrouble trouble = DeviceTrouble::none;
  std::uint64_t free_bytes = 0, wanted_bytes = 0;  // of the GPU's memory
  std::string error;                               // the driver's error name

  bool exists() const { return trouble != DeviceTrouble::none; }
};

struct RunReply : RunReport {
  int returned = 0;            // matmul_host's cudaError_t
  std::string input_modified;  // "a" or "b", if changed
  double seconds = 0;          // of timed calls, by the worker's clock; only for our own programs
  DeviceProblem device_problem;
  std::uint64_t block_bytes = 0;  // of the block that comes with this reply; 0: none does
  bool spent = false;             // the run was fine, but the worker cannot be used again
  bool dying = false;             // the program is unusable: the worker ends after this reply
};

// Sent first by the judge to a worker.
struct Start {
  std::uint64_t block_bytes = 0;  // of a block that comes with it, to be tried out; 0: none does
};

// Sent first by a worker or keeper, before any of the student's code is loaded.
struct Opened {
  DeviceProblem problem;  // none: it is ready
};

// Sent once, after loading the module succeeded or failed.
struct Loaded {
  std::vector<Entry> entries;
  std::uint64_t free_bytes = 0;  // of the GPU's memory, if there is one
  std::string error;             // the loader's message, if it failed
};

struct ProtocolError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Request = std::variant<RunRequest, StageRequest, BatchRequest, PlaceRequest, FetchRequest>;

// A Start, Request, RunReply, Opened or Loaded, or the GpuSurvey of gemmlab-survey as one line of
// JSON. Replaces invalid UTF-8 in a student's text instead of rejecting it.
template <typename Message>
std::string encode(const Message& message);

// Throws ProtocolError if the text is not such a message: the other side is not trusted. A text in
// it is a name, never a sentence: one short printable line.
template <typename Message>
Message decode(const std::string& text);

// One end of the connection between judge and worker. Does not own the descriptor.
class Channel {
 public:
  // From a peer that is not trusted nobody takes descriptors: the kernel closes those it sends.
  enum class Descriptors { refused, taken };
  explicit Channel(int fd, Descriptors descriptors = Descriptors::refused)
      : fd_(fd), descriptors_(descriptors) {}

  // False if the other side is gone. `descriptor`: one of ours to hand over with the text; -1:
  // none.
  bool send(const std::string& text, int descriptor = -1) const;

  // Waits for the next text; nothing if the other side is gone. Throws ProtocolError for invalid
  // input (longer than 1 MiB). For the worker, which can block.
  std::optional<std::string> receive();

  // Reads available data without waiting. For the judge, which also checks time limits: call it
  // whenever the socket is readable. False if the other side is gone.
  bool take_in();

  // The next complete text that was read. Throws ProtocolError as receive does.
  std::optional<std::string> next();

  // The last descriptor that came with a text, if it was not taken before.
  Descriptor take_descriptor() { return std::move(received_); }

  int fd() const { return fd_; }

 private:
  ssize_t read_some(int flags);

  int fd_;
  Descriptors descriptors_;
  std::string buffer_;
  Descriptor received_;
};

}  // namespace gemmlab
