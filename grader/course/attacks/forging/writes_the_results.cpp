// attack: writes its own result file, its neighbour's and the gradebook
// verdict: WRONG

bool attack() {
  bool any = false;
  for (const char* name : {"/results/writes_the_results.json", "/results/forging-right.json",
                           "/grades.csv", "/junit.xml", "/class.html"}) {
    any |= writes(std::string(TARGET_OUT) + name);
  }
  return any;
}
