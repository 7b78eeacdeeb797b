#pragma once
#include <span>
#include <vector>

#include "pintle/base/archive.h"
#include "pintle/contact/within.h"
#include "pintle/simulate/signal_noise.h"
#include "pintle/simulate/stops.h"
#include "pintle/views/instant.h"

namespace pintle {

/// Numbers d whose roots end steps, besides those of events: each is below zero until something happens, and a step is cut at
/// the instant at which it comes above. What happens there is up to the kernel's accept() or to Flight; afterwards the source
/// gives d anew, below zero again. NaN: nobody watches. d is never zero.
///
/// To add one: a class like those below, and a row in the constructor of Edges.
class EdgeSource {
 public:
  virtual ~EdgeSource() = default;
  virtual int size() const = 0;
  /// What a view must hold for update().
  virtual Needs needs() const { return {}; }
  virtual void update(const Instant& instant, std::span<double> d) = 0;
  /// What rounding makes of one of d: nearer to zero it has no sign along a step.
  virtual double noise(int) const { return 0; }
  /// An instant that the run goes on from, before its update(): what a source remembers is of there.
  virtual void settle(const Instant&) {}
  /// Another case begins: numbers are read anew, nothing is remembered.
  virtual void restart() {}
  virtual void archive(Archive&) {}
};

/// Contacts: the depth ε at which a shape touches its surface or leaves it,
///
///     open:  d = ε − δ;     touching:  d = −ε − δ                                                        (1)
///
/// δ is what rounding makes of a place: by the largest of L, how far the surface is, and how far joints on the world are, from
/// which formulations measure; by how far the carrier is; without an L by how far the body is, and was where the step began. So a
/// touch and the lift-off after it are never the same instant, and where a step is cut the kernel's accept() finds a touch: the
/// mode itself is decided there.
class ContactEdges final : public EdgeSource {
 public:
  ContactEdges(const System& system, const Parameters<double>& p);
  int size() const override { return static_cast<int>(limits_.size()); }
  void update(const Instant& instant, std::span<double> d) override;
  void settle(const Instant& instant) override;
  void restart() override;
  /// Where shapes are in the axes of uneven surfaces, three numbers each [m].
  int place_count() const { return 3 * uneven_; }
  void update_places(const Instant& instant, std::span<double> places) const;
  /// Where the places of a contact begin; −1: its surface is even.
  int first_place(int contact) const { return limits_[contact].first_place; }
  Within look(int contact, const Interval& t, const Box& box) const;
  void archive(Archive& archive) override {
    archive.each("contacts", limits_, [&](Limit& limit) { archive("was", limit.was); });
  }

 private:
  const System& system_;
  const Parameters<double>& p_;
  struct Limit {
    double size;     // [m]
    bool is_known;   // L is among what it is of
    double was = 0;  // how far the body was where the run stands [m]
    int first_place = -1;
  };
  std::vector<Limit> limits_;  // of δ
  int uneven_ = 0;             // surfaces
};

/// Stops with restitution (stops.h).
class StopEdges final : public EdgeSource {
 public:
  StopEdges(const System& system, const Parameters<double>& p);
  int size() const override { return static_cast<int>(stops_.size()); }
  Needs needs() const override;
  void update(const Instant& instant, std::span<double> d) override;
  double noise(int stop) const override { return noise_[stop]; }
  void settle(const Instant& instant) override;
  void restart() override;
  void archive(Archive& archive) override {
    archive("noise", pulls_, noise_);
    archive.each("stops", stops_,
                 [&](Stop& stop) { archive("stop", stop.mode, stop.hardest, stop.pushed, stop.slack, stop.hit, stop.crowd); });
  }
  std::span<Stop> stops() { return stops_; }

 private:
  const System& system_;
  const Parameters<double>& p_;
  std::vector<Stop> stops_;
  FormulaValues living_values_;  // for stops that rest
  std::vector<double> living_;
  SignalNoise pulls_;          // of those that rest
  std::vector<double> noise_;  // by stop, where the run stands
};

/// Stops that give way (laws/limit.h): where the mode of a law ends, by two numbers,
///
///     between the stops:  q − high − δ,   low − q − δ                                                    (2)
///     beyond one:         the way back inside − δ,   how much it would pull, once let go push, − k δ     (3)
///
/// with δ as for contacts; the mode itself is decided by the kernel's accept().
class SoftStopEdges final : public EdgeSource {
 public:
  SoftStopEdges(const System& system, const Parameters<double>& p);
  int size() const override { return 2 * static_cast<int>(laws_.size()); }
  void update(const Instant& instant, std::span<double> d) override;
  void restart() override;

 private:
  void update_law(const JointLaw& law, double size, const State<double>& state, std::span<double> d) const;

  const System& system_;
  const Parameters<double>& p_;
  std::vector<const JointLaw*> laws_;
  std::vector<double> sizes_;  // what rounding of their coordinates is of [m] or [rad]
};

/// Three rotations in sequence, the middle one β. Where cos β = 0 the others are not decided, and near there they make half a
/// turn each, within a time that is short against a step; which way decides the side on which the motion passes. Formulations
/// that read angles off attitudes count them from one accepted state to the next (joints/sequence.h), along a way that is right
/// to the fourth power of its length. So steps are cut, by the interpolant, where they come nearer than r₁, r₂, r₃ and where they
/// are away again:
///
///     in zone k, 0 outside of all:   d = r²ₖ₊₁ − cos² β,    d = cos² β − (2 rₖ)²                          (4)
///
/// The stretch within the innermost zone is at most 4 r₃ long, and counted right to some 1e-12 rad.
class SequenceEdges final : public EdgeSource {
 public:
  explicit SequenceEdges(const System& system);
  int size() const override { return 2 * static_cast<int>(joints_.size()); }
  void update(const Instant& instant, std::span<double> d) override;
  void settle(const Instant& instant) override;
  void restart() override;
  void archive(Archive& archive) override {
    archive.each("sequences", joints_, [&](Watched& one) { archive("zone", one.zone); });
  }

 private:
  struct Watched {
    JointIndex joint;
    int middle;    // axis of β
    int zone = 0;  // of the last accepted state
  };
  static double calc_square(const Watched& one, const State<double>& state);  // cos² β

  std::vector<Watched> joints_;
};

}  // namespace pintle
