#pragma once
#include <string>

#include "check_command.h"

namespace pintle {

/// Whether a file describes a study and no model: by its first key of that name.
bool is_study_file(const std::string& file);

/// `pintle check STUDY`: reads it with its model, tries three cases and says what it found, and how long it will take. Returns the
/// exit code.
int check_study(const CheckCommand& command);

}  // namespace pintle
