// attack: sends a reply of lists so long that its result is larger than any
// verdict: CRASHED or TIMED OUT

bool attack() {
  const std::string launch =
      "{\"grid\":[1,1,1],\"block\":[1,1,1],\"shared_bytes\":0,\"kernel\":\"\",\"times\":1}";
  std::string launches = launch;
  while (launches.size() < 900'000) {
    launches += "," + launch;
  }
  claim({.launches = "[" + launches + "]"});
  return false;
}
