#pragma once
#include <string>
#include <vector>

/// Scripts that teach a shell the words of the program. What they know is a plain copy of the command line's own description.
namespace pintle {

struct OptionWords {
  std::vector<std::string> names;  // "--out", "-o"
  std::string help;
  bool takes_value = false;
  std::vector<std::string> choices;  // of the value; empty: a file
};

struct CommandWords {
  std::string name, help;
  std::vector<OptionWords> options;
  std::vector<std::string> choices;  // of the first word that is no option; empty: files
  std::vector<CommandWords> commands;
};

/// For "bash", "zsh" or "fish"; empty for any other shell.
std::string make_completion(const std::string& shell, const CommandWords& program);

}  // namespace pintle
