// What a class handed in: one folder or archive per student. Nothing is ever unpacked to a disk, no
// link is followed, and only the labs' own files are taken, as text.
#pragma once

#include <filesystem>
#include <vector>

#include "grader/batch/submission.h"
#include "grader/core/labs.h"

namespace gemmlab {

// Looks at the folders and archives (.zip .tar .tar.gz .tgz) in `dir`. A name outside
// [A-Za-z0-9._-], longer than 100 bytes, or starting with - or . has a problem, and its student is
// called "unnamed-" and eight digits of the name's SHA-256; so have two sources of one student.
// Throws std::system_error if `dir` cannot be read, and std::runtime_error naming file and line if
// its times.csv (student,time[,lab]) is wrong.
SubmissionList list_submissions(const std::filesystem::path& dir, const std::vector<Lab>& labs);

// Takes NN_slug/kernel.cu (in any one folder, in labs/, or in a labs/ in one), NN_slug.cu, NN.cu
// and NN_slug_kernel.cu, with each lab's own extension. An archive with an absolute path, "..", a
// link, a device, encryption, too much in it or no proper end is refused as a whole. Throws
// std::system_error where this machine cannot read what is there: no fault of the student.
Submission read_submission(const SubmissionSource& source, const std::vector<Lab>& labs);

}  // namespace gemmlab
