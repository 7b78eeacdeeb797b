#pragma once
#include <string>

namespace pintle {

struct NewCommand {
  std::string kind;  // empty: list them
  int n = 0;         // 0: the template's own
  std::string file;  // empty: standard output
  bool force = false;
};

/// `pintle new`: writes a model file to start from. Returns the exit code.
int make_new(const NewCommand& command);

}  // namespace pintle
