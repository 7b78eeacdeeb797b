#include <fmt/core.h>

#include "pintle/io/parts/joint_laws.h"

namespace pintle {
namespace {

FrictionKind kind_named(std::string_view name) {
  if (name == "coulomb") return FrictionKind::coulomb;
  return name == "stribeck" ? FrictionKind::stribeck : FrictionKind::lugre;
}

/// Keys that a law has no use for; says so.
void refuse_others(const Fields& fields, std::string_view law, std::initializer_list<std::string_view> keys) {
  for (std::string_view key : keys)
    if (const auto given = fields.find(key)) given->mistake_at_name(fmt::format("has no meaning for {}; take it out", law));
}

Number read_needed(const Fields& fields, std::string_view key, std::string_view law, std::string_view example) {
  if (!fields.has(key))
    fields.item().mistake_at_name(fmt::format("{} is missing; {} needs it, for example {}: {}", key, law, key, example));
  return fields.positive(key).value_or(0);
}

void read_curve(const Fields& fields, const std::string& name, FrictionLaw& law) {
  refuse_others(fields, name, {"mu"});
  law.mu_s = read_needed(fields, "mu_s", name, "0.6");
  law.mu_k = read_needed(fields, "mu_k", name, "0.5");
  law.vs = read_needed(fields, "vs", name, "0.01");
  law.sigma2 = fields.not_negative("sigma2").value_or(0);
  law.alpha = fields.quantity("alpha").value_or(1);
  if (law.alpha.value != 1 && law.alpha.value != 2)
    fields.find("alpha")->mistake(fmt::format("{} is not read; the exponent is 1 or 2", law.alpha.value));
}

}  // namespace

FrictionLaw read_friction_law(const Item& item, Direction direction) {
  const bool translation = is_translation(direction);
  const Fields fields(item, translation ? schema::translation_friction : schema::rotation_friction,
                      translation ? "{law: coulomb, mu: 0.1}" : "{law: coulomb, mu: 0.1, radius: 10 mm}");
  FrictionLaw law;
  const auto name = fields.word("law");
  if (!name) return law;
  law.kind = kind_named(*name);
  if (law.kind == FrictionKind::coulomb) {
    refuse_others(fields, *name, {"mu_s", "mu_k", "vs", "alpha", "sigma0", "sigma1", "sigma2"});
    law.mu_s = law.mu_k = read_needed(fields, "mu", *name, "0.1");
  } else {
    read_curve(fields, *name, law);
  }
  if (law.kind == FrictionKind::stribeck) refuse_others(fields, *name, {"sigma0", "sigma1"});
  if (law.kind == FrictionKind::lugre) {
    law.sigma0 = read_needed(fields, "sigma0", *name, "1e4");
    law.sigma1 = fields.not_negative("sigma1").value_or(0);
  }
  if (!translation) law.radius = fields.positive("radius").value_or(1);
  law.preload = fields.not_negative("preload").value_or(0);
  return law;
}

}  // namespace pintle
