#include "pintle/simulate/measures.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {

Measures::Measures(const System& system) {
  for (const MeasureRecord& record : system.measures) {
    books_.push_back({&record, FormulaValues(record.of)});
    needs_ = needs_ | needs_of(system, record.of);
    reads_ledger_ = reads_ledger_ || pintle::reads_ledger(record.of);
  }
}

void Measures::note(const System& system, const Parameters<double>& p, const Instant& instant) {
  const double t = instant.view.state.t;
  for (Book& book : books_) {
    double x = 0;
    book.formula.update(system, p, instant, {&x, 1});
    check_values(book.record->of, {&x, 1}, t);
    if (book.empty) {
      book.start = book.last_time = t;
      book.largest = book.smallest = book.last = x;
      book.empty = false;
    }
    const double dt = t - book.last_time;
    book.sum += 0.5 * dt * (book.last + x);  // (1)
    book.sum_of_squares += 0.5 * dt * (book.last * book.last + x * x);
    book.largest = std::max(book.largest, x);
    book.smallest = std::min(book.smallest, x);
    book.last_time = t;
    book.last = x;
  }
}

double Measures::value_of(const Book& book) const {
  if (book.empty) return std::numeric_limits<double>::quiet_NaN();
  const double span = book.last_time - book.start;
  switch (book.record->take) {
    case Take::max:
    case Take::ever: return book.largest;
    case Take::min:
    case Take::always: return book.smallest;
    case Take::final: return book.last;
    case Take::mean: return span > 0 ? book.sum / span : book.last;
    case Take::rms: return span > 0 ? std::sqrt(book.sum_of_squares / span) : std::abs(book.last);
  }
  return book.last;
}

std::vector<MeasureValue> Measures::values() const {
  std::vector<MeasureValue> list;
  for (const Book& book : books_) {
    const bool logic = book.record->take == Take::ever || book.record->take == Take::always;
    list.push_back({book.record->name, book.record->unit, value_of(book), logic});
  }
  return list;
}

}  // namespace pintle
