// Which lab a student's file is of: by its name, by the folders around it, or by what is in it.
#pragma once

#include <map>
#include <set>

#include "grader/core/labs.h"

namespace gemmlab {

// Names of a path within a submission, also with Windows' separators.
std::vector<std::string> parts_of(const std::string& path);

class LabFinder {
 public:
  // `skeletons`: by lab id; a file of a lab without one is not recognised by what is in it.
  explicit LabFinder(const std::vector<Lab>& labs = {},
                     const std::map<std::string, std::string>& skeletons = {});

  struct Find {
    const Lab* lab = nullptr;  // null: of none
    int rank = 0;              // 0: its name and place are the lab's own, in a labs/; more: less so
    std::string guess = {};    // the word by which it was recognised, if its name doesn't say it
  };

  // Whether a file of that name may be a lab's: `find` then needs its text.
  bool may_find(const std::string& path) const;

  // `wanted`: ids of the labs to grade; if it is one, a file without a lab's name is of that one.
  Find find(const std::string& path, const std::string& text,
            const std::set<std::string>& wanted) const;

  // Whether the text is the lab's skeleton, comments and blanks apart.
  bool is_unchanged(const Lab& lab, const std::string& text) const;

 private:
  struct Known {
    Lab lab;
    std::string stem, extension;              // of its file
    std::set<std::string> names = {};         // as people call it
    std::map<std::string, int> weights = {};  // of words that no other skeleton has
    std::string skeleton = {};                // without comments
  };

  const Known* named(const std::string& part) const;
  // Of the labs with such a file; `find`: how good it is, and why, if it's the only one.
  Find recognised(const std::string& extension, const std::set<std::string>& words,
                  const std::set<std::string>& wanted, Find find) const;

  std::vector<Known> known_;
};

}  // namespace gemmlab
