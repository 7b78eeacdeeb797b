#include "info_command.h"

#include "exit_code.h"
#include "info_json.h"
#include "info_text.h"
#include "terminal.h"

namespace pintle {

int tell_info(const InfoCommand& c) {
  const auto loaded = load_model(c.model, false);
  if (!loaded) return exit_bad_model;
  const Survey survey = make_survey(*loaded);
  const std::string text = c.json ? make_info_json(survey, c.signals) : make_info_text(survey, c.signals, text_width());
  return print_out(text) ? exit_good : exit_run_failed;
}

}  // namespace pintle
