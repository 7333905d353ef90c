// What a run's reply says against a program, apart from its values.
#pragma once

#include <vector>

#include "grader/core/facts/fact.h"
#include "grader/session/session.h"

namespace gemmlab {

// One problem: the possible verdict for the check, and what was observed.
struct Complaint {
  Verdict verdict = Verdict::wrong;
  Fact fact;
  std::vector<Place> places = {};  // with full file names; line 0: unknown
};

// Whether it is about an access to the neighbour of a shared variable.
bool is_of_neighbour(const Complaint& complaint);

// About how the worker ended, if it did not reply.
Complaint complaint_of_ending(const Outcome& outcome);

// About findings that reject right values, too, and whatever else needs no look at C.
std::vector<Complaint> complaints_of_findings(const RunReply& reply);

// The first CUDA call other than a launch that failed, and that the program apparently ignored;
// null if there is none.
const ApiError* failed_call_in(const RunReply& reply);

// What a wrong C tells about which findings can be its cause.
struct WrongC {
  bool holds_unwritten = false;  // what a read of memory that nobody wrote can have left there
  bool has_only_gaps = false;    // each wrong element was never stored
};

// About findings that matter only if values are wrong: they are then the likely cause.
std::vector<Complaint> complaints_of_causes(const RunReply& reply, WrongC c);

}  // namespace gemmlab
