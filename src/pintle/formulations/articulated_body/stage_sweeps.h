#pragma once
#include "pintle/formulations/articulated_body/run_sweeps.h"

/// Sweeps of a stage: in units of their own, because each takes long to compile.
namespace pintle::articulated_body {

template <class T>
void Sweeps<T>::fold_stage() {
  by_loops<T>(multipliers, [&]<bool closed>() { fold_all<Folding::stage, closed>(); });
}

}  // namespace pintle::articulated_body
