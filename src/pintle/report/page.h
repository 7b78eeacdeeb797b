#pragma once
#include <string>

#include "pintle/record/run_record.h"

namespace pintle {

/// index.html: one file about one run, without network, fonts or libraries; for light and dark screens, narrow
/// windows and paper. Pictures of the mechanism, plots, events, loads, how far to trust them, the model.
std::string make_page(const RunRecord& record);

/// What stands around the content of every page: its head with the title, up to <main>, and its end with the script.
std::string make_page_start(const std::string& title);
std::string make_page_end();

/// CSS and script of the page.
extern const char* const page_style;
extern const char* const page_script;

}  // namespace pintle
