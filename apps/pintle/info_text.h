#pragma once
#include "survey.h"

namespace pintle {

/// For people.
std::string make_info_text(const Survey& survey, bool with_signals, int width);

}  // namespace pintle
