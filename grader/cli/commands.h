// The commands. Each returns an ExitCode and throws UsageError, InfrastructureError or Interrupted.
#pragma once

#include "grader/cli/context.h"
#include "grader/cli/options.h"

namespace gemmlab {

int batch(Context& context, const Options& options);
int bench(Context& context, const Options& options);
int device(Context& context, const Options& options);
int grade(Context& context, const Options& options);
int gradescope(Context& context, const Options& options);
int handout(Context& context, const Options& options);
int hint(Context& context, const Options& options);
int list(Context& context, const Options& options);
int model_command(Context& context, const Options& options);
int overview(Context& context, const Options& options);
int reset(Context& context, const Options& options);
int solution(Context& context, const Options& options);
int study(Context& context, const Options& options);
int test(Context& context, const Options& options);
int upkeep(Context& context, const Options& options);
int watch(Context& context, const Options& options);

}  // namespace gemmlab
