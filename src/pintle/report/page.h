#pragma once
#include <string>

#include "pintle/record/run_record.h"

namespace pintle {

/// index.html: one file about one run, without network, fonts or libraries; for light and dark screens, narrow
/// windows and paper. Plots, events, loads, how far to trust them, the model.
std::string make_page(const RunRecord& record);

/// CSS and script of the page.
extern const char* const page_style;
extern const char* const page_script;

}  // namespace pintle
