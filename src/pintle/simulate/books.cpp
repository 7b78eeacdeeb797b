#include "pintle/simulate/books.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {
namespace {

constexpr double margin = 32;    // on ε of one product: energies are sums of products of rounded factors
constexpr double share = 1e-7;   // of S that rounding may be: it stays a good balance
constexpr double vague = 1e-2;   // of an account: worth a word
constexpr double counts = 1e-3;  // of S: no ground gives it back

void add_accounts(std::span<const double> account, std::size_t mechanism, Ledger& ledger) {
  for (std::size_t a = 0; a < ledger.integral.size(); ++a) ledger.integral[a] += account[account_count * mechanism + a];
}

/// T + Σ|W| of (3).
double calc_turnover(const Ledger& now) {
  return now.kinetic + std::abs(now.integral_of(Account::damping)) + std::abs(now.integral_of(Account::applied)) +
         std::abs(now.integral_of(Account::contact)) + std::abs(now.events) + std::abs(now.set);
}

}  // namespace

void Books::update_ledgers(std::span<const double> account, std::span<const double> projected, std::span<Ledger> ledgers) const {
  for (std::size_t m = 0; m < books_.size(); ++m) {
    ledgers[m] = books_[m].kept;
    add_accounts(account, m, ledgers[m]);
    ledgers[m].projection += projected[m];
  }
}

void Books::end_step(std::span<const double> account) {
  for (std::size_t m = 0; m < books_.size(); ++m) {
    add_accounts(account, m, books_[m].kept);
    for (std::size_t a = 0; a < account_count; ++a) books_[m].turnover[a] += std::abs(account[account_count * m + a]);
  }
}

void Books::end_engine(std::span<const double> projected) {
  for (std::size_t m = 0; m < books_.size(); ++m) books_[m].kept.projection += projected[m];
}

void Books::book_event(std::span<const double> work) {
  for (std::size_t m = 0; m < books_.size(); ++m) books_[m].kept.events += work[m];
}

void Books::book_setting(std::span<const double> energy) {
  for (std::size_t m = 0; m < books_.size(); ++m) books_[m].kept.set += energy[m];
}

void Books::book_contacts(std::span<const double> energy) {
  for (std::size_t m = 0; m < books_.size(); ++m) books_[m].kept.contact_given += energy[m];
}

void Books::note_impulse(int mechanism, double energy) {
  constexpr double rounded = margin * std::numeric_limits<double>::epsilon();
  double& noise = books_[static_cast<std::size_t>(mechanism)].noise;
  noise = std::max(noise, rounded * rounded * energy);
}

bool Books::any_quiet() const {
  return std::ranges::any_of(books_, [](const Book& book) { return book.is_quiet; });
}

void Books::note_work_rounding(std::span<const double> rounding) {
  for (std::size_t m = 0; m < books_.size(); ++m)
    if (books_[m].is_quiet) books_[m].noise_of_works = std::max(books_[m].noise_of_works, margin * rounding[m]);
}

void Books::note(std::span<const Ledger> ledgers) {
  ++noted_;
  for (std::size_t m = 0; m < books_.size(); ++m) {
    Book& book = books_[m];
    const Ledger& now = ledgers[m];
    if (noted_ == 1) book.invariant = now.invariant(), book.heated = now.ground();
    book.heated = std::max(book.heated, now.ground());
    book.made = std::max(book.made, book.heated - now.ground());                        // (5)
    book.missing = std::max(book.missing, std::abs(now.invariant() - book.invariant));  // (1)
    book.drift = std::max(book.drift, std::abs(now.projection + now.stabilization()));  // (2)
    book.largest = std::max(book.largest, calc_turnover(now));
    book.noise = std::max(book.noise, margin * now.rounding * std::sqrt(static_cast<double>(noted_)));
    book.is_quiet = book.is_quiet && !(book.largest > book.floor());
  }
}

double Books::Book::known_scale() const { return largest + noise / share; }
double Books::Book::floor() const { return noise_of_works / share; }
double Books::Book::scale() const { return std::max(known_scale(), floor()); }

bool Books::any_at_rest() const {
  return std::ranges::any_of(books_, [](const Book& book) { return !(book.known_scale() > 0); });
}

double Books::calc_first_error(std::span<const Ledger> ledgers) const {
  double worst = 0;
  for (std::size_t m = 0; m < books_.size(); ++m) {
    const double size = std::max(calc_turnover(ledgers[m]), books_[m].floor());
    const double missing = std::abs(ledgers[m].invariant() - books_[m].invariant);
    if (!(books_[m].known_scale() > 0) && size > 0) worst = std::max(worst, missing / size);
  }
  return worst;
}

void Books::update_account_scales(std::span<double> scales) const {
  for (std::size_t m = 0; m < books_.size(); ++m)
    for (Account account : {Account::damping, Account::applied, Account::contact})
      scales[static_cast<std::size_t>(account_place(static_cast<int>(m), account))] =
          books_[m].known_scale() > 0 ? books_[m].scale() : 0;
}

Verdict Books::verdict() const {
  Verdict worst;
  for (const Book& book : books_) {
    if (!(book.scale() > 0)) continue;
    worst.balance = std::max(worst.balance, book.missing / book.scale());
    worst.drift = std::max(worst.drift, book.drift / book.scale());
    if (book.made > counts * book.scale()) worst.made = std::max(worst.made, book.made);
    for (std::size_t a = 0; a < account_count; ++a) {  // (4)
      const double error =
          book.turnover[a] > 0 ? book.missing / std::max(book.turnover[a] + book.noise / share, book.floor()) : 0;
      if (!(error > worst.account[a])) continue;
      worst.account[a] = error;
      worst.work[a] = book.turnover[a];
    }
  }
  return worst;
}

void Books::update_vague(std::vector<VagueAccount>& list) const {
  const Verdict worst = verdict();
  list.clear();
  for (const auto& [account, name] :
       {std::pair(Account::damping, "damping"), std::pair(Account::applied, "applied"), std::pair(Account::contact, "contact")}) {
    const auto a = static_cast<std::size_t>(account);
    if (worst.account[a] > vague) list.push_back({name, worst.work[a], worst.account[a]});
  }
}

}  // namespace pintle
