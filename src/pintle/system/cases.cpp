#include "pintle/system/cases.h"

namespace pintle {

Case make_case(const System& system) { return {system.nominal, system.start, system.length, system.mechanisms.lengths, {}}; }

void put_case(const Case& numbers, System& system) {
  system.nominal.value = numbers.parameters.value;
  system.start = numbers.start;
  system.length = numbers.length;
  system.mechanisms.lengths = numbers.lengths;
}

}  // namespace pintle
