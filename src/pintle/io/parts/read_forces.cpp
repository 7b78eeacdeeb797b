#include <fmt/core.h>

#include <algorithm>

#include "pintle/io/context.h"
#include "pintle/io/described.h"
#include "pintle/io/parts/points.h"
#include "pintle/io/parts/sections.h"

/// Forces of all kinds. A force is of the kind that one of its keys names, `spring`; without such a key, of the first one that
/// has as many points.
namespace pintle {
namespace {

bool has_field(Schema keys, std::string_view name) { return std::ranges::find(keys, name, &Key::name) != keys.end(); }

template <class Kind>
constexpr Schema keys_of() {
  return KeysOf<Kind::template Law>::schema;
}

/// visit(type_identity<Kind>()) for the kind that a force with these keys and so many points is of; nothing if there is none.
template <class Visit>
bool visit_kind(const Node& node, std::size_t points, Visit&& visit) {
  bool found = false;
  ForceKinds::for_each([&]<class Kind>(std::type_identity<Kind> kind) {
    if (!found && !Kind::word.empty() && node.find(Kind::word)) found = true, visit(kind);
  });
  ForceKinds::for_each([&]<class Kind>(std::type_identity<Kind> kind) {
    if (!found && Kind::points == points) found = true, visit(kind);
  });
  return found;
}

std::size_t count_points(const Node& force) {
  const Node::Entry* at = force.is_map() ? force.find("at") : nullptr;
  return at && at->value.is_map() ? at->value.entries.size() : 0;
}

/// A key of another kind is refused, and says where it belongs.
template <class Kind>
void refuse_others(const Fields& fields) {
  const auto refuse = [&](std::string_view key, const std::string& sentence) {
    if (const auto item = fields.find(key)) item->mistake_at_name(sentence);
  };
  if (!Kind::has_axes)
    refuse("axes", Kind::points == 2 ? "has no meaning between two points; take it out"
                                     : fmt::format("has no meaning beside `{}`; take it out", Kind::word));
  std::vector<std::string_view> refused;  // once, by the kind with as many points if there is one
  for (const bool alike : {true, false})
    ForceKinds::for_each([&]<class Other>(std::type_identity<Other>) {
      if ((Other::points == Kind::points) != alike) return;
      for (const Key& key : keys_of<Other>()) {
        if (has_field(keys_of<Kind>(), key.name) || std::ranges::find(refused, key.name) != refused.end()) continue;
        refused.push_back(key.name);
        if (alike)
          refuse(key.name, fmt::format("does not go with {}; take one of them out",
                                       Kind::word.empty() ? "a plain force" : fmt::format("`{}`", Kind::word)));
        else
          refuse(key.name, Other::points == 1 ? "acts on one point; give `at` one entry" : "acts between two points");
      }
    });
}

template <class Kind>
void read_force_of(const Fields& fields, const std::string& name, const std::vector<PointOn>& at) {
  const Item& item = fields.item();
  if (at.size() != Kind::points) {
    const Item word = *fields.find(Kind::word);
    word.mistake_at_name(Kind::points == 2 ? "needs two points; give `at` a second entry, for example world: [0, 0, 0]"
                                           : "acts on one point; give `at` one entry");
    return;
  }
  ForcePart<Kind> part;
  part.name = name;
  part.instance = instance_of(item.context());
  std::ranges::copy(at, part.at.begin());
  if (Kind::points == 1 && at[0].body == "world")
    fields.find("at")->mistake("a force on the world moves nothing; give a point on a body");
  refuse_others<Kind>(fields);
  if (std::ranges::none_of(keys_of<Kind>(), [&](const Key& key) { return fields.has(key.name); }))
    item.mistake_at_name(fmt::format("does nothing; {}", Kind::idle));
  if (const auto axes = fields.find("axes"); axes && Kind::has_axes) {
    const auto body = read_reference(*axes, PartKind::body, true);
    if (body && *body != "world") part.axes = *body;
  }
  read_described(fields, part.law);
  part.active = fields.flag("active").value_or(true);
  item.reading().model.forces.of<Kind>().push_back(std::move(part));
}

}  // namespace

void read_force(const Item& item, const std::string& name) {
  const Fields fields(item, schema::force, "a point and a force, for example {at: {ball: [0, 0, 0]}, force: [0, 0, 10 N]}");
  const auto at = fields.find("at");
  const auto points = at ? read_points(*at, true) : std::nullopt;
  if (!points) return;
  const bool known = visit_kind(item.node(), points->size(),
                                [&]<class Kind>(std::type_identity<Kind>) { read_force_of<Kind>(fields, name, *points); });
  if (!known) at->mistake(fmt::format("{} points; give one for a force, two for a spring", points->size()));
}

std::vector<NameTable::Entry::Row> find_force_rows(const Item& item) {
  std::vector<NameTable::Entry::Row> rows;
  visit_kind(item.node(), count_points(item.node()),
             [&]<class Kind>(std::type_identity<Kind>) { rows = make_rows(Kind::signals); });
  return rows;
}

}  // namespace pintle
