#pragma once
#include "pintle/io/item.h"
#include "pintle/io/reader.h"
#include "pintle/io/settings.h"

namespace pintle {

/// A choice and where it was made: a mark of the file, or of the command line.
struct MarkedChoice {
  std::string group, choice;
  Mark mark;
  std::string path;  // "choose.legs"; empty on the command line
};

/// The values of the chosen variants, in file order; `given` ones go before `choose`. Says what is wrong with `variants`,
/// `choose` and the choices.
std::vector<PathValue> choose_variants(const Item& top, const std::vector<MarkedChoice>& given);

}  // namespace pintle
