// The protocol of judge and worker: one request, one RunReply, in JSON.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/facts/json_fields.h"
#include "common/facts/names.h"
#include "common/facts/run_report.h"
#include "grader/core/spec.h"
#include "grader/protocol/protocol_error.h"  // what decoding throws

namespace gemmlab {

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
GEMMLAB_JSON(DeviceProblem, trouble, free_bytes, wanted_bytes, error)

// What a worker adds to the report of the run.
struct WorkerReport {
  int returned = 0;            // matmul_host's cudaError_t
  std::string input_modified;  // "a" or "b", if changed
  double seconds = 0;          // of timed calls, by the worker's clock; only for our own programs
  DeviceProblem device_problem;
  std::uint64_t block_bytes = 0;  // of the block that comes with this reply; 0: none does
  bool spent = false;             // the run was fine, but the worker cannot be used again
  bool dying = false;             // the program is unusable: the worker ends after this reply
};
GEMMLAB_JSON(WorkerReport, returned, input_modified, seconds, device_problem, block_bytes, spent,
             dying)

struct RunReply : RunReport, WorkerReport {};
GEMMLAB_JSON_OF_BASES(RunReply, RunReport, WorkerReport)

// Sent first by the judge to a worker.
struct Start {
  std::uint64_t block_bytes = 0;  // of a block that comes with it, to be tried out; 0: none does
};
GEMMLAB_JSON(Start, block_bytes)

// Sent first by a worker or keeper, before any of the student's code is loaded.
struct Opened {
  DeviceProblem problem;  // none: it is ready
};
GEMMLAB_JSON(Opened, problem)

// Sent once, after loading the module succeeded or failed.
struct Loaded {
  std::vector<Entry> entries;
  std::uint64_t free_bytes = 0;  // of the GPU's memory, if there is one
  std::string error;             // the loader's message, if it failed
};
GEMMLAB_JSON(Loaded, entries, free_bytes, error)

// A Start, Request, RunReply, Opened or Loaded, or the GpuSurvey of gemmlab-survey as one line of
// JSON. Replaces invalid UTF-8 in a student's text instead of rejecting it.
template <typename Message>
std::string encode(const Message& message);

// Throws ProtocolError if the text is not such a message: the other side is not trusted. A text in
// it is a name, never a sentence: one short printable line.
template <typename Message>
Message decode(const std::string& text);

}  // namespace gemmlab
