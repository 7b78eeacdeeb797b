#pragma once
#include <vector>

#include "pintle/system/system.h"

namespace pintle {

/// The numbers of one case: every slot, where its run starts, and how long things are. As make_system() gives them: what the
/// assembly of loops makes of them is up to the run.
struct Case {
  Parameters<double> parameters;  // System::nominal
  Start start;
  double length = 1;             // System::length [m]
  std::vector<double> lengths;   // Mechanisms::lengths [m]
  std::vector<double> inputs{};  // of the model's graph; none: as the model stands
};

/// The numbers of a system as they are.
Case make_case(const System& system);
/// A system with other numbers. What exists stays as it is; nothing takes memory if the case is one of the same system.
void put_case(const Case& numbers, System& system);

}  // namespace pintle
