#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>

/// Seeds are fixed and printed, so that a failure today is the same failure tomorrow. A test that draws its own
/// numbers names its seed in its messages; properties (rapidcheck) take theirs from RC_PARAMS, fixed here unless given.
int main(int argc, char** argv) {
  setenv("RC_PARAMS", "seed=2008", /*overwrite=*/0);
  std::printf("seeds: fixed in each test; properties run with RC_PARAMS=\"%s\", set it to try others\n",
              std::getenv("RC_PARAMS"));
  return doctest::Context(argc, argv).run();
}
