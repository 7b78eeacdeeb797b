#pragma once
#include <cstdint>
#include <string>

namespace pintle {

/// The case of a study that a run repeats.
struct CaseOrigin {
  std::string store;         // "out/deployment.study.db"
  std::string page;          // of the study, from the folder of the run
  std::uint64_t number = 0;  // from 1
};

}  // namespace pintle
