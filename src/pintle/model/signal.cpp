#include "pintle/model/signal.h"

#include <algorithm>
#include <array>

#include "pintle/model/names.h"
#include "pintle/model/signals/kinds.h"

namespace pintle {
namespace {

template <class... Kind>
constexpr std::array<SignalFacts, sizeof...(Kind)> make_facts(Kinds<Kind...>) {
  return {Kind::facts...};
}
constexpr auto all_facts = make_facts(SignalKinds());

std::vector<SignalWord> make_words(SignalOwner owner, const NameTable::Entry& entry) {
  std::vector<SignalWord> words;
  words.reserve(72);
  SignalKinds::for_each([&]<class Kind>(std::type_identity<Kind>) {
    if (Kind::facts.owner != owner) return;
    const std::size_t first = words.size();
    if constexpr (requires { Kind::add_words(entry, words); })
      Kind::add_words(entry, words);
    else
      words.insert(words.end(), Kind::words.begin(), Kind::words.end());
    for (std::size_t i = first; i < words.size(); ++i) words[i].kind = signal_kind<Kind>;
  });
  return words;
}

std::vector<SignalWord> make_words(const NameTable::Entry& entry) {
  switch (entry.part.kind) {
    case PartKind::body: return entry.part.index > 0 ? make_words(SignalOwner::body, entry) : std::vector<SignalWord>{};
    case PartKind::point: return make_words(SignalOwner::point, entry);
    case PartKind::joint: return make_words(SignalOwner::joint, entry);
    case PartKind::force: return make_words(SignalOwner::force, entry);
    case PartKind::contact: return make_words(SignalOwner::contact, entry);
    case PartKind::constraint: return make_words(SignalOwner::constraint, entry);
    case PartKind::surface:
    case PartKind::event:
    case PartKind::signal:
    case PartKind::controller: break;
  }
  return {};
}
std::vector<SignalWord> make_system_words() { return make_words(SignalOwner::system, {}); }

Signal make_signal(std::string_view part, int index, const SignalWord& word) {
  std::string name;
  name.reserve(part.size() + word.quantity.size() + word.component.size() + 2);
  name.append(part);
  for (const std::string_view piece : {word.quantity, word.component})
    if (!piece.empty()) name.append(1, '.').append(piece);
  return {word.kind, index, word.number, std::move(name), std::string(word.unit), word.is_flag, word.is_length};
}

Signal make_time() { return {signal_kind<signals::Time>, -1, 0, "time", "s"}; }
Signal make_user_signal(const NameTable::Entry& entry) {
  return {signal_kind<signals::User>, entry.part.index, 0, entry.name, entry.unit};
}

void add_signals(std::string_view part, int index, const std::vector<SignalWord>& words, SignalRank up_to,
                 std::vector<Signal>& out) {
  for (const SignalWord& word : words)
    if (word.rank <= up_to) out.push_back(make_signal(part, index, word));
}

bool is_called(const SignalWord& word, std::string_view suffix) {
  if (word.component.empty()) return suffix == word.quantity;
  if (word.quantity.empty()) return suffix == word.component;
  return suffix.size() == word.quantity.size() + 1 + word.component.size() && suffix.starts_with(word.quantity) &&
         suffix[word.quantity.size()] == '.' && suffix.ends_with(word.component);
}

/// "angle" is a prefix of "angle.rz", and of nothing that goes on without a dot.
bool is_prefix(std::string_view prefix, const SignalWord& word) {
  if (prefix == word.quantity) return !word.component.empty();
  return word.quantity.starts_with(prefix) && word.quantity[prefix.size()] == '.';
}

std::vector<Signal> select_signals(std::string_view part, int index, const std::vector<SignalWord>& words,
                                   std::string_view rest) {
  std::vector<Signal> found;
  if (rest.empty()) {
    add_signals(part, index, words, SignalRank::bare, found);
    return found;
  }
  const auto exact = std::ranges::find_if(words, [&](const SignalWord& word) { return is_called(word, rest); });
  if (exact != words.end()) return {make_signal(part, index, *exact)};
  for (const SignalWord& word : words)
    if (word.rank != SignalRank::full_name && is_prefix(rest, word)) found.push_back(make_signal(part, index, word));
  return found;
}

}  // namespace

const SignalFacts& Signal::facts() const { return all_facts[static_cast<std::size_t>(kind)]; }
std::span<const SignalFacts> all_signal_facts() { return all_facts; }

std::vector<Signal> make_signals(const NameTable& names) {
  std::vector<Signal> all{make_time()};
  for (const NameTable::Entry& entry : names.entries())
    add_signals(entry.name, entry.part.index, make_words(entry), SignalRank::listed, all);
  for (const NameTable::Entry& entry : names.entries())
    if (entry.part.kind == PartKind::signal) all.push_back(make_user_signal(entry));
  add_signals("system", -1, make_system_words(), SignalRank::listed, all);
  return all;
}

std::vector<Signal> find_signals(const NameTable& names, std::string_view name) {
  if (name == "time") return {make_time()};
  const std::size_t dot = name.find('.');
  const std::string_view owner = name.substr(0, dot), rest = dot == name.npos ? std::string_view() : name.substr(dot + 1);
  if (dot != name.npos && rest.empty()) return {};
  if (owner == "system") return select_signals(owner, -1, make_system_words(), rest);
  const NameTable::Entry* entry = names.find_entry(owner);
  if (!entry) return {};
  if (entry->part.kind == PartKind::signal) return rest.empty() ? std::vector{make_user_signal(*entry)} : std::vector<Signal>{};
  return select_signals(owner, entry->part.index, make_words(*entry), rest);
}

std::vector<Signal> default_signals(const NameTable& names) {
  std::vector<Signal> chosen;
  for (const NameTable::Entry& entry : names.entries())
    if (entry.part.kind == PartKind::body || entry.part.kind == PartKind::joint || entry.part.kind == PartKind::constraint)
      add_signals(entry.name, entry.part.index, make_words(entry), SignalRank::bare, chosen);
  const std::vector<Signal> energies = find_signals(names, "system.energy");
  chosen.insert(chosen.end(), energies.begin(), energies.end());
  return chosen;
}

}  // namespace pintle
