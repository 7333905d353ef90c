#include "grader/sandbox/exec_arguments.h"

#include <grp.h>
#include <unistd.h>

#include <cstdlib>

namespace gemmlab {

std::vector<std::string> environment_of(std::vector<std::string> own,
                                        const std::vector<const char*>& kept) {
  for (const char* name : kept) {
    if (const char* value = std::getenv(name)) {
      own.push_back(std::string(name) + "=" + value);
    }
  }
  return own;
}

std::vector<char*> exec_pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) {
    result.push_back(string.data());
  }
  result.push_back(nullptr);
  return result;
}

bool become_user(uid_t user) {
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
         setresuid(user, user, user) == 0;
}

}  // namespace gemmlab
