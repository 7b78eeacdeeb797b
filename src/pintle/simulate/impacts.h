#pragma once
#include <span>
#include <vector>

#include "pintle/math/complementarity.h"
#include "pintle/simulate/change.h"
#include "pintle/simulate/stop_response.h"

/// What stops with restitution do at an instant (stops.h), whoever brings it about: one that is reached, one that would have
/// to pull, or an event that jumps while some are closed. The steps follow each other:
///
/// 1. gather: who takes part. In a mechanism in which something happens, all stops that are closed or at their limit.
/// 2. strike: their impulses (2), after the jump of everything else.
/// 3. hold: who is closed from now on (4), and what settles.
/// 4. tell: impulses and lines of the log.
namespace pintle {

class Impacts {
 public:
  Impacts(const System& system, const Parameters<double>& p);

  /// `change.next` comes with all stops free (free_resting), `now` is what the run is in; those of mechanisms in which
  /// nothing happens are held again. `asking` are reached or would have to pull.
  void gather(std::span<Stop> stops, std::span<Stop* const> asking, const Structure& now, const State<double>& before,
              Change& change);
  bool any() const { return !parts_.empty(); }
  /// From log.after, where everything else has jumped. The kernel is that of change.during. Throws Error if a stop is reached
  /// that nothing can bring back.
  void strike(Kernel<double>& kernel, Change& change, EventLog& log);
  void hold(Kernel<double>& kernel, Change& change, EventLog& log);
  void tell(Kernel<double>& kernel, Change& change, EventLog& log);

 private:
  struct Part {
    bool asks, was_closed;
    double noise = 0, touching = 0;                // of its speeds: none; as good as none, where others are hit
    double u = 0, e = 0;                           // before its impulse
    double impulse = 0, settling = 0, stress = 0;  // π; from outside; what π may differ by
    double u_after = 0, lift = 0;                  // u⁺; ü of one that asks, if it is let go
    Stop::Mode mode = Stop::Mode::open;            // from now on
  };
  Stop& stop_of(std::size_t i) const { return *pushes_[i].stop; }
  void collect_touched(std::span<Stop* const> asking, const Structure& base, const Change& change);
  bool is_at_limit(const Stop& stop, const State<double>& state) const;
  void respond(Kernel<double>& kernel, const State<double>& state);
  void update_noise(const Change& change, const EventLog& log);
  /// Of the mechanism of some parts, by q and noise of each.
  void solve(std::span<const std::size_t> parts, std::span<const double> q, std::span<const double> noise);
  void jump(Kernel<double>& kernel, Change& change, EventLog& log);
  void strike_mechanism(std::span<const std::size_t> parts, const State<double>& before);
  void update_accelerations(Kernel<double>& kernel, const State<double>& state);
  double calc_acceleration(const Stop& stop) const;  // ü
  double calc_acceleration_noise(const StopPush& push) const;
  void decide(std::span<const std::size_t> closed);
  bool are_released(std::span<const std::size_t> asking) const;
  void settle(std::span<const std::size_t> closed);
  const char* action_of(std::size_t part) const;
  void mark(Kernel<double>& kernel, EventLog& log);

  const System& system_;
  const Parameters<double>& p_;
  std::vector<StopPush> pushes_;
  std::vector<Part> parts_;  // in the order of pushes_
  std::vector<char> touched_;
  StopResponse W_;
  bool has_response_ = false, settles_ = false;
  Complementarity problem_;
  std::vector<double> W_part_, b_, y_;
  View<double> view_;
  std::vector<Impulse> impulses_;
};

}  // namespace pintle
