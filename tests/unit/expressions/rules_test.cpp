#include <doctest/doctest.h>

#include "unit/expressions/small_scope.h"

using namespace pintle;
using tests::Reader;

namespace {

struct Bad {
  std::string_view text, sentence;
};
const Bad bad[] = {
    // dimensions
    {"1 m + 2 s", "1 m + 2 s: a length plus a time; give both sides the same dimension"},
    {"w - mass", "w - mass: a length minus a mass; give both sides the same dimension"},
    {"5 % + 1 m", "5 % + 1 m: an angle or a pure number plus a length; give both sides the same dimension"},
    {"w < time", "w < time: a length compared with a time; give both sides the same dimension"},
    {"min(w, time)", "min(w, time): a length and a time; give all arguments the same dimension"},
    {"if(n > 3, w, time)", "if(n > 3, w, time): a length or a time; give both branches the same dimension"},
    {"atan2(w, mass)", "atan2(w, mass): a length and a mass; give both arguments the same dimension"},
    {"sin(3*time)", "sin(3*time): its argument is a time; divide by a time or write for example 3 rad/s*time"},
    {"floor(w)", "floor(w): its argument is a length; divide by a length"},
    {"mod(w, time)", "mod(w, time): a length and a time; give both arguments the same dimension"},
    {"mod(w)", "mod(w): 1 arguments; mod takes 2"},
    {"ceil(2.5)", "there is no function ceil; write -floor(-x)"},
    {"exp(w)", "exp(w): its argument is a length; divide by a length"},
    {"sqrt(w)", "sqrt(w): the root of a length is no quantity; give for example an area, or divide first"},
    {"2^w", "2^w: the exponent is a length; an exponent is a pure number"},
    {"w^n", "w^n: w is a length, so its exponent must be a plain whole number; write for example w^2, or sqrt(w)"},
    {"w^0.5", "w^0.5: w is a length, so its exponent must be a plain whole number; write for example w^2, or sqrt(w)"},
    {"2 m^0.5",
     "2 m^0.5: 2 m is a length, so its exponent must be a plain whole number; write for example (2 m)^2, or sqrt(2 m)"},
    {"2 deg^0.5", "2 deg^0.5: a unit has whole powers; write (2 deg)^0.5"},
    {"2 deg^-0.5", "2 deg^-0.5: a unit has whole powers; write (2 deg)^-0.5"},
    {"((w^99)^99)^99", "(w^99)^99: no quantity has such a dimension; check the exponents"},
    {"ramp(w)", "ramp(w): its argument is a length; ramp is a function of a time"},
    {"q[w]", "q[w]: the index is a length; give a whole number, elements count from 1"},
    {"q[1.5]", "q[1.5]: the index is 1.5; give a whole number, elements count from 1"},
    {"q[time]", "q[time]: time changes while a run goes on; give a fixed number"},
    {"q[9]", "q has no element 9"},
    // truth
    {"(w > 1) + 1", "(w > 1): true or false where a number is wanted; write if((w > 1), 1, 0)"},
    {"foot.touching < 1", "foot.touching: true or false where a number is wanted; write if(foot.touching, 1, 0)"},
    {"sin(true)", "true: true or false where a number is wanted; write if(true, 1, 0)"},
    {"w and n > 1", "w: a length where true or false is wanted; compare it, for example w > 1 m"},
    {"not foot.force", "foot.force: a force where true or false is wanted; compare it, for example foot.force > 1 N"},
    {"if(w, 1, 2)", "w: a length where true or false is wanted; compare it, for example w > 1 m"},
    {"foot.touching == w", "foot.touching == w: true or false compared with a length; give both sides the same dimension"},
    {"1 < n < 3", "1 < n < 3: comparisons do not chain; write 1 < n and n < 3"},
    {"n == 3 == 3", "n == 3 == 3: comparisons do not chain; write n == 3 and 3 == 3"},
    // signs of other languages
    {"n = 3", "= inside an expression; write == to ask whether two values are equal"},
    {"2**3", "** is not known in an expression; write ^"},
    {"n > 1 && n < 3", "&& is not known in an expression; write and"},
    {"n > 1 || n < 3", "|| is not known in an expression; write or"},
    {"!foot.touching", "! is not known in an expression; write not"},
    {"n != 3", "!= is not known in an expression; write not (a == b)"},
    {"n ≤ 3", "≤ is not known in an expression; write <="},
    {"3 − 2", "− is not known in an expression; write -"},
    {"3°", "° is not known in an expression; write deg"},
    {"n $ 3", "$ is not known in an expression; there are + - * / ^ < <= > >= == and or not"},
    {"ln(2)", "there is no function ln; write log(x)"},
    {"pow(2, 3)", "there is no function pow; write a^b"},
    {"n(3)", "n is no function; write * for a product, n*(…)"},
    {"foo(3)",
     "there is no function foo; there are if min max abs sqrt exp log sin cos tan asin acos atan2 tanh floor mod sign distance, "
     "count any all_of "
     "sum, and the tables under functions"},
    // the row of words
    {"", "nothing is written; give a number or an expression, for example 2*stiffness"},
    {"  ", "nothing is written; give a number or an expression, for example 2*stiffness"},
    {"foo", "there is no foo"},
    {"3 +", "3 +: it ends where a value is wanted; complete it"},
    {"+3", "+: a + without a left side; leave it out"},
    {"3 * / 2", "3 * /: a value is wanted in place of /; give a number or a name"},
    {"n*not n", "n*not: not stands inside; write parentheses, (not a)"},
    {"(1 + 2", "(1 + 2: a ) is missing"},
    {"sin(2", "(2: a ) is missing"},
    {"q[2", "[2: a ] is missing"},
    {"1 + 2)", "1 + 2): a ) without its ("},
    {"1,5", "1,5: a comma stands only between the arguments of a function; a number has a decimal point"},
    {"2 n", "2 n: an operator is missing; write * for a product, 2*n"},
    {"2(n)", "2(: an operator is missing; write * for a product, 2*(…)"},
    {"n 2", "n 2: an operator is missing; write * for a product, n*2"},
    {"(2)[1]", "(2)[: only lists have elements; write for example q[2]"},
    {"sin()", "sin(): 0 arguments; sin takes 1"},
    {"if(n > 1, 2)", "if(n > 1, 2): 2 arguments; if takes 3"},
    {"if n > 1", "if without its parentheses; write if(condition, a, b)"},
    {"max(3)", "max(3): one argument; give two or more, or all.name of what a repeat makes"},
    {"3 Nm", "3 Nm: there is no unit Nm; write 3 N*m"},
    {"3 kq", "3 kq: there is no unit kq; units are kg, m, s, N, deg and the like, for example kN*m/rad"},
    {"3  kg", "3  kg: more than one blank before the unit; write one, or none"},
    {"3 kN m", "3 kN m: a unit has no blanks inside; write products with *, for example kN*m"},
    {"010", "010 begins with a zero, which some programs read as base eight; leave the zero out"},
    {"1e999", "1e999 is too large for a number; the largest is about 1e308"},
    {"1/0", "1/0 is not finite; check what it divides by, takes a root or a logarithm of"},
    {"log(n - 6)", "log(n - 6) is not finite; check what it divides by, takes a root or a logarithm of"},
    // all
    {"all.foot.force", "all.foot.force stands for many values; write it inside count, any, all_of, sum, min or max"},
    {"sin(all.foot.flag)", "all.foot.flag stands for many values; write it inside count, any, all_of, sum, min or max"},
    {"sum(w)", "sum(w): sum wants all instances of a repeat, for example sum(all.foot.touching)"},
    {"sum(all.ghost.force)", "all.ghost.force stands for nothing: there are no instances of it"},
    {"sum(all.foot.touching)", "all.foot.touching: true or false where a number is wanted; write if(all.foot.touching, 1, 0)"},
    {"count(all.foot.force)",
     "all.foot.force: a force where true or false is wanted; compare it, for example all.foot.force > 1 N"},
    {"sum(all.foot.force*all.pair.flag)", "all.pair.flag stands for 2 values beside 4; take parts of the same repeat"},
    {"sum(all.foot.force + sum(all.foot.force))",
     "all.foot.force + sum(all.foot.force): all. inside a function over all.; define a signal for the inner one"},
    {"distance(tip)", "distance(tip): give two names of points or bodies, distance(a, b)"},
    {"distance(2, tip)", "distance(2: give two names of points or bodies, distance(a, b)"},
};

struct BadField {
  std::string_view text, unit, sentence;
};
const BadField bad_fields[] = {
    {"150*time", "rad", "150*time is a time; give an angle, for example 150*time*1 rad/s"},
    {"2*time - 1 s", "rad", "2*time - 1 s is a time; give an angle, for example (2*time - 1 s)*1 rad/s"},
    {"2 rad/s*1 m", "m", "2 rad/s*1 m is a velocity; give a length, for example 2 rad/s*1 m*1 s"},
    {"3 kg", "m", "3 kg is a mass; give a length, for example 3 m"},
    {"3 kg", "rad", "3 kg is a mass; give an angle, for example 3 deg"},
    {"3 kg", "1", "3 kg is a mass; give a pure number, for example 3"},
    {"2*mass", "m", "2*mass is a mass; give a length, for example 1 m"},
    {"share*2", "m", "share*2 is an angle or a pure number; give a length: multiply it by 1 m"},
    {"3 deg", "m", "3 deg is an angle or a pure number; give a length, for example 3 m"},
    {"k", "N*m/rad", "k is a stiffness in N/m; give a stiffness in N*m/rad, for example 1 N*m/rad"},
    {"w > 1", "rad", "w > 1 is true or false; give an angle, for example if(w > 1, 1 deg, 0 deg)"},
    {"2*3 Hz", "rad/s", "2*3 Hz counts turns; give the rate in rad/s, deg/s or rpm (1 Hz is 60 rpm)"},
    {"3 Hz", "s", "3 Hz is a frequency; give a time, for example 3 s"},
    {"time", "condition", "time is a time; give a condition, for example time > 1 s"},
};

}  // namespace

TEST_CASE("mistakes get one sentence with the way out") {
  Reader reader;
  for (const Bad& row : bad) {
    CAPTURE(row.text);
    CHECK(reader.sentence(row.text) == row.sentence);
  }
  for (const BadField& row : bad_fields) {
    CAPTURE(row.text);
    CHECK(reader.sentence(row.text, row.unit) == row.sentence);
  }
}
