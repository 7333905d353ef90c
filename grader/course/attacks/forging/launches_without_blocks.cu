// attack: sends a reply that tells of a launch without threads, so that who divides by them dies
// verdict: WRONG or CRASHED

bool attack() {
  claim({.launches = "[{\"grid\":[0,-1,3],\"block\":[0,0,0],\"shared_bytes\":-1,\"kernel\":\"k\","
                     "\"times\":0}]"});
  return false;
}
