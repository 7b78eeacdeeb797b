#pragma once
#include <memory>
#include <vector>

#include "pintle/contact/relief.h"
#include "pintle/contact/within.h"
#include "pintle/expressions/number.h"
#include "pintle/expressions/tape.h"
#include "pintle/math/lives.h"

/// A ground z = h(x, y, t) that the user writes as an expression; x, y, z are along the surface's axes. Derivatives are exact.
namespace pintle {

/// h, h_x, h_y, h_xx, h_xy, h_yy, h_t, h_xt, h_yt.
struct HeightFormula {
  enum class Reads : std::uint8_t { parameter, time, x, y };
  struct Input {
    Reads reads;
    Slot parameter;
  };
  static constexpr int outputs = 9, most_inputs = 64, most_places = 2048, few_places = 128;
  Tape tape;
  std::vector<Input> inputs;  // as Tape::inputs()
};
struct HeightSlot {
  std::shared_ptr<const HeightFormula> formula{};
};

/// The height as the user said it, and as a System has it.
template <class N>
struct HeightLives {
  using type = N;
};
template <>
struct HeightLives<Slot> {
  using type = HeightSlot;
};

struct Height {
  static constexpr std::string_view word = "height";
  static constexpr std::string_view says =
      "a ground z = h(x, y), which may move with `time`: an expression, or a map with its place";

  template <class N>
  struct Law {
    static constexpr std::string_view name = "height", title = "A ground by its height";
    static constexpr std::string_view example = "{of: \"=5 cm*sin(x/20 cm)\"}";
    typename HeightLives<N>::type of{};  // h [m]
    Three<N> at{}, up = usual_axis<N>(2), x_axis = usual_axis<N>(0);
    static constexpr auto fields() {
      return std::tuple{
          field("of", &Law::of, "m", "height along `up`, of x, y, `time` and parameters").required("of: =5 cm*sin(x/20 cm)"),
          field("at", &Law::at, "m", "where x = y = z = 0; default the world's origin, or that of the body it is `on`"),
          field("up", &Law::up, "1", "z; default the world's or the body's").bounded(Bound::direction),
          field("x_axis", &Law::x_axis, "1", "x, made perpendicular to `up`; default the world's or the body's")
              .bounded(Bound::direction)};
    }
    /// What may be given alone, without a map.
    static constexpr auto short_form = &Law::of;
  };

  template <class T>
  struct Data {
    const HeightFormula* formula = nullptr;
    const Parameters<T>* p = nullptr;
  };
  template <class T>
  static Data<T> prepare(const Law<Slot>& law, const Parameters<T>& p) {
    return {law.of.formula.get(), &p};
  }

  template <class T>
  static Near<T> near(const Data<T>& d, const T& t, const Vec3<T>& p, const T& reach) {
    const bool small = d.formula->tape.scratch_size() <= HeightFormula::few_places;
    return small ? near_in<HeightFormula::few_places>(d, t, p, reach) : near_in<HeightFormula::most_places>(d, t, p, reach);
  }
  /// Even where the slope hardly changes.
  static Within within(const Data<double>& d, const Interval& t, const Box& box, double r) {
    constexpr double most_change = 0.5;
    const HeightFormula& f = *d.formula;
    const Interval margin(-r, r), x = box.x + margin, y = box.y + margin;
    std::array<Interval, HeightFormula::most_inputs> inputs;
    for (std::size_t i = 0; i < f.inputs.size(); ++i) switch (f.inputs[i].reads) {
        case HeightFormula::Reads::parameter: inputs[i] = Interval((*d.p)[f.inputs[i].parameter]); break;
        case HeightFormula::Reads::time: inputs[i] = t; break;
        case HeightFormula::Reads::x: inputs[i] = x; break;
        case HeightFormula::Reads::y: inputs[i] = y; break;
      }
    std::array<Interval, HeightFormula::most_places> scratch;
    std::array<Interval, HeightFormula::outputs> h;
    f.tape.evaluate<Interval>({inputs.data(), f.inputs.size()}, scratch, h);
    const double bend = h[3].magnitude() + 2 * h[4].magnitude() + h[5].magnitude(), sway = h[7].magnitude() + h[8].magnitude();
    return {h[0].nan || box.z.low - r <= h[0].high, bend * x.width() + bend * y.width() + sway * t.width() <= most_change};
  }

 private:
  template <int places, class T>
  static Near<T> near_in(const Data<T>& d, const T& t, const Vec3<T>& p, const T& reach) {
    using enum HeightFormula::Reads;
    std::array<T, HeightFormula::most_inputs> inputs;
    std::array<T, places> scratch;
    const HeightFormula& f = *d.formula;
    for (std::size_t i = 0; i < f.inputs.size(); ++i)
      inputs[i] = f.inputs[i].reads == parameter ? (*d.p)[f.inputs[i].parameter] : t;
    return find_near(p, reach, [&](const T& x, const T& y) {
      for (std::size_t i = 0; i < f.inputs.size(); ++i)
        if (f.inputs[i].reads == HeightFormula::Reads::x)
          inputs[i] = x;
        else if (f.inputs[i].reads == HeightFormula::Reads::y)
          inputs[i] = y;
      std::array<T, HeightFormula::outputs> h;
      f.tape.template evaluate<T>({inputs.data(), f.inputs.size()}, {scratch.data(), static_cast<std::size_t>(places)}, h);
      return Relief<T>{h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]};
    });
  }
};

}  // namespace pintle
