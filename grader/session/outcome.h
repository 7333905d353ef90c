// How a program answered a session.
#pragma once

#include <string>

#include "grader/protocol/messages.h"
#include "grader/session/worker_process.h"

namespace gemmlab {

// The result of one request.
struct Outcome {
  enum class Kind {
    replied,
    exited,      // the program called exit
    crashed,     // a signal ended it
    timed_out,   // it was killed
    not_loaded,  // the module cannot be loaded
  };
  Kind kind = Kind::crashed;
  bool started_another = false;  // crashed: the program must run alone, and started a thread
  RunReply reply = {};           // if replied; if crashed, possibly the worker's last message
  std::string detail = {};       // "exit status 0", "signal 11 (Segmentation fault)"
  double seconds = 0;            // by the judge's clock, from request to reply
  ProcessorTime used = {};       // by the worker during the request; only for batch()
};

}  // namespace gemmlab
