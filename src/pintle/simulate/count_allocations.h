#pragma once
#include <cstdlib>
#include <new>

/// A counting operator new. Include it in exactly one .cpp file of a program, never in the library: that program then
/// knows how often a run takes memory (RunSummary counters.allocations; the answer should be never). The price is one
/// addition per allocation. Sanitizers bring their own operator new and are left alone.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

namespace pintle::detail {

inline thread_local long allocations = 0;

inline void* allocate(std::size_t size) {
  ++allocations;
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}

inline void* allocate(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* p = std::aligned_alloc(a, (size + a - 1) / a * a)) return p;
  throw std::bad_alloc();
}

}  // namespace pintle::detail

extern "C" long pintle_allocation_count() { return pintle::detail::allocations; }

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) { return pintle::detail::allocate(size); }
void* operator new(std::size_t size, std::align_val_t a) { return pintle::detail::allocate(size, a); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void* p, std::size_t, std::align_val_t) noexcept { std::free(p); }

#endif
