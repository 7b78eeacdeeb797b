#include "pintle/record/traces.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pintle/model/signals/kinds.h"

namespace pintle {
namespace {

constexpr std::size_t curves_of_signals = 28, curves_of_loads = 4, curves_in_panel = 6;  // 28 + 2·4 = 36
constexpr int joints_with_history = 2000, load_buckets = 200'000;

/// All kinds of pictures, as they follow each other.
std::vector<SignalPicture> make_pictures() {
  std::vector<SignalPicture> all;
  for (const SignalFacts& facts : all_signal_facts())
    std::ranges::copy_if(facts.pictures, std::back_inserter(all), [](const SignalPicture& one) { return one.place > 0; });
  std::ranges::stable_sort(all, {}, &SignalPicture::place);
  const auto same = [](const SignalPicture& a, const SignalPicture& b) { return a.place == b.place && a.title == b.title; };
  all.erase(std::unique(all.begin(), all.end(), same), all.end());
  return all;
}

std::vector<Signal> signals_in(const SignalPicture& picture, const std::vector<Signal>& signals) {
  std::vector<Signal> some;
  for (const Signal& s : signals)
    for (const SignalPicture& one : s.facts().pictures)
      if (one.place == picture.place && one.title == picture.title && (one.unit.empty() || one.unit == s.unit)) some.push_back(s);
  return some;
}

/// Signals of elements by the titles of their pictures, in the order of their kinds.
std::vector<std::pair<std::string, std::vector<Signal>>> by_title(const System& system, const std::vector<Signal>& signals) {
  std::vector<std::pair<std::string, std::vector<Signal>>> groups;
  for (const Signal& s : signals) {
    const std::string_view part = std::string_view(s.name).substr(0, s.name.find('.'));
    const std::string title(system.names.find_entry(part)->rows[s.component].title);
    if (title.empty()) continue;
    auto group = std::ranges::find(groups, title, [](const auto& g) { return g.first; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->second.push_back(s);
  }
  return groups;
}

/// Without a wish: joints and contacts, and of the bodies only the first that no joint carries, by its motion.
std::vector<Signal> default_choice(const System& system, const std::vector<Signal>& recorded) {
  std::vector<bool> carried(system.bodies.size(), false);
  for (const JointRecord& j : system.joints)
    if (j.child != world) carried[j.child.i] = true;
  const auto base = std::find(carried.begin() + 1, carried.end(), false) - carried.begin();
  std::vector<Signal> some;
  for (const Signal& s : recorded)
    if (s.facts().owner != SignalOwner::body || (s.index == base && s.kind != signal_kind<signals::Orientation>))
      some.push_back(s);
  for (std::string_view contact : system.names.names_of(PartKind::contact))
    for (const Signal& s : find_signals(system.names, std::string(contact) + ".normal_force")) some.push_back(s);
  return some;
}

/// A picture that could be, with the number of its curves that there is room for.
struct Wanted {
  std::string title;
  std::vector<Signal> signals;
  std::size_t named = 0, count = 0;  // signals that the user named in full; they stand first

  void put_first(const std::vector<std::string>& wishes) {
    const auto others = std::ranges::stable_partition(
        signals, [&](const Signal& s) { return std::ranges::find(wishes, s.name) != wishes.end(); });
    named = static_cast<std::size_t>(others.begin() - signals.begin());
  }
  std::size_t most() const { return std::min(signals.size(), curves_in_panel); }
};

std::vector<Wanted> find_wanted(const System& system, const std::vector<Signal>& signals) {
  std::vector<Wanted> all;
  for (const SignalPicture& picture : make_pictures()) {
    const std::vector<Signal> inside = signals_in(picture, signals);
    if (!picture.title.empty() && !inside.empty()) all.push_back({std::string(picture.title), inside});
    if (picture.title.empty())
      for (const auto& [title, some] : by_title(system, inside)) all.push_back({title, some});
  }
  return all;
}

/// First what was named, then one curve of each picture after the other.
void share(std::size_t room, std::vector<Wanted>& all) {
  for (Wanted& one : all) {
    one.count = std::min({one.named, one.most(), room});
    room -= one.count;
  }
  for (bool any = true; any && room > 0;) {
    any = false;
    for (Wanted& one : all) {
      if (room == 0 || one.count == one.most()) continue;
      ++one.count;
      --room;
      any = true;
    }
  }
}

/// Joints in order of their largest peak of a component; those that carry nothing but rounding are left out.
std::vector<int> heaviest(const LoadTable& loads, int component, std::size_t joints, double rounding) {
  std::vector<int> order(joints);
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](int j) {
    const double x = std::abs(loads.peak(j, component).value);
    return std::isfinite(x) ? x : 0.0;
  };
  std::ranges::stable_sort(order, [&](int a, int b) { return size(a) > size(b); });
  std::erase_if(order, [&](int j) { return size(j) <= rounding; });
  return order;
}

}  // namespace

Traces::Traces(const System& system, const std::vector<Signal>& recorded, const std::vector<std::string>& wishes) {
  std::size_t room = system.joint_count() > 0 ? curves_of_signals : curves_of_signals + 2 * curves_of_loads;
  const std::vector<Signal> energies = find_signals(system.names, "system.energy");
  room -= std::min(room, energies.size());
  std::vector<Wanted> all = find_wanted(system, wishes.empty() ? default_choice(system, recorded) : recorded);
  for (Wanted& one : all) one.put_first(wishes);
  share(room, all);
  for (const Wanted& one : all) add_group(system, one.title, one.signals, one.count);
  needs_.loads = system.joint_count() > 0;
  add_group(system, "Energy", energies, std::min(energies.size(), curves_in_panel));

  const int joints = std::min(system.joint_count(), joints_with_history);
  const Envelope empty(std::clamp(load_buckets / std::max(1, 2 * joints), 16, 1000));
  force_.assign(static_cast<std::size_t>(joints), empty);
  moment_.assign(static_cast<std::size_t>(joints), empty);
}

void Traces::add_group(const System& system, const std::string& title, const std::vector<Signal>& signals, std::size_t count) {
  if (count == 0) return;
  Group group{title, signals.front().unit, signals.size() - count, {}};
  for (std::size_t i = 0; i < count; ++i) {
    group.traces.push_back({signals[i], Envelope()});
    needs_ = needs_ | needs_of(system, signals[i]);
  }
  groups_.push_back(std::move(group));
}

void Traces::add_row(const System& system, const Parameters<double>& p, const Instant& instant) {
  for (Group& group : groups_)
    for (Trace& trace : group.traces) trace.envelope.add(instant.view.state.t, calc_signal(system, p, trace.signal, instant));
}

void Traces::add_loads(const View<double>& view) {
  for (std::size_t j = 0; j < force_.size(); ++j) {
    force_[j].add(view.state.t, norm(view.load[j].f));
    moment_[j].add(view.state.t, norm(view.load[j].n));
  }
}

void Traces::archive(Archive& archive) {
  for (Group& group : groups_) archive.each("traces", group.traces, [&](Trace& trace) { archive("trace", trace.envelope); });
  archive("loads", force_, moment_);
}

std::vector<Panel> Traces::make_panels(const LoadTable& loads, const std::vector<std::string>& joint_names) const {
  std::vector<Panel> panels;
  for (const Group& group : groups_) {
    Panel panel{group.title, group.unit, "", {}};
    if (group.left_out > 0)
      panel.note = fmt::format("the first {} of {}", group.traces.size(), group.traces.size() + group.left_out);
    for (const Trace& trace : group.traces) panel.curves.push_back({trace.signal.name, trace.envelope.points()});
    panels.push_back(std::move(panel));
  }
  double largest = 0;  // [N]; what it makes at levers of metres says which moments are rounding
  for (int j = 0; j < loads.joints(); ++j) largest = std::fmax(largest, std::abs(loads.peak(j, load_force).value));
  const double rounding = 1e-11 * largest;
  const auto add_panel = [&](const char* title, const char* unit, int component, const std::vector<Envelope>& history) {
    const std::vector<int> order = heaviest(loads, component, history.size(), rounding);
    Panel panel{title, unit, "", {}};
    if (order.size() > curves_of_loads) panel.note = fmt::format("the {} largest of {}", curves_of_loads, joint_names.size());
    for (std::size_t k = 0; k < std::min(order.size(), curves_of_loads); ++k) {
      const auto j = static_cast<std::size_t>(order[k]);
      panel.curves.push_back({joint_names[j] + ".load." + std::string(load_components[component]), history[j].points()});
    }
    if (!panel.curves.empty()) panels.push_back(std::move(panel));
  };
  add_panel("Force in joints", "N", load_force, force_);
  add_panel("Moment in joints", "N*m", load_moment, moment_);
  return panels;
}

}  // namespace pintle
