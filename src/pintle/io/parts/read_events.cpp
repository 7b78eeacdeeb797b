#include <fmt/core.h>

#include "pintle/io/context.h"
#include "pintle/io/part_list.h"
#include "pintle/io/parts/actions.h"
#include "pintle/io/parts/sections.h"
#include "pintle/io/values.h"

namespace pintle {
namespace {

void read_when(const Item& item, EventPart& event) {
  const auto parsed = read_condition(item, Field::observed);
  if (!parsed) return;
  event.when = item.context() ? parsed->text : item.node().text;
  event.condition = parsed->meaning.expr;
  note_text(item.reading().model, parsed->meaning, {}, parsed->text);
}

bool read_rearm(const Fields& fields) {
  const auto once = fields.flag("once"), rearm = fields.flag("rearm");
  if (once && rearm && *once == *rearm)
    fields.find("rearm")->mistake_at_name(fmt::format("is {} as `once` is, and they are opposites; keep one of them", *rearm));
  return rearm ? *rearm : once ? !*once : false;
}

}  // namespace

void read_event(const Item& item, const std::string& name) {
  EventPart event;
  event.name = name;
  const Fields fields(item, schema::event, "{when: time >= 1 s, do: [lock: elbow]}");
  if (!fields) return;
  const auto when = fields.find("when"), actions = fields.find("do"), after = fields.find("after");
  if (when) read_when(*when, event);
  if (actions && actions->is_list("a list of actions, for example [lock: elbow]"))
    for (std::size_t i = 0; i < actions->node().items.size(); ++i)
      if (const auto action = read_action(actions->element(i))) event.actions.push_back(*action);
  if (after) event.after = read_reference(*after, PartKind::event).value_or("");
  event.duration = fields.not_negative("for");
  event.rearm = read_rearm(fields);
  event.active = fields.flag("active").value_or(true);
  item.reading().model.events.push_back(std::move(event));
}

void check_event_order(Reading& reading) {
  std::unordered_map<std::string_view, const EventPart*> by_name;
  for (const EventPart& event : reading.model.events) by_name.emplace(event.name, &event);
  std::unordered_map<const EventPart*, const EventPart*> checked;  // event → the one whose check came along first
  for (const EventPart& event : reading.model.events) {
    for (const EventPart* next = &event; next && checked.emplace(next, &event).second;) {
      const auto found = by_name.find(next->after);
      next = found == by_name.end() ? nullptr : found->second;
      const auto seen = next ? checked.find(next) : checked.end();
      if (seen == checked.end() || seen->second != &event) continue;
      const PartSource& part = *reading.parts->find(Section::events, next->name);
      if (const Node::Entry* after = part.entry->value.find("after"))
        reading.parts->make_item(reading, Section::events, part)
            .entry(*after)
            .mistake(fmt::format("{} waits for itself, so it is never armed; take one `after` out", next->name));
    }
  }
}

}  // namespace pintle
