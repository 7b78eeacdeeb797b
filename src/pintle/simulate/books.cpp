#include "pintle/simulate/books.h"

#include <algorithm>
#include <cmath>

namespace pintle {

Ledger Books::make_ledger(std::span<const double> account, double projected) const {
  Ledger ledger;
  ledger.integral = integral_;
  for (std::size_t i = 0; i < account.size() && i < ledger.integral.size(); ++i) ledger.integral[i] += account[i];
  ledger.events = events_;
  ledger.projection = projection_ + projected;
  return ledger;
}

void Books::end_step(std::span<const double> account) {
  for (std::size_t i = 0; i < account.size() && i < integral_.size(); ++i) integral_[i] += account[i];
}

void Books::note(const Ledger& ledger) {
  if (!started_) invariant_ = ledger.invariant();
  started_ = true;
  double work = std::abs(ledger.events) + std::abs(ledger.projection);
  for (double integral : ledger.integral) work += std::abs(integral);
  missing_ = std::max(missing_, std::abs(ledger.invariant() - invariant_));  // (1)
  scale_ = std::max(scale_, ledger.kinetic + work);
}

}  // namespace pintle
