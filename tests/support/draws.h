#pragma once

namespace pintle {

/// How many random cases a test takes: all of them; where sanitizers watch, which ask what code does and not how its numbers come
/// out, one in ten.
constexpr int draws(int all) {
#ifdef __SANITIZE_ADDRESS__
  return all < 10 ? 1 : all / 10;
#else
  return all;
#endif
}

}  // namespace pintle
