#include <unistd.h>

/// A program that was built for a newer processor than the one it runs on would end with SIGILL, somewhere. This runs before
/// anything else, is compiled for every x86-64 processor, calls nothing of ours, and ends with a sentence instead.
#ifdef PINTLE_LEVEL
namespace {

#define PINTLE_TEXT_OF(x) #x
#define PINTLE_TEXT(x) PINTLE_TEXT_OF(x)
bool has_level() {
  __builtin_cpu_init();
#if PINTLE_LEVEL >= 2
  return __builtin_cpu_supports("x86-64-v" PINTLE_TEXT(PINTLE_LEVEL));
#else
  return true;
#endif
}

constexpr char sentence[] = "pintle: built for processors of level x86-64-v" PINTLE_TEXT(
    PINTLE_LEVEL) ", and this one is older; build it on this machine with ./dev build, or for a lower level with -DPINTLE_ARCH\n";

[[gnu::constructor(101)]] void refuse_older_processors() {
  if (has_level()) return;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, sizeof sentence - 1);
  _exit(1);
}

}  // namespace
#endif
