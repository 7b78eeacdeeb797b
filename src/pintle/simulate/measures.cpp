#include "pintle/simulate/measures.h"

#include <cmath>
#include <limits>

namespace pintle {
namespace {

Sense sense_of(Take take) {
  switch (take) {
    case Take::max: return Sense::largest;
    case Take::min: return Sense::smallest;
    case Take::mean:
    case Take::rms: return Sense::mean;
    default: return Sense::none;
  }
}

bool is_logic(Take take) { return take == Take::ever || take == Take::always; }

}  // namespace

Measures::Measures(const System& system) {
  for (const MeasureRecord& record : system.measures) {
    const Formula& formula = record.condition ? record.condition->formula : record.of;
    books_.push_back({&record, FormulaValues(formula), std::vector<double>(static_cast<std::size_t>(formula.output_count()))});
    needs_ = needs_ | needs_of(system, formula);
    reads_ledger_ = reads_ledger_ || pintle::reads_ledger(formula);
  }
}

std::vector<WatchedNumber> Measures::make_numbers(int first) const {
  std::vector<WatchedNumber> numbers;
  for (const Book& book : books_) numbers.push_back({sense_of(book.record->take), first + static_cast<int>(numbers.size())});
  return numbers;
}

void Measures::update(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> x) {
  for (std::size_t k = 0; k < books_.size(); ++k) {
    Book& book = books_[k];
    book.formula.update(system, p, instant, book.outputs);
    check_values(book.record->condition ? book.record->condition->formula : book.record->of, book.outputs, instant.view.state.t);
    x[k] = book.outputs[0];
  }
}

void Measures::update_values(const Extremes& extremes, int first, const std::vector<bool>& seen,
                             std::vector<MeasureValue>& list) const {
  list.resize(books_.size());
  std::size_t conditions = 0;
  for (std::size_t k = 0; k < books_.size(); ++k) {
    const MeasureRecord& record = *books_[k].record;
    const int i = first + static_cast<int>(k);
    const bool found = record.condition && seen[conditions++];
    double value = extremes.last(i);
    if (!std::isnan(value) || record.take == Take::final) switch (record.take) {
        case Take::max:
        case Take::min: value = extremes.extreme(i).value; break;
        case Take::ever: value = found; break;
        case Take::always: value = !found; break;
        case Take::final: break;
        case Take::mean: value = extremes.mean(i); break;
        case Take::rms: value = std::sqrt(extremes.mean_square(i)); break;
      }
    list[k].name = record.name;
    list[k].unit = record.unit;
    list[k].value = value;
    list[k].is_logic = is_logic(record.take);
  }
}

}  // namespace pintle
