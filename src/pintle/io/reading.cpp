#include "pintle/io/reading.h"

#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/words.h"

namespace pintle {
namespace {

constexpr std::size_t enough = 200;  // mistakes that are worth remembering

bool add_once(std::vector<Mistake>& list, const Mark& mark, const std::string& path, const std::string& sentence) {
  const auto same = [&](const Mistake& m) {
    return m.mark.line == mark.line && m.mark.column == mark.column && m.sentence == sentence && m.path == path;
  };
  if (list.size() >= enough) return false;
  if (std::none_of(list.begin(), list.end(), same)) list.push_back({mark, path, sentence});
  return true;
}

}  // namespace

void Reading::add_mistake(const Mark& mark, const std::string& path, const std::string& sentence) {
  if (!add_once(mistakes, mark, path, sentence)) ++unheard;
}
void Reading::add_warning(const Mark& mark, const std::string& path, const std::string& sentence) {
  add_once(warnings, mark, path, sentence);
}

bool Reading::has_enough() const { return mistakes.size() >= enough; }

std::string Reading::to_sentence(const Mistake& mistake) const {
  const std::string where = sources[mistake.mark.source].where(mistake.mark);
  return mistake.path.empty() ? fmt::format("{}: {}", where, mistake.sentence)
                              : fmt::format("{}: {}: {}", where, mistake.path, mistake.sentence);
}

std::string join_path(std::string_view path, std::string_view key) {
  std::string joined;
  joined.reserve(path.size() + 1 + key.size());
  joined.append(path);
  if (!path.empty()) joined += '.';
  return joined.append(shown(key));
}

bool Reading::follows_setting(Expr expr) const {
  if (set_parameters.empty() || !expr.exists()) return false;
  for (const int i : model.graph.inputs_of(expr))
    if (set_parameters.contains(model.graph.inputs()[i].name)) return true;
  return false;
}

}  // namespace pintle
