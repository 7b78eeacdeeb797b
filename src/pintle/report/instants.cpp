#include "pintle/report/instants.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pintle {
namespace {

Vec3<double> place_of_body(const Picture::BodyPose& pose) { return {pose[0], pose[1], pose[2]}; }

Vec3<double> calc_middle(const std::vector<Picture::BodyPose>& poses) {
  Vec3<double> sum = Vec3<double>::zero();
  for (const Picture::BodyPose& pose : poses) sum += place_of_body(pose);
  return poses.empty() ? sum : 1.0 / static_cast<double>(poses.size()) * sum;
}

/// How far a run has come at its snapshots: by time, by how the bodies move against each other and by how they turn, each from 0
/// to 1. A mechanism that travels looks the same.
std::vector<double> calc_progress(const std::vector<Picture::Snapshot>& snapshots) {
  std::array<std::vector<double>, 3> ways;
  for (std::vector<double>& way : ways) way.assign(snapshots.size(), 0.0);
  for (std::size_t i = 1; i < snapshots.size(); ++i) {
    const auto &a = snapshots[i - 1].poses, &b = snapshots[i].poses;
    const Vec3<double> travel = calc_middle(b) - calc_middle(a);
    std::array<double, 3> step{snapshots[i].time - snapshots[i - 1].time, 0, 0};
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      step[1] += norm(place_of_body(b[k]) - place_of_body(a[k]) - travel);
      double product = 0;  // of the quaternions, which may have either sign
      for (std::size_t c = 3; c < 7; ++c) product += a[k][c] * b[k][c];
      step[2] += std::sqrt(std::max(0.0, 1 - product * product));
    }
    for (std::size_t w = 0; w < ways.size(); ++w) ways[w][i] = ways[w][i - 1] + step[w];
  }
  std::vector<double> progress(snapshots.size(), 0.0);
  constexpr double nothing = 1e-5;  // of poses in single precision, a snapshot
  for (std::size_t w = 0; w < ways.size(); ++w)
    if (const double all = ways[w].back(); all > (w == 0 ? 0 : nothing * static_cast<double>(snapshots.size())))
      for (std::size_t i = 0; i < snapshots.size(); ++i) progress[i] += ways[w][i] / all;
  return progress;
}

}  // namespace

std::vector<std::size_t> choose_instants(const std::vector<Picture::Snapshot>& snapshots, std::size_t most) {
  std::vector<std::size_t> chosen, events;
  if (snapshots.empty()) return chosen;
  const std::vector<double> progress = calc_progress(snapshots);
  const auto time = [&](std::size_t i) { return snapshots[i].time; };
  const std::size_t last = snapshots.size() - 1;
  for (std::size_t i = 0; i <= last; ++i)
    if (!snapshots[i].event.empty() && (events.empty() || time(i) > time(events.back()))) events.push_back(i);
  std::erase_if(events, [&](std::size_t i) { return time(i) >= time(last) || time(i) <= time(0); });
  chosen.push_back(0);
  const std::size_t room = std::min(events.size(), most - 2);
  for (std::size_t k = 0; k < room; ++k) chosen.push_back(events[k * events.size() / room]);
  if (time(last) > time(0)) chosen.push_back(last);

  while (chosen.size() < most) {
    double widest = 0;
    std::size_t best = 0, place = 0;
    for (std::size_t k = 0; k + 1 < chosen.size(); ++k) {
      const double a = progress[chosen[k]], b = progress[chosen[k + 1]], middle = 0.5 * (a + b);
      std::size_t nearest = 0;
      for (std::size_t i = chosen[k] + 1; i < chosen[k + 1]; ++i)
        if (time(i) > time(chosen[k]) && time(i) < time(chosen[k + 1]) &&
            (nearest == 0 || std::abs(progress[i] - middle) < std::abs(progress[nearest] - middle)))
          nearest = i;
      if (nearest == 0 || b - a <= widest) continue;
      widest = b - a;
      best = nearest;
      place = k + 1;
    }
    if (widest == 0) break;
    chosen.insert(chosen.begin() + static_cast<std::ptrdiff_t>(place), best);
  }
  return chosen;
}

}  // namespace pintle
