#pragma once
#include <string>
#include <vector>

#include "load_model.h"

namespace pintle {

/// What is odd about a model that can run, a sentence each with its place: what the reader noticed, then what the parts
/// together show. One list: `check` prints it, and so does whoever runs the model.
std::vector<std::string> find_warnings(const LoadedModel& loaded);

/// A body that no joint hangs on the world, and what rides on it.
struct FloatingBase {
  BodyIndex body;
  std::vector<BodyIndex> riders;
  bool meant;  // its start is given, or a spring, a contact or a constraint acts between it and others
};
std::vector<FloatingBase> find_floating(const System& system);

}  // namespace pintle
