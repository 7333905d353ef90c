// attack: puts links to others' files in the place of its own, for the judge to write through
// verdict: WRONG or CRASHED

#include <dirent.h>
bool attack() {
  for (const std::string place : {"/box", "/tmp", "."}) {
    DIR* const folder = opendir(place.c_str());
    while (const dirent* entry = folder ? readdir(folder) : nullptr) {
      const std::string path = place + "/" + entry->d_name;
      if (entry->d_name[0] != '.' && unlink(path.c_str()) == 0) {
        static_cast<void>(symlink(TARGET_OUT "/canary", path.c_str()) == 0);
      }
    }
    for (const char* name : {"module.so", "printed", "result.json", "symbols"}) {
      static_cast<void>(symlink(TARGET_OUT "/canary", (place + "/" + name).c_str()) == 0);
    }
  }
  return false;
}
