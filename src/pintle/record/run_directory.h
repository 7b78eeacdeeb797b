#pragma once
#include <filesystem>
#include <span>
#include <string_view>

#include "pintle/base/error.h"

namespace pintle {

/// A directory that is not ours to write into.
class DirectoryError : public Error {
 public:
  using Error::Error;
};

/// True if the folder holds the manifest of a run of ours.
bool is_run_directory(const std::filesystem::path& folder);

/// Makes the folder ready for a run: creates it, or takes the files of an earlier run out of it. Throws
///   DirectoryError  if it is not empty and not ours, unless `force`; and always if `model_file` would be overwritten;
///   WriteError      if the system does not let us.
void prepare_run_directory(const std::filesystem::path& folder, const std::filesystem::path& model_file, bool force);

}  // namespace pintle
