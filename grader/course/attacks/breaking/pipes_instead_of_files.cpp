// attack: puts pipes in the place of its files, at which whoever reads them would wait
// verdict: WRONG or CRASHED

#include <dirent.h>
#include <sys/stat.h>
bool attack() {
  DIR* const folder = opendir("/box");
  while (const dirent* entry = folder ? readdir(folder) : nullptr) {
    const std::string path = std::string("/box/") + entry->d_name;
    if (entry->d_name[0] != '.' && unlink(path.c_str()) == 0) {
      mkfifo(path.c_str(), 0666);
    }
  }
  return false;
}
