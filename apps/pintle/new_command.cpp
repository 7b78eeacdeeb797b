#include "new_command.h"

#include <fmt/format.h>

#include <filesystem>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/io/writer.h"
#include "pintle/model/makers.h"
#include "pintle/record/output_file.h"
#include "terminal.h"

namespace pintle {
namespace {

struct Kind {
  const char *name, *what;
  int n;
  Model (*make)(int n);
};
constexpr Kind kinds[] = {
    {"chain", "n links on hinges, held at one end, that fall", 10, &make_chain},
    {"star", "a spinning hub in space with n legs of two links", 6, &make_star},
};

std::string list_kinds() {
  std::string out = "pintle new KIND --n N [FILE] writes the file of a model:\n";
  for (const Kind& kind : kinds) out += labelled(fmt::format("  {}", kind.name), kind.what, 10, text_width());
  return out;
}

}  // namespace

int make_new(const NewCommand& c) {
  if (c.kind.empty()) return print_out(list_kinds()) ? exit_good : exit_run_failed;
  for (const Kind& kind : kinds) {
    if (c.kind != kind.name) continue;
    try {
      const std::string text = write_model(kind.make(c.n == 0 ? kind.n : c.n));
      if (c.file.empty()) return print_out(text) ? exit_good : exit_run_failed;
      if (!c.force && std::filesystem::exists(c.file)) {
        complain(fmt::format("{}: the file exists; give another name, or --force to replace it", c.file));
        return exit_bad_command_line;
      }
      write_whole(c.file, text);
      return exit_good;
    } catch (const Error& mistake) {
      complain(fmt::format("--n: {}", mistake.what()));
      return exit_bad_command_line;
    } catch (const WriteError& problem) {
      complain(problem.what());
      return exit_run_failed;
    }
  }
  complain(fmt::format("new: there is no '{}'; `pintle new` lists what there is", c.kind));
  return exit_bad_command_line;
}

}  // namespace pintle
