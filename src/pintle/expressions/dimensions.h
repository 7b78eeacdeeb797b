#pragma once
#include <optional>
#include <string>

#include "pintle/expressions/parse.h"

/// What may be added to, compared with and put into what. Rules without text or graph; sentences are parser.h's.
namespace pintle {

struct Sort {
  Nature nature = Nature::bare;
  Dimension dimension;
  bool hertz = false;  // written with Hz, multiplied by no more than bare numbers
  int angle = 0;       // exponent of its angles, as far as they were written; rules do not ask for it
};

inline bool is_bare(const Sort& a) { return a.nature == Nature::bare; }
inline bool is_logic(const Sort& a) { return a.nature == Nature::logic; }
/// A number without dimension, bare or not.
inline bool is_pure(const Sort& a) { return !is_logic(a) && a.dimension == Dimension{}; }
/// A pure number may stand for true (not 0) and false (0), as signals do.
inline bool is_truth_like(const Sort& a) { return is_logic(a) || is_pure(a); }

/// Of a sum, of a pair that is compared, of the branches of an if: a bare number takes the dimension of the other, a pure
/// number is true or false beside what is. None: these two do not go together.
std::optional<Sort> find_common(const Sort& a, const Sort& b);

/// Of a·b and a/b.
Sort calc_product(const Sort& a, const Sort& b);
Sort calc_quotient(const Sort& a, const Sort& b);

/// Of aⁿ for whole n; none if an exponent grows beyond reason.
std::optional<Sort> find_power(const Sort& a, int n);
/// Of √a; none if an exponent is odd.
std::optional<Sort> find_root(const Sort& a);
/// Of sin, exp, atan2 and the like: bare of what is bare.
Sort calc_pure(const Sort& a);

/// "a length", "a bare number", "true or false".
std::string describe(const Sort& a);

/// The factor that a product lacks if somebody forgot that it is a rate: "rad/s" for what is a time and should be an angle.
std::optional<std::string> find_forgotten_rate(const Sort& have, const Dimension& wanted);

}  // namespace pintle
