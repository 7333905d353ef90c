// attack: writes into the build folder, where modules of other students are kept, and into the tree
// verdict: WRONG

bool attack() {
  // A sandbox may have folders with these names, and discard what is written there.
  const bool is_there = access(TARGET_BUILD "/build.ninja", F_OK) == 0;
  return writes(TARGET_BUILD "/owned") | writes(TARGET_BUILD "/modules/owned") |
             writes(TARGET_TREE "/owned") | writes(TARGET_TREE "/labs/labs.table") &&
         is_there;
}
