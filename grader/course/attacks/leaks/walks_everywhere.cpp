// attack: reads every file that it can find outside of the system's own folders
// verdict: WRONG

#include <filesystem>
bool attack() {
  const std::string word = std::string("cana") + "ry-";  // must not appear in this file itself
  bool found = false;
  int left = 20000;
  for (const char* place : {"/box", "/dev/shm", "/etc", "/home", "/mnt", "/opt", "/root", "/run",
                            "/srv", "/tmp", "/var", "/work"}) {
    std::error_code error;
    std::filesystem::recursive_directory_iterator at(
        place, std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && at != std::filesystem::recursive_directory_iterator() && left-- > 0;
         at.increment(error)) {
      if (at->is_regular_file(error)) {
        found |= text_of(at->path()).find(word) != std::string::npos;
      }
    }
  }
  return found;
}
