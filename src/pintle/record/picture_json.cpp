#include "pintle/record/picture_json.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "pintle/base/error.h"
#include "pintle/base/joined.h"
#include "pintle/base/json.h"

namespace pintle {
namespace {

constexpr std::array<std::string_view, 4> kind_names{"box", "sphere", "cylinder", "prism"};

// ---- writing -------------------------------------------------------------------------------------------------------
std::string quoted(const std::string& text) { return to_text(text); }

/// Shortest digits that come back; null if it is no number.
template <class Real>
void append_real(std::string& out, Real x) {
  if (std::isfinite(x)) {
    fmt::format_to(std::back_inserter(out), "{}", x);
  } else {
    out += "null";
  }
}

template <class List>
std::string list_text(const List& numbers) {
  std::string out = "[";
  for (auto x : numbers) {
    if (out.size() > 1) out += ',';
    append_real(out, x);
  }
  return out + "]";
}

std::string vector_text(const Vec3<double>& v) { return list_text(std::array{v.x, v.y, v.z}); }

/// "[\n a,\n b]": one item a line.
template <class List, class Make>
std::string lines_text(const List& list, Make make) {
  std::string out = "[";
  for (const auto& item : list) {
    out += out.size() > 1 ? ",\n  " : "\n  ";
    out += make(item);
  }
  return out + "]";
}

struct Writer {
  const Picture& picture;

  std::string name_of_body(int b) const {
    if (b == Picture::the_world) return "\"world\"";
    return b < 0 ? "null" : quoted(picture.bodies[b]);
  }
  std::string bodies() const {
    std::vector<std::string> names;
    for (const std::string& name : picture.bodies) names.push_back(quoted(name));
    return joined(names);
  }
  std::string anchor(const Picture::Anchor& a) const {
    return fmt::format("{{\"body\": {}, \"at\": {}}}", name_of_body(a.body), vector_text(a.p));
  }
  std::string links(const std::vector<Picture::Link>& list, const char* from, const char* to) const {
    return lines_text(list, [&](const Picture::Link& l) {
      return fmt::format("{{\"name\": {}, \"{}\": {}, \"{}\": {}}}", quoted(l.name), from, anchor(l.a), to, anchor(l.b));
    });
  }
  std::string contacts() const {
    return lines_text(picture.contacts, [&](const Picture::Touch& c) {
      return fmt::format("{{\"name\": {}, \"body\": {}, \"at\": {}}}", quoted(c.name), name_of_body(c.at.body),
                         vector_text(c.at.p));
    });
  }
  std::string planes() const {
    return lines_text(picture.planes, [](const Picture::Plane& q) {
      return fmt::format("{{\"at\": {}, \"up\": {}}}", vector_text(q.at), vector_text(q.up));
    });
  }
  std::string outlines() const {
    return lines_text(picture.outlines, [](const Outline& o) {
      return fmt::format("{{\"body\": {}, \"kind\": \"{}\", \"size\": {}, \"orientation\": {}, \"guessed\": {}}}", quoted(o.body),
                         kind_names[static_cast<std::size_t>(o.kind)], list_text(o.size),
                         list_text(std::array{o.rotation.w, o.rotation.x, o.rotation.y, o.rotation.z}), o.guessed);
    });
  }
  std::string snapshots() const {
    return lines_text(picture.snapshots, [](const Picture::Snapshot& s) {
      std::string poses, touching;
      for (const Picture::BodyPose& pose : s.poses) poses += (poses.empty() ? "" : ",") + list_text(pose);
      for (bool on : s.touching) touching += fmt::format("{}{}", touching.empty() ? "" : ",", on);
      std::string forces;
      for (const std::array<float, 3>& force : s.forces) forces += (forces.empty() ? "" : ",") + list_text(force);
      if (!forces.empty()) forces = fmt::format(", \"forces\": [{}]", forces);
      std::string dots;
      for (const std::array<float, 3>& dot : s.dots) dots += (dots.empty() ? "" : ",") + list_text(dot);
      if (!dots.empty()) forces += fmt::format(", \"dots\": [{}]", dots);
      return fmt::format("{{\"time\": {}, \"event\": {}, \"poses\": [{}], \"touching\": [{}]{}}}", s.time, quoted(s.event), poses,
                         touching, forces);
    });
  }
  std::string traces() const {
    return lines_text(picture.traces, [&](const Picture::Trace& trace) {
      std::string points;
      for (const auto& point : trace.points) points += (points.empty() ? "" : ",") + list_text(point);
      return fmt::format("{{\"body\": {}, \"points\": [{}]}}", name_of_body(trace.body), points);
    });
  }
};

/// Curves sampled at the same times share them.
std::string panels_text(const std::vector<Panel>& panels) {
  std::map<std::vector<double>, std::size_t> places;
  std::vector<std::vector<double>> times;
  const std::string text = lines_text(panels, [&](const Panel& panel) {
    std::string curves;
    for (const Curve& curve : panel.curves) {
      std::vector<double> t, values;
      for (const auto& point : curve.points) {
        t.push_back(point.t);
        values.push_back(point.value);
      }
      const auto [at, is_new] = places.try_emplace(t, places.size());
      if (is_new) times.push_back(t);
      curves += fmt::format("{}\n   {{\"name\": {}, \"times\": {}, \"values\": {}}}", curves.empty() ? "" : ",",
                            quoted(curve.name), at->second, list_text(values));
    }
    return fmt::format("{{\"title\": {}, \"unit\": {}, \"note\": {}, \"curves\": [{}]}}", quoted(panel.title), quoted(panel.unit),
                       quoted(panel.note), curves);
  });
  return fmt::format(" \"times\": {},\n \"panels\": {}", lines_text(times, [](const auto& t) { return list_text(t); }), text);
}

// ---- reading -------------------------------------------------------------------------------------------------------
template <class Real, std::size_t n>
std::array<Real, n> array_of(const Json& json) {
  std::array<Real, n> all{};
  for (std::size_t i = 0; i < n; ++i) all[i] = static_cast<Real>(json.at(i).number_or_nan());
  return all;
}

Vec3<double> vector_of(const Json& json) {
  const auto [x, y, z] = array_of<double, 3>(json);
  return {x, y, z};
}

struct Reader {
  std::map<std::string, int> place;

  int body(const Json& json) const {
    if (json.is_null()) return Picture::not_kept;
    const std::string name = json.text();
    return name == "world" ? Picture::the_world : place.at(name);
  }
  Picture::Anchor anchor(const Json& json) const { return {body(json.at("body")), vector_of(json.at("at"))}; }
  std::vector<Picture::Link> links(const Json& json, const char* from, const char* to) const {
    std::vector<Picture::Link> all;
    for (const Json& l : json.values()) all.push_back({l.at("name").text(), anchor(l.at(from)), anchor(l.at(to))});
    return all;
  }
};

Outline read_outline(const Json& json) {
  const auto kind = std::ranges::find(kind_names, json.at("kind").text()) - kind_names.begin();
  if (kind == std::ssize(kind_names)) throw Error("kind", json.at("kind").text());
  const auto q = array_of<double, 4>(json.at("orientation"));
  return {json.at("body").text(),
          static_cast<Outline::Kind>(kind),
          array_of<double, 3>(json.at("size")),
          {q[0], q[1], q[2], q[3]},
          json.at("guessed").flag()};
}

Picture::Snapshot read_snapshot(const Json& json, std::size_t bodies) {
  Picture::Snapshot s{json.at("time").number(), json.at("event").text(), {}, {}};
  for (const Json& pose : json.at("poses").values()) s.poses.push_back(array_of<float, 7>(pose));
  for (const Json& on : json.at("touching").values()) s.touching.push_back(on.flag());
  if (const Json* forces = json.find("forces"))
    for (const Json& force : forces->values()) s.forces.push_back(array_of<float, 3>(force));
  if (const Json* dots = json.find("dots"))
    for (const Json& dot : dots->values()) s.dots.push_back(array_of<float, 3>(dot));
  if (s.poses.size() != bodies) throw Error("poses", "there is not one of each body");
  return s;
}

Picture read_picture(const Json& json) {
  Picture picture;
  Reader reader;
  picture.up = vector_of(json.at("up"));
  picture.has_gravity = json.at("gravity").flag();
  picture.body_count = static_cast<int>(json.at("body_count").whole());
  picture.bodies = json.at("bodies").texts();
  for (std::size_t b = 0; b < picture.bodies.size(); ++b) reader.place[picture.bodies[b]] = static_cast<int>(b);
  picture.joints = reader.links(json.at("joints"), "parent", "child");
  picture.springs = reader.links(json.at("springs"), "from", "to");
  for (const Json& c : json.at("contacts").values()) picture.contacts.push_back({c.at("name").text(), reader.anchor(c)});
  for (const Json& q : json.at("planes").values()) picture.planes.push_back({vector_of(q.at("at")), vector_of(q.at("up"))});
  for (const Json& o : json.at("outlines").values()) picture.outlines.push_back(read_outline(o));
  for (const Json& s : json.at("snapshots").values()) picture.snapshots.push_back(read_snapshot(s, picture.bodies.size()));
  for (const Json& t : json.at("traces").values()) {
    Picture::Trace trace{reader.body(t.at("body")), {}};
    if (trace.body < 0) continue;
    for (const Json& point : t.at("points").values()) trace.points.push_back(array_of<float, 4>(point));
    picture.traces.push_back(std::move(trace));
  }
  return picture;
}

std::vector<Panel> read_panels(const Json& json) {
  std::vector<Panel> panels;
  for (const Json& p : json.at("panels").values()) {
    Panel panel{p.at("title").text(), p.at("unit").text(), p.at("note").text(), {}};
    for (const Json& c : p.at("curves").values()) {
      Curve curve{c.at("name").text(), {}};
      const Json& times = json.at("times").at(static_cast<std::size_t>(c.at("times").whole()));
      for (std::size_t i = 0; const Json& value : c.at("values").values())
        curve.points.push_back({times.at(i++).number_or_nan(), value.number_or_nan()});
      panel.curves.push_back(std::move(curve));
    }
    panels.push_back(std::move(panel));
  }
  return panels;
}

}  // namespace

std::string make_picture_text(const Picture& picture, const std::vector<Panel>& panels, double length) {
  const Writer w{picture};
  return fmt::format(
             "{{\"up\": {},\n \"gravity\": {},\n \"length\": {},\n \"body_count\": {},\n \"bodies\": [{}],\n \"joints\": {},\n "
             "\"springs\": {},\n \"contacts\": {},\n \"planes\": {},\n \"outlines\": {},\n \"snapshots\": {},\n \"traces\": "
             "{},\n",
             vector_text(picture.up), picture.has_gravity, length, picture.body_count, w.bodies(),
             w.links(picture.joints, "parent", "child"), w.links(picture.springs, "from", "to"), w.contacts(), w.planes(),
             w.outlines(), w.snapshots(), w.traces()) +
         panels_text(panels) + "}\n";
}

std::optional<PictureFile> read_picture_text(std::string_view text) {
  try {
    const Json json = read_json(text);
    return PictureFile{read_picture(json), read_panels(json), json.at("length").number()};
  } catch (const std::exception&) {  // not as we write it, or a body that does not exist: damaged
    return std::nullopt;
  }
}

}  // namespace pintle
