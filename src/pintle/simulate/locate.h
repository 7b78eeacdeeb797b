#pragma once
#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/math/chebyshev.h"
#include "pintle/system/condition.h"

/// Where along a stretch of a motion do numbers change their sign? The numbers, d of each edge, are known by samples. All roots
/// of an edge are found, by three means that follow each other as an edge comes nearer to zero:
///
/// 1. Four samples bound the signals that an edge reads, and intervals bound d itself: where zero is not within, there is no
///    root. Where d could bend too sharply to be seen by few samples, the stretch is halved, and each half looked at anew.
/// 2. A polynomial through 7, 13 or 25 Chebyshev samples represents d to 1e-9 of its size, or the stretch is halved again. Its
///    turning points part the stretch so that between two of them there is at most one root: no pair of roots is jumped over,
///    however close together.
/// 3. Where d itself has different signs at two neighbours of these points, its root is found to the last digit.
///
/// Edges at which another has a kink or a jump are looked at before it, and their roots part the stretch as well, so that what
/// a polynomial is asked to represent is smooth. What bounds all this: (a) pairs of roots between which d stays within `noise`
/// of zero, a touch, are not determined; (b) signals are smooth beyond a cubic through four samples as far as range_of says;
/// (c) of d with kinks or jumps inside that no expression tells (a force that sets in), pieces of 1/4096 are looked at by
/// their samples alone.
namespace pintle {

/// Between two neighbouring numbers an edge changes its side.
struct Crossing {
  double before, t;  // [s] the last time with its old side, the first with its new one
  int edge;
  Side to;
};

/// What is known of an edge over a stretch of time.
enum class EdgeShape : char { one_side, smooth, unknown };

/// What a Locator looks at.
class Scene {
 public:
  virtual ~Scene() = default;
  /// Of a sample: d of every edge, never zero, then whatever find_shape() reads.
  virtual int value_count() const = 0;
  virtual void update_values(double t, std::span<double> values) = 0;
  /// Over the stretch that four samples span, at −1, −½, ½, 1 of it.
  using FourSamples = std::array<const double*, 4>;
  virtual EdgeShape find_shape(int edge, const FourSamples& samples) = 0;
  /// Values nearer to zero have no sign.
  virtual double noise(int edge) const = 0;
};

/// What a signal can be between four samples, at −1, −½, ½, 1 of a stretch: its Chebyshev series up to the cubic term, where
/// twice the second and four times the third term stand for all that is rougher.
struct SignalRange {
  double low, high;
};
SignalRange range_of(double f0, double f1, double f2, double f3);
/// A length that comes so near to zero, for the way that it goes, may bend between the samples.
bool is_near_zero(const SignalRange& range, double way);

/// Samples of one stretch, each taken once. Memory for what a few edges ask for is taken in the constructor.
class Samples {
 public:
  explicit Samples(Scene& scene);

  const double* at(double t);
  /// A sample that is known.
  void put(double t, std::span<const double> values);
  Scene::FourSamples four(double a, double b);
  int count() const { return static_cast<int>(order_.size()); }
  /// In all, of all stretches.
  long taken() const { return taken_; }
  void clear() { order_.clear(); }
  /// The same, and none have been taken so far.
  void restart() { order_.clear(), taken_ = 0; }
  void archive(Archive& archive) { archive("samples", taken_); }

 private:
  using Place = std::vector<std::pair<double, std::size_t>>::iterator;
  double* add(Place place, double t);
  double* row(std::size_t i) { return i < ready_ ? slab_.get() + i * width_ : more_[i - ready_].data(); }

  Scene& scene_;
  long taken_ = 0;
  std::vector<std::pair<double, std::size_t>> order_;  // ascending times, and rows
  std::size_t width_ = 0, ready_ = 0;                  // of a row; how many there are from the start
  std::unique_ptr<double[]> slab_;                     // those, one after the other
  std::vector<std::vector<double>> more_;
};

class Locator {
 public:
  /// `kinks[i]`: edges at whose roots edge i may have kinks or jumps; they stand before it.
  Locator(Scene& scene, std::vector<std::vector<int>> kinks);

  /// For a stretch that has nothing to do with the last one.
  void clear() { samples_.clear(); }
  Samples& samples() { return samples_; }
  const Samples& samples() const { return samples_; }

  /// All crossings of the edges that are `wanted` within (a, b], by time, of those at one time by edge. `sides` are those at a:
  /// an edge that stands on the other side there, by its value, crosses at once, or comes back before anybody noticed.
  void update_crossings(double a, double b, const std::vector<bool>& wanted, std::span<const Side> sides,
                        std::vector<Crossing>& crossings);

 private:
  double find_agreement(int edge, double a, Side side);
  Side side_of(int edge, double t, Side otherwise);
  void mark_stretch(int edge, double a, double b, int halvings);
  bool mark_turns(int edge, double a, double b);
  bool is_rest(int edge, double a, double b);
  void mark_nodes(int n, double a, double b);
  void find_edge(int edge, double a, double b, Side side);
  Crossing find_root(int edge, double a, double b, Side from);
  double place(int n, int k, double a, double b) const;

  Scene& scene_;
  std::vector<std::vector<int>> kinks_;
  std::vector<bool> is_kink_;  // of some other edge
  Samples samples_;
  ChebyshevPoints points_;
  std::vector<std::vector<Crossing>> found_;  // by edge
  std::vector<double> agrees_from_;           // by edge: value and side agree; what jumps by it is not known before
  std::vector<double> marks_;                 // times at which the side of the present edge is looked at
  std::vector<Crossing> inside_;              // of its kinks
};

}  // namespace pintle
