#include "pintle/report/drawing.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pintle/base/limits.h"
#include "pintle/report/instants.h"
#include "pintle/report/projection.h"
#include "pintle/report/text.h"

namespace pintle {
namespace {

constexpr std::size_t most_pictures = 6, most_names = 6, many_bodies = 60;
constexpr double drawing_width = 340, least_height = 150, most_height = 300, margin = 26;  // [px]
constexpr double far = 2.5;    // a path so many times longer than the mechanism: the window goes along
constexpr double sharp = 0.9;  // [rad] mean turn between pieces of a path that is too coarse to draw

struct Box {
  double left = infinity, right = -infinity, low = infinity, high = -infinity;

  void add(const FlatPoint& p) {
    left = std::min(left, p.x);
    right = std::max(right, p.x);
    low = std::min(low, p.y);
    high = std::max(high, p.y);
  }
  void add(const Box& b) {
    if (!(b.left <= b.right)) return;
    add(FlatPoint{b.left, b.low});
    add(FlatPoint{b.right, b.high});
  }
  double wide() const { return right - left; }
  double tall() const { return high - low; }
  FlatPoint centre() const { return {0.5 * (left + right), 0.5 * (low + high)}; }
};

double turn(const FlatPoint& a, const FlatPoint& b, const FlatPoint& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// The largest of 1, 2, 5 · 10ⁿ that is not above x.
double round_down(double x) {
  const double power = std::pow(10.0, std::floor(std::log10(x)));
  return power * (x >= 5 * power ? 5 : x >= 2 * power ? 2 : 1);
}

/// Convex hull, counterclockwise, by monotone chains.
std::vector<FlatPoint> calc_hull(std::vector<FlatPoint> points) {
  std::ranges::sort(points, [](const FlatPoint& a, const FlatPoint& b) { return std::pair(a.x, a.y) < std::pair(b.x, b.y); });
  if (points.size() < 3) return points;
  std::vector<FlatPoint> hull;
  for (int side = 0; side < 2; ++side) {
    const std::size_t start = hull.size();
    for (const FlatPoint& p : points) {
      while (hull.size() >= start + 2 && turn(hull[hull.size() - 2], hull.back(), p) <= 0) hull.pop_back();
      hull.push_back(p);
    }
    hull.pop_back();
    std::ranges::reverse(points);
  }
  return hull;
}

/// All pictures of one mechanism: the view, the scale, and what is the same in all of them.
class Draughtsman {
 public:
  explicit Draughtsman(const Picture& picture)
      : picture_(picture), view_(choose_projection(picture)), points_(find_body_points(picture)) {
    Box all;
    for (const Picture::Snapshot& s : picture.snapshots) {
      const Box own = box_of(s);
      all.add(own);
      own_wide_ = std::max(own_wide_, own.wide());
      own_tall_ = std::max(own_tall_, own.tall());
      for (const auto& [x, y, z] : s.forces)
        if (const double f = std::hypot(x, y, z); std::isfinite(f)) largest_force_ = std::max<double>(largest_force_, f);
      middle_ += 1.0 / static_cast<double>(picture.snapshots.size()) * middle_of(s);
    }
    const double own = std::max(own_wide_, own_tall_);
    follows_ = own > 0 && std::max(all.wide(), all.tall()) > far * own;
    window_ = all;
    double wide = follows_ ? 1.3 * own_wide_ : all.wide(), tall = follows_ ? 1.3 * own_tall_ : all.tall();
    const double least = std::max({0.1 * wide, 0.1 * tall, 1e-9});
    wide = std::max(wide, least);
    tall = std::max(tall, least);
    scale_ = std::min((drawing_width - 2 * margin) / wide, (most_height - 2 * margin) / tall);
    height_ = std::clamp(scale_ * tall + 2 * margin, least_height, most_height);
  }

  std::string make_figure(std::size_t index, double since, bool with_names) {
    const Picture::Snapshot& s = picture_.snapshots[index];
    centre_ = follows_ ? box_of(s).centre() : window_.centre();
    std::string title = fmt::format("<b>{} s</b>", short_number(s.time));
    if (!s.event.empty()) title += fmt::format(" <span class=\"event\">{}</span>", escape_html(s.event));
    return fmt::format(
        "<figure class=\"pose\"><figcaption>{}</figcaption><svg class=\"drawing\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" "
        "aria-label=\"the mechanism at {} s\">{}{}{}{}{}{}{}</svg></figure>\n",
        title, drawing_width, height_, short_number(s.time), make_planes(s), make_paths(since, s) + make_dots(s), make_bodies(s),
        make_links(s), make_contacts(s) + make_forces(s), with_names ? make_names(s) : "", make_scale());
  }

  std::string make_sentence() const {
    std::string out = fmt::format("All at one scale, {}", view_.words);
    if (follows_) out += "; the window goes along with the mechanism";
    if (!shown_paths_.empty()) out += "; thin lines: the way of mass centres since the picture before";
    if (std::ranges::any_of(picture_.outlines, &Outline::guessed)) out += "; dashed: the box with the same inertia";
    if (!picture_.contacts.empty()) out += "; dots: contact points, full while they touch";
    if (std::ranges::any_of(picture_.snapshots, [](const Picture::Snapshot& s) { return !s.dots.empty(); }))
      out += "; small dots: particles, of many every k-th";
    if (largest_force_ > 0)
      out += fmt::format("; arrows: what the ground does to them, the longest one {} N", short_number(largest_force_, 3));
    out += ".";
    if (static_cast<int>(picture_.bodies.size()) < picture_.body_count)
      out += fmt::format(" {} of {} bodies are drawn.", picture_.bodies.size(), grouped_number(picture_.body_count));
    return out;
  }

 private:
  /// With the ground below, where it is near.
  Box box_of(const Picture::Snapshot& s) const {
    Box box;
    for (std::size_t b = 0; b < points_.size(); ++b)
      for (const Vec3<double>& p : points_[b]) box.add(view_(place_of(s, {static_cast<int>(b), p})));
    for (const auto& [x, y, z] : s.dots) box.add(view_({x, y, z}));
    for (const auto* links : {&picture_.joints, &picture_.springs}) {
      for (const Picture::Link& link : *links) {
        if (link.a.body == Picture::the_world) box.add(view_(link.a.p));
        if (link.b.body == Picture::the_world) box.add(view_(link.b.p));
      }
    }
    const double size = std::max(box.wide(), box.tall());
    for (const Picture::Plane& plane : picture_.planes) {
      const Vec3<double> middle = middle_of(s);
      const double above = dot(plane.up, middle - plane.at);
      if (above < 1.5 * size) box.add(view_(middle - above * plane.up));
    }
    return box;
  }

  Vec3<double> middle_of(const Picture::Snapshot& s) const {
    Vec3<double> sum = Vec3<double>::zero();
    for (std::size_t b = 0; b < s.poses.size(); ++b) sum += place_of(s, {static_cast<int>(b), Vec3<double>::zero()});
    return s.poses.empty() ? sum : 1.0 / static_cast<double>(s.poses.size()) * sum;
  }

  FlatPoint pixel(const FlatPoint& p) const {
    return {0.5 * drawing_width + scale_ * (p.x - centre_.x), 0.5 * (height_ - 8) - scale_ * (p.y - centre_.y)};
  }
  FlatPoint pixel(const Picture::Snapshot& s, const Picture::Anchor& a) const { return pixel(view_(place_of(s, a))); }

  static std::string path_of(const std::vector<FlatPoint>& points, bool closed) {
    std::string d;
    for (const FlatPoint& p : points) fmt::format_to(std::back_inserter(d), "{}{:.1f} {:.1f}", d.empty() ? "M" : "L", p.x, p.y);
    return closed ? d + "Z" : d;
  }

  /// A square of every plane below the mechanism; from the side it is a line.
  std::string make_planes(const Picture::Snapshot& s) const {
    std::string out;
    const Vec3<double> middle = follows_ ? middle_of(s) : middle_;
    for (const Picture::Plane& plane : picture_.planes) {
      const Vec3<double> foot = middle - dot(plane.up, middle - plane.at) * plane.up;
      const Vec3<double> flat = view_.right - dot(view_.right, plane.up) * plane.up;
      const Vec3<double> t1 = norm(flat) > 1e-6 ? 1.0 / norm(flat) * flat : view_.upward;
      const Vec3<double> t2 = cross(plane.up, t1);
      const double reach = drawing_width / scale_, depth = 1.2 * std::max(own_wide_, own_tall_);
      std::vector<FlatPoint> corners;
      for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
        corners.push_back(pixel(view_(foot + x * reach * t1 + y * depth * t2)));
      out += fmt::format("<path class=\"ground\" d=\"{}\"/>", path_of(corners, true));
    }
    return out;
  }

  /// Up to where the mass centre is now.
  std::string make_paths(double since, const Picture::Snapshot& s) {
    std::string out;
    for (const Picture::Trace& trace : picture_.traces) {
      std::vector<FlatPoint> way;
      for (const auto& [t, x, y, z] : trace.points)
        if (t >= since && t < s.time) way.push_back(pixel(view_({x, y, z})));
      if (since > s.time) continue;
      way.push_back(pixel(s, {trace.body, Vec3<double>::zero()}));
      if (is_coarse(way)) continue;
      out += fmt::format("<path class=\"way\" d=\"{}\"/>", path_of(way, false));
      shown_paths_.push_back(trace.body);
    }
    return out;
  }
  static bool is_coarse(const std::vector<FlatPoint>& way) {
    double sum = 0, length = 0;
    for (std::size_t i = 1; i + 1 < way.size(); ++i) {
      const double ax = way[i].x - way[i - 1].x, ay = way[i].y - way[i - 1].y;
      const double bx = way[i + 1].x - way[i].x, by = way[i + 1].y - way[i].y;
      const double weight = std::hypot(ax, ay) + std::hypot(bx, by);
      sum += weight * std::abs(std::atan2(ax * by - ay * bx, ax * bx + ay * by));
      length += weight;
    }
    return length < 4 || sum > sharp * length;
  }

  /// One path of lines without length, whose ends are round.
  std::string make_dots(const Picture::Snapshot& s) const {
    std::string d;
    for (const auto& [x, y, z] : s.dots) {
      const FlatPoint p = pixel(view_({x, y, z}));
      fmt::format_to(std::back_inserter(d), "M{:.1f} {:.1f}h0", p.x, p.y);
    }
    return d.empty() ? d : fmt::format("<path class=\"dots\" d=\"{}\"/>", d);
  }

  std::string make_bodies(const Picture::Snapshot& s) const {
    std::string out;
    for (std::size_t b = 0; b < picture_.bodies.size(); ++b) {
      const auto outline = std::ranges::find(picture_.outlines, picture_.bodies[b], &Outline::body);
      const bool has_outline = outline != picture_.outlines.end();
      out += fmt::format("<g class=\"body{}\"><title>{}</title>", picture_.bodies.size() > many_bodies ? " fine" : "",
                         escape_html(picture_.bodies[b]));
      if (has_outline) out += make_outline(s, static_cast<int>(b), *outline);
      out += make_sticks(s, static_cast<int>(b), has_outline && !outline->guessed) + "</g>";
    }
    return out;
  }

  std::string make_outline(const Picture::Snapshot& s, int b, const Outline& outline) const {
    const char* kind = outline.guessed ? "guess" : "shape";
    if (outline.kind == Outline::Kind::sphere) {
      const FlatPoint c = pixel(s, {b, Vec3<double>::zero()});
      return fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\"/>", kind, c.x, c.y,
                         scale_ * outline.size[0]);
    }
    std::vector<FlatPoint> corners;
    for (const Vec3<double>& p : find_corners(outline)) corners.push_back(pixel(s, {b, p}));
    std::string out = fmt::format("<path class=\"{}\" d=\"{}\"/>", kind, path_of(calc_hull(corners), true));
    if (outline.guessed || outline.kind == Outline::Kind::cylinder) return out;
    const std::size_t n = corners.size() / 2;
    const std::vector<FlatPoint> low(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(n)),
        high(corners.begin() + static_cast<std::ptrdiff_t>(n), corners.end());
    std::string edges = path_of(low, true) + path_of(high, true);
    for (std::size_t k = 0; k < n; ++k) edges += path_of({low[k], high[k]}, false);
    return out + fmt::format("<path class=\"edges\" d=\"{}\"/>", edges);
  }

  /// From every joint and spring to the mass centre; three or more of them, or contact points, span a plate.
  std::string make_sticks(const Picture::Snapshot& s, int b, bool has_shape) const {
    const FlatPoint centre = pixel(s, {b, Vec3<double>::zero()});
    std::vector<FlatPoint> ends, all;
    for (const Picture::Link& link : picture_.joints)
      for (const Picture::Anchor* a : {&link.a, &link.b})
        if (a->body == b) ends.push_back(pixel(s, *a));
    all = ends;
    for (const Picture::Link& link : picture_.springs)
      for (const Picture::Anchor* a : {&link.a, &link.b})
        if (a->body == b) all.push_back(pixel(s, *a));
    for (const Picture::Touch& touch : picture_.contacts)
      if (touch.at.body == b) all.push_back(pixel(s, touch.at));
    std::string out;
    if (!has_shape && all.size() >= 3) out += fmt::format("<path class=\"shape\" d=\"{}\"/>", path_of(calc_hull(all), true));
    std::string sticks;
    if (ends.size() == 2) {
      sticks = path_of({ends[0], centre, ends[1]}, false);
    } else {
      const bool shows_all = !has_shape && all.size() < 3;
      for (const FlatPoint& end : shows_all ? all : ends) sticks += path_of({centre, end}, false);
    }
    if (!sticks.empty()) out += fmt::format("<path class=\"stick\" d=\"{}\"/>", sticks);
    if (picture_.bodies.size() <= many_bodies)
      out += fmt::format("<circle class=\"mass\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.8\"/>", centre.x, centre.y);
    return out;
  }

  std::string make_links(const Picture::Snapshot& s) const {
    std::string out;
    for (const Picture::Link& link : picture_.springs) {
      if (link.a.body == Picture::not_kept || link.b.body == Picture::not_kept) continue;
      out += fmt::format("<path class=\"spring\" d=\"{}\"><title>{}</title></path>",
                         path_of({pixel(s, link.a), pixel(s, link.b)}, false), escape_html(link.name));
    }
    for (const Picture::Link& link : picture_.joints) {
      const Picture::Anchor& a = link.b.body >= 0 ? link.b : link.a;
      const bool grounded = link.a.body == Picture::the_world || link.b.body == Picture::the_world;
      const FlatPoint c = pixel(s, a);
      if (grounded) {
        const FlatPoint fixed = pixel(view_(link.a.body == Picture::the_world ? link.a.p : link.b.p));
        out += fmt::format("<path class=\"base\" d=\"M{0:.1f} {1:.1f}l-6 9h12Z\"/>", fixed.x, fixed.y);
      }
      if (picture_.bodies.size() > many_bodies) continue;
      out += fmt::format("<circle class=\"joint\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\"><title>{}</title></circle>", c.x, c.y,
                         escape_html(link.name));
    }
    return out;
  }

  std::string make_contacts(const Picture::Snapshot& s) const {
    std::string out;
    for (std::size_t k = 0; k < picture_.contacts.size(); ++k) {
      if (picture_.contacts[k].at.body == Picture::not_kept) continue;
      const FlatPoint c = pixel(s, picture_.contacts[k].at);
      const bool touches = k < s.touching.size() && s.touching[k];
      out += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"><title>{}</title></circle>",
                         touches ? "touch" : "contact", c.x, c.y, touches ? "3.4" : "2", escape_html(picture_.contacts[k].name));
    }
    return out;
  }

  /// From where they act; one scale in all pictures. What is too short to have a head is left out.
  std::string make_forces(const Picture::Snapshot& s) const {
    constexpr double longest = 70, shortest = 3, head = 5;  // [px]
    std::string out;
    for (std::size_t k = 0; k < std::min(s.forces.size(), picture_.contacts.size()); ++k) {
      const Picture::Touch& touch = picture_.contacts[k];
      if (touch.at.body == Picture::not_kept || !(largest_force_ > 0)) continue;
      const auto [x, y, z] = s.forces[k];
      const FlatPoint f = view_({x, y, z});
      const double per_newton = longest / largest_force_, length = per_newton * std::hypot(f.x, f.y);
      if (!(length > shortest)) continue;
      const FlatPoint at = pixel(s, touch.at), d{f.x * per_newton / length, -f.y * per_newton / length};
      const FlatPoint tip{at.x + length * d.x, at.y + length * d.y}, back{tip.x - head * d.x, tip.y - head * d.y};
      out += fmt::format(
          "<path class=\"push\" d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}\"><title>{}: {} "
          "N</title></path>",
          at.x, at.y, tip.x, tip.y, back.x - 0.6 * head * d.y, back.y + 0.6 * head * d.x, tip.x, tip.y, back.x + 0.6 * head * d.y,
          back.y - 0.6 * head * d.x, escape_html(touch.name), short_number(std::hypot(x, y, z), 3));
    }
    return out;
  }

  /// Names of few bodies, where they do not run into each other.
  std::string make_names(const Picture::Snapshot& s) const {
    if (picture_.bodies.size() > most_names) return "";
    std::string out;
    std::vector<Box> taken;
    for (std::size_t b = 0; b < picture_.bodies.size(); ++b) {
      const FlatPoint c = pixel(s, {static_cast<int>(b), Vec3<double>::zero()});
      const double long_ = 6.5 * static_cast<double>(picture_.bodies[b].size());
      const Box box{c.x + 7, c.x + 7 + long_, c.y - 16, c.y - 2};
      const bool fits = box.right < drawing_width - 4 && box.low > 4 && std::ranges::none_of(taken, [&](const Box& t) {
                          return box.left < t.right && t.left < box.right && box.low < t.high && t.low < box.high;
                        });
      if (!fits) continue;
      taken.push_back(box);
      out += fmt::format("<text class=\"name\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", c.x + 7, c.y - 5,
                         escape_html(picture_.bodies[b]));
    }
    return out;
  }

  /// A bar of a round length, and the world's axes.
  std::string make_scale() const {
    const double length = round_down(0.3 * drawing_width / scale_);
    const double y = height_ - 7;
    std::string out = fmt::format(
        "<path class=\"bar\" d=\"M8 {0:.1f}v4h{1:.1f}v-4\"/><text class=\"scale\" x=\"{2:.1f}\" y=\"{3:.1f}\">{4} m</text>",
        y - 4, scale_ * length, 14 + scale_ * length, y + 2, short_number(length));
    const FlatPoint origin{drawing_width - 36, height_ - 28};
    const Vec3<double> directions[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
      const FlatPoint d = view_(directions[k]);
      const double size = std::hypot(d.x, d.y);
      if (size < 0.2) continue;
      out += fmt::format("<path class=\"bar\" d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}\"/>", origin.x, origin.y, 18 * d.x, -18 * d.y);
      out += fmt::format("<text class=\"axis\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", origin.x + (18 * size + 6) * d.x / size,
                         origin.y - (18 * size + 6) * d.y / size + 3, "xyz"[k]);
    }
    return out;
  }

  const Picture& picture_;
  Projection view_;
  std::vector<std::vector<Vec3<double>>> points_;
  Box window_;
  FlatPoint centre_;
  Vec3<double> middle_ = Vec3<double>::zero();  // of all snapshots
  double own_wide_ = 0, own_tall_ = 0, scale_ = 1, height_ = most_height;
  double largest_force_ = 0;  // of contacts, in all snapshots [N]
  bool follows_ = false;
  std::vector<int> shown_paths_;
};

}  // namespace

std::string make_drawings(const Picture& picture) {
  const std::vector<std::size_t> chosen = choose_instants(picture.snapshots, most_pictures);
  if (chosen.empty() || picture.bodies.empty()) return "";
  Draughtsman draughtsman(picture);
  std::string out = "<div class=\"poses\">\n";
  for (std::size_t k = 0; k < chosen.size(); ++k) {
    const double since = k == 0 ? infinity : picture.snapshots[chosen[k - 1]].time;
    out += draughtsman.make_figure(chosen[k], since, k == 0);
  }
  return out + fmt::format("</div>\n<p class=\"small\">{}</p>\n", draughtsman.make_sentence());
}

}  // namespace pintle
