#pragma once
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "floor/chain.h"
#include "floor/free_tree.h"
#include "gather.h"
#include "pintle/formulations/kernel.h"

/// Who takes part in a race. Every call gets new input, from a ring of states, as an integrator would give it.
namespace pintle::benchmarks {

/// The states of a ring; width<T> of them, one after the other, make one input.
using States = std::span<const State<double>>;

class Ring {
 public:
  explicit Ring(std::size_t size) : size_(size) {}
  std::size_t next() { return at_ = at_ + 1 == size_ ? 0 : at_ + 1; }

 private:
  std::size_t size_, at_ = 0;
};

/// The bare sweep of benchmarks/floor: q, v, τ in, v̇ out.
template <class T>
class FloorRunner {
 public:
  FloorRunner(const floor::TreeData& tree, std::span<const double> efforts, States states)
      : vdot(efforts.size()), tau_(efforts.begin(), efforts.end()), ring_(states.size() / width<T>) {
    if (tree.has_free_base) {
      tree_.emplace(tree);
    } else {
      chain_.emplace(tree);
    }
    for (; !states.empty(); states = states.subspan(width<T>)) inputs_.push_back(make_input(tree, states));
  }

  void run() { run(ring_.next()); }
  void run(std::size_t at) {
    const Input& in = inputs_[at];
    if (chain_) {
      chain_->update_accelerations(in.q, in.v, tau_, vdot);
    } else {
      base = tree_->update_accelerations(in.q, in.v, tau_, in.w_WB_B, in.gravity_B, vdot);
    }
  }

  std::vector<T> vdot;                // of the hinges
  floor::BaseAcceleration<T> base{};  // of a free base

 private:
  struct Input {
    std::vector<T> q, v;
    floor::Vec3<T> w_WB_B{}, gravity_B{};
  };

  Input make_input(const floor::TreeData& tree, States lanes) const {
    Input in;
    for (std::size_t h = 0; h < vdot.size(); ++h) {
      in.q.push_back(gather<T>([&](int l) { return lanes[l].joints[h].angle.z; }));
      in.v.push_back(gather<T>([&](int l) { return lanes[l].joints[h].rate.z; }));
    }
    const Vec3<double> gravity_W{tree.gravity_W[0], tree.gravity_W[1], tree.gravity_W[2]};
    for (int k = 0; k < 3; ++k) {
      in.w_WB_B[k] = gather<T>([&](int l) { return lanes[l].V_WB[1].w[k]; });
      in.gravity_B[k] = gather<T>([&](int l) { return transpose_times(lanes[l].X_WB[1].R, gravity_W)[k]; });
    }
    return in;
  }

  std::optional<floor::ChainSweep<T>> chain_;
  std::optional<floor::FreeTreeSweep<T>> tree_;
  std::vector<T> tau_;
  std::vector<Input> inputs_;
  Ring ring_;
};

/// A formulation, called as an integrator calls it (run_rates) and as an observer of all loads does (run_loads).
template <class T>
class KernelRunner {
 public:
  KernelRunner(std::unique_ptr<Kernel<T>> kernel, const System& system, std::vector<std::vector<T>> inputs)
      : ydot(static_cast<std::size_t>(kernel->size())),
        view(make_view<T>(system)),
        kernel_(std::move(kernel)),
        inputs_(std::move(inputs)),
        power_(static_cast<std::size_t>(kernel_->accounts())),
        ring_(inputs_.size()) {}

  void run_rates() { run_rates(ring_.next()); }
  void run_rates(std::size_t at) { kernel_->update_rates(T(0.0), inputs_[at], ydot, power_); }
  void run_loads() { run_loads(ring_.next()); }
  void run_loads(std::size_t at) { run_view(at, {.state = false, .loads = true}); }
  void run_view(std::size_t at, Needs needs) { kernel_->update_view(T(0.0), inputs_[at], needs, view); }

  /// Input `at` again, this time with the turns of its hinges: springs in body coordinates ask for them.
  void load(const State<T>& state, std::size_t at) { kernel_->load(state, inputs_[at]); }

  std::vector<T> ydot;
  View<T> view;

 private:
  std::unique_ptr<Kernel<T>> kernel_;
  std::vector<std::vector<T>> inputs_;
  std::vector<T> power_;
  Ring ring_;
};

/// One y for each state.
inline std::vector<std::vector<double>> make_inputs(Kernel<double>& kernel, States states) {
  std::vector<std::vector<double>> inputs;
  for (const State<double>& state : states) kernel.load(state, inputs.emplace_back(static_cast<std::size_t>(kernel.size())));
  return inputs;
}

/// One y for width<T> states, by way of the kernel for double: it has the same layout.
template <class T>
std::vector<std::vector<T>> make_lane_inputs(Kernel<double>& kernel, States states) {
  const auto columns = make_inputs(kernel, states);
  std::vector<std::vector<T>> inputs;
  for (std::size_t first = 0; first < columns.size(); first += width<T>) inputs.push_back(gather_columns<T>(columns, first));
  return inputs;
}

}  // namespace pintle::benchmarks
