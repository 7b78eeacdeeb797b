#include "pintle/simulate/measures.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pintle/base/error.h"
#include "pintle/simulate/locate.h"

namespace pintle {
namespace {

Sense sense_of(Take take) { return facts_of(take).sense; }

bool wraps(const Formula::Input& input) { return input.kind == InputKind::signal && input.signal.facts().wraps; }

/// Of the parts of a measure.
double find_outermost(const Extremes& extremes, int first, int count, bool largest) {
  double value = extremes.extreme(first).value;
  for (int i = first + 1; i < first + count; ++i)
    value = largest ? std::fmax(value, extremes.extreme(i).value) : std::fmin(value, extremes.extreme(i).value);
  return value;
}

/// What its expression is made of is far from singular places whatever its signals are.
bool is_tame_anywhere(const Formula& formula, std::span<const Interval> inputs, std::span<Interval> scratch,
                      std::span<Interval> results) {
  formula.tape.evaluate<Interval>(inputs, scratch, results);
  return formula.tape.is_tame(scratch, 0);
}

constexpr double anywhere = 1e9;  // in SI units

bool reads_length(const Formula& formula) {
  return std::ranges::any_of(formula.inputs, [](const Formula::Input& input) { return is_length(input); });
}

/// For some numbers.
bool may_be_narrow(const Formula& formula) {
  if (std::ranges::any_of(formula.inputs, wraps) || reads_length(formula)) return true;
  const std::vector<Interval> inputs(formula.inputs.size(), Interval(-anywhere, anywhere));
  std::vector<Interval> scratch(static_cast<std::size_t>(formula.tape.scratch_size())),
      results(static_cast<std::size_t>(formula.output_count()));
  return !is_tame_anywhere(formula, inputs, scratch, results);
}

}  // namespace

Measures::Measures(const System& system) {
  std::size_t inputs = 0, scratch = 0, outputs = 0;
  for (const MeasureRecord& record : system.measures) {
    count_ += books_.empty() || books_.back().record->name != record.name;
    const Formula& formula = formula_of(record);
    books_.push_back({&record, FormulaValues(formula), std::vector<double>(static_cast<std::size_t>(formula.output_count()))});
    Book& book = books_.back();
    book.needs = needs_of(system, formula);
    book.is_sought = sense_of(record.take) != Sense::none;
    last_needs_ = last_needs_ | book.needs;
    if (!book.is_sought) continue;
    needs_ = needs_ | book.needs;
    reads_ledger_ = reads_ledger_ || pintle::reads_ledger(formula);
    book.may_be_narrow = may_be_narrow(formula);
    if (!book.may_be_narrow) continue;
    for (std::vector<double>& read : book.read) read.resize(formula.inputs.size());
    book.inputs.resize(formula.inputs.size());
    book.scratch.resize(static_cast<std::size_t>(formula.tape.scratch_size()));
    book.results.resize(book.outputs.size());
    inputs = std::max(inputs, book.inputs.size());
    scratch = std::max(scratch, book.scratch.size());
    outputs = std::max(outputs, book.outputs.size());
  }
  inputs_.resize(inputs), scratch_.resize(scratch), outputs_.resize(outputs);
  read_numbers(system.nominal);
}

/// A load in weights is a quotient, and as tame as the load once it is known what the weight is.
void Measures::read_numbers(const Parameters<double>& p) {
  narrow_ = false;
  narrow_needs_ = {};
  for (Book& book : books_) {
    if (!book.may_be_narrow) continue;
    const Formula& formula = formula_of(*book.record);
    book.rises = sense_of(book.record->take) == Sense::largest && rises_in_line(formula, p);
    for (std::size_t i = 0; i < book.inputs.size(); ++i) {
      const Formula::Input& input = formula.inputs[i];
      book.inputs[i] = input.kind == InputKind::parameter ? Interval(p[input.parameter]) : Interval(-anywhere, anywhere);
    }
    book.is_narrow = std::ranges::any_of(formula.inputs, wraps) || (reads_length(formula) && !book.rises) ||
                     !is_tame_anywhere(formula, book.inputs, book.scratch, book.results);
    if (!book.is_narrow) continue;
    narrow_ = true;
    narrow_needs_ = narrow_needs_ | book.needs;
  }
}

bool Measures::rises_in_line(const Formula& formula, const Parameters<double>& p) {
  if (std::ranges::count(formula.inputs, InputKind::signal, &Formula::Input::kind) != 1) return false;
  const auto first_of = [](std::vector<double>& list, std::size_t count) { return std::span(list).first(count); };
  const std::span<double> inputs = first_of(inputs_, formula.inputs.size()),
                          scratch = first_of(scratch_, static_cast<std::size_t>(formula.tape.scratch_size())),
                          outputs = first_of(outputs_, static_cast<std::size_t>(formula.output_count()));
  const auto f = [&](double x) {
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const Formula::Input& input = formula.inputs[i];
      inputs[i] = input.kind == InputKind::parameter ? p[input.parameter] : x;
    }
    formula.tape.evaluate<double>(inputs, scratch, outputs);
    return outputs[0];
  };
  const double first = f(1) - f(0), second = f(2) - f(1);
  return first > 0 && std::abs(second - first) < 1e-12 * first;
}

const Formula& Measures::formula_of(const MeasureRecord& record) {
  return record.condition ? record.condition->formula : record.of;
}

void Measures::check_scales(const Book& book) {
  if (book.record->condition) return;
  for (std::size_t i = 1; i < book.outputs.size(); ++i)
    if (!(book.outputs[i] > 0))
      throw Error("measures." + book.record->name,
                  fmt::format("{} is {:.6g}, and above zero with the numbers of the model, which decides what the {} value of a "
                              "maximum or minimum is made of; write the factor into each of its parts",
                              book.record->of.origins[i].text, book.outputs[i],
                              sense_of(book.record->take) == Sense::largest ? "largest" : "smallest"));
}

std::vector<WatchedNumber> Measures::make_numbers() const {
  std::vector<WatchedNumber> numbers;
  for (const Book& book : books_) numbers.push_back({sense_of(book.record->take), static_cast<int>(numbers.size())});
  return numbers;
}

bool Measures::any_sought() const { return std::ranges::any_of(books_, &Book::is_sought); }

void Measures::read(Book& book, const System& system, const Parameters<double>& p, const Instant& instant, double& x) {
  book.formula.update(system, p, instant, book.outputs);
  check_values(formula_of(*book.record), book.outputs, instant.view.state.t);
  check_scales(book);
  x = book.outputs[0];
}

void Measures::update(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> x) {
  for (std::size_t k = 0; k < books_.size(); ++k) {
    x[k] = 0;
    if (books_[k].is_sought) read(books_[k], system, p, instant, x[k]);
  }
}

void Measures::update_last(const System& system, const Parameters<double>& p, const Instant& instant, std::span<double> x) {
  for (std::size_t k = 0; k < books_.size(); ++k) read(books_[k], system, p, instant, x[k]);
}

void Measures::look(int place, const System& system, const Parameters<double>& p, const Instant& instant) {
  for (Book& book : books_) {
    if (!book.is_narrow) continue;
    book.formula.update(system, p, instant, book.outputs);
    std::ranges::copy(book.formula.inputs(), book.read[place].begin());
  }
}

void Measures::look_again() {
  for (Book& book : books_)
    if (book.is_narrow) std::ranges::copy(book.read[3], book.read[0].begin());
}

void Measures::archive(Archive& archive) {
  archive.each("measures", books_, [&](Book& book) { archive("read", book.read[3]); });
}

bool Measures::are_tame(const Extremes& extremes) {
  for (std::size_t k = 0; k < books_.size(); ++k)
    if (books_[k].is_narrow && !is_tame(books_[k], extremes.fine(static_cast<int>(k)))) return false;
  return true;
}

/// A quotient of two that vanish together has no bounds either, as intervals go; its values stay.
void Measures::check_poles(double t, std::span<const double> near, std::span<const double> beside) {
  constexpr double falls = 20;  // a thousand stretches further on; 1/√x by 30
  for (std::size_t k = 0; k < books_.size(); ++k) {
    Book& book = books_[k];
    if (!book.is_narrow || is_tame(book, 0) || !(std::abs(near[k]) > falls * std::abs(beside[k]))) continue;
    const Interval& result = book.results[0];
    if (!result.nan && std::isfinite(result.low) && std::isfinite(result.high)) continue;
    const Origin& origin = book.record->of.origins[0];
    throw Error(fmt::format("{}: {} goes beyond all bounds at t = {:.9g} s; give an expression that stays within bounds",
                            origin.where, origin.text, t));
  }
}

/// Over four times the stretch: what is tame is well told by a dozen samples, and Extremes begin with two or three.
bool Measures::is_tame(Book& book, double fine) {
  constexpr double wider = 1.5;
  const Formula& formula = book.record->of;
  for (std::size_t i = 0; i < book.inputs.size(); ++i) {
    const double a = book.read[0][i], b = book.read[1][i], c = book.read[2][i], d = book.read[3][i];
    if (wraps(formula.inputs[i]) && std::max({std::abs(b - a), std::abs(c - b), std::abs(d - c)}) > std::numbers::pi)
      return false;
    const SignalRange range = range_of(a, b, c, d);
    const double more = wider * (range.high - range.low);
    if (is_length(formula.inputs[i]) && !book.rises && more > fine && is_near_zero(range, more)) return false;
    book.inputs[i] = more >= 0 ? Interval(range.low - more, range.high + more) : Interval::none();
  }
  formula.tape.evaluate<Interval>(book.inputs, book.scratch, book.results);
  const Interval& result = book.results[0];
  return (!result.nan && result.width() <= fine) || formula.tape.is_tame(book.scratch, 0);
}

namespace {

/// What was seen in a run, for the value of a take: of a measure that is `count` numbers of Extremes.
struct SeenInRun {
  const Extremes& extremes;
  int i, count;
  bool largest;
  Conditions::Seen seen;

  double last() const { return extremes.last(i); }
  double outermost() const { return find_outermost(extremes, i, count, largest); }
  double mean() const { return extremes.mean(i); }
  double mean_square() const { return extremes.mean_square(i); }
  bool was() const { return seen.any; }
  double first() const { return seen.first; }
  double end() const { return seen.last; }

  /// A number that is none anywhere stays so.
  bool is_lost() const {
    for (int part = i; part < i + count; ++part)
      if (std::isnan(extremes.last(part))) return true;
    return false;
  }
};

}  // namespace

void Measures::update_values(const Extremes& extremes, std::span<const Conditions::Seen> seen,
                             std::vector<MeasureValue>& list) const {
  list.resize(static_cast<std::size_t>(count_));
  std::size_t conditions = 0;
  for (std::size_t k = 0, next = 0, place = 0; k < books_.size(); k = next, ++place) {
    const MeasureRecord& record = *books_[k].record;
    const TakeFacts& facts = facts_of(record.take);
    for (next = k + 1; next < books_.size() && books_[next].record->name == record.name;) ++next;
    const SeenInRun x{extremes, static_cast<int>(k), static_cast<int>(next - k), facts.sense == Sense::largest,
                      record.condition ? seen[conditions++] : Conditions::Seen()};
    double value = takes::never;
    if (!x.is_lost())
      TakeKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
        if (record.take == take_kind<Kind>) value = Kind::value(x);
      });
    list[place].name = record.name;
    list[place].unit = record.unit;
    list[place].value = value;
    list[place].is_logic = facts.gives == TakeFacts::Gives::truth;
  }
}

}  // namespace pintle
