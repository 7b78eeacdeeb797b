#pragma once
#include <stdexcept>
#include <string>

namespace pintle {

/// Our own mistake, never the user's: a broken promise inside the program. `pintle` ends with exit code 1.
class InternalError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_check(const char* condition, const char* file, int line, const std::string& why = {}) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) + ": " + (why.empty() ? condition : why));
}

}  // namespace pintle

/// PINTLE_CHECK(condition) or PINTLE_CHECK(condition, "sentence"): never in a hot path.
#define PINTLE_CHECK(condition, ...) \
  ((condition) ? static_cast<void>(0) : ::pintle::fail_check(#condition, __FILE__, __LINE__ __VA_OPT__(, ) __VA_ARGS__))

/// PINTLE_ASSERT: the same for hot paths, in builds that look for our mistakes: without NDEBUG, under the address sanitizer, or
/// with PINTLE_ASSERTIONS defined. Elsewhere it is nothing.
#if !defined(PINTLE_ASSERTIONS) && (!defined(NDEBUG) || defined(__SANITIZE_ADDRESS__))
#define PINTLE_ASSERTIONS
#endif
#if !defined(PINTLE_ASSERTIONS) && defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PINTLE_ASSERTIONS
#endif
#endif
#ifdef PINTLE_ASSERTIONS
#define PINTLE_ASSERT(condition, ...) PINTLE_CHECK(condition __VA_OPT__(, ) __VA_ARGS__)
#else
#define PINTLE_ASSERT(condition, ...) static_cast<void>(0)
#endif
