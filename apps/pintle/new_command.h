#pragma once
#include <string>

namespace pintle {

struct NewCommand {
  std::string kind;  // empty: list them
  int n = 0;         // 0: the kind's own
  std::string file;  // empty: standard output
  bool force = false;
};

/// `pintle new`: writes the file of a model that a function makes. Returns the exit code.
int make_new(const NewCommand& command);

}  // namespace pintle
