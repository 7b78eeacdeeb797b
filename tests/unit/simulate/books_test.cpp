#include "pintle/simulate/books.h"

#include <doctest/doctest.h>

#include <vector>

using namespace pintle;

TEST_CASE("books: the integrals of the present step stand on those of all steps before it") {
  Books books;
  books.end_step(std::vector<double>{1, 2, 3});
  const Ledger ledger = books.make_ledger(std::vector<double>{0.5, 0.25, 0.125}, 0);
  CHECK(ledger.integral[0] == 1.5);
  CHECK(ledger.integral[1] == 2.25);
  CHECK(ledger.integral[2] == 3.125);
}

TEST_CASE("books: energy that changes without a booking is the balance error, against the largest kinetic energy") {
  Books books;
  Ledger ledger;
  ledger.potential = 10;
  books.note(ledger);
  ledger.kinetic = 8;
  ledger.potential = 2;
  books.note(ledger);
  CHECK(books.balance_error() == 0);
  ledger.kinetic = 4;
  ledger.potential = 6.5;
  books.note(ledger);
  CHECK(books.balance_error() == 0.5 / 8);
}

TEST_CASE("books: what events, projections and forces did is not missing") {
  Books books;
  Ledger first;
  first.kinetic = 4;
  books.note(first);
  books.book_event(-1);
  books.end_engine(0.25);
  books.end_step(std::vector<double>{0.5, 2, 0});  // damping took 0.5, a force gave 2
  Ledger ledger = books.make_ledger(std::vector<double>{0, 0, 0}, 0.125);
  ledger.kinetic = 4 - 1 + 0.25 + 0.125 - 0.5 + 2;
  books.note(ledger);
  CHECK(books.balance_error() == 0);
}

TEST_CASE("books: where nothing moves nothing is missing") {
  Books books;
  books.note(Ledger{});
  CHECK(books.balance_error() == 0);
}
