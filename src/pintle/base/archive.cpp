#include "pintle/base/archive.h"

#include <fmt/core.h>

#include <cstring>

#include "pintle/base/error.h"

namespace pintle {

void Archive::mark(std::string_view name) {
  std::string one(name);
  item(one);
  if (one != name) throw Error(fmt::format("it has '{}' where '{}' is expected", one.substr(0, 40), name));
}

void Archive::take(void* to, std::size_t count) {
  if (count > source_.size()) throw Error("it ends too early");
  if (count > 0) std::memcpy(to, source_.data(), count);
  source_.remove_prefix(count);
}

std::size_t Archive::size(std::size_t now) {
  raw(now);
  if (loading_ && now > source_.size()) throw Error("it ends too early");
  return now;
}

void Archive::throw_other_size(std::string_view name, std::size_t saved, std::size_t here) {
  throw Error(fmt::format("it has {} of '{}' where {} are expected", saved, name, here));
}

void Archive::finish() const {
  if (loading_ && !source_.empty()) throw Error(fmt::format("{} bytes are left that nobody asked for", source_.size()));
}

}  // namespace pintle
