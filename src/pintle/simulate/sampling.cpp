#include "pintle/simulate/sampling.h"

#include <algorithm>
#include <string>

#include "pintle/base/limits.h"

namespace pintle {

Sampling::Sampling(const System& system, Parameters<double>& p) : system_(system), p_(p) {
  for (const ControllerRecord& record : system.controllers) {
    sampled_.push_back({&record,
                        FormulaValues(record.formula),
                        std::vector<double>(static_cast<std::size_t>(record.formula.output_count())),
                        std::vector<double>(record.held.size()),
                        {}});
    needs_ = needs_ | needs_of(system, record.formula);
  }
}

void Sampling::restart() {
  for (Sampled& one : sampled_) {
    one.count = 0;
    std::ranges::fill(one.outputs, 0.0);
    one.foreign.clear();
  }
}

void Sampling::begin() {
  for (Sampled& one : sampled_)
    if (one.record->library)
      one.foreign.emplace_back(one.record->library,
                               ControllerSetup{one.record->name, p_[one.record->every], one.record->inputs, one.record->outputs});
}

bool Sampling::can_be_kept() const {
  return std::ranges::all_of(sampled_,
                             [](const Sampled& one) { return !one.record->library || one.record->library->can_be_kept(); });
}

double Sampling::next() const {
  double next = infinity;
  for (const Sampled& one : sampled_) next = std::min(next, time_of(one));
  return next;
}

void Sampling::take(const Instant& instant) {
  const double t = instant.view.state.t;
  due_.clear();
  for (Sampled& one : sampled_) {
    if (time_of(one) > t) continue;
    one.count += 1;
    one.formula.update(system_, p_, instant, one.values);
    check_values(one.record->formula, one.values, t);
    for (ForeignController& foreign : one.foreign) foreign.step(t, one.values, one.outputs);
    due_.push_back(&one.record->edits);
  }
  for (const Sampled& one : sampled_) {
    if (std::ranges::find(due_, &one.record->edits) == due_.end()) continue;
    const std::vector<double>& outputs = one.record->library ? one.outputs : one.values;
    for (std::size_t k = 0; k < outputs.size(); ++k) p_[one.record->held[k]] = outputs[k];
  }
}

void Sampling::archive(Archive& archive) {
  if (archive.is_loading()) begin();
  archive.each("sampled", sampled_, [&](Sampled& one) {
    archive("controller", one.count, one.outputs);
    for (ForeignController& foreign : one.foreign) {
      std::string bytes;
      if (!archive.is_loading()) bytes = foreign.save();
      archive("handle", bytes);
      if (archive.is_loading()) foreign.load(bytes);
    }
  });
}

}  // namespace pintle
