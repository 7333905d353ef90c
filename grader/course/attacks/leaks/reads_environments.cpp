// attack: reads the environment, its own and that of every process it sees
// verdict: WRONG

#include <dirent.h>
bool attack() {
  const std::string word = std::string("cana") + "ry-";  // must not appear in this file itself
  std::string all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    all += std::string(*variable) + '\n';
  }
  DIR* const processes = opendir("/proc");
  while (const dirent* process = processes ? readdir(processes) : nullptr) {
    if (std::isdigit(process->d_name[0])) {
      all += text_of(std::string("/proc/") + process->d_name + "/environ");
      text_of(std::string("/proc/") + process->d_name + "/cmdline");
    }
  }
  return all.find(word) != std::string::npos;
}
