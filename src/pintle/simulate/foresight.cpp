#include "pintle/simulate/foresight.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pintle {

Foresight::Foresight(const System& system, const Parameters<double>& p, double until, double t)
    : until_(until), kinks_(system.time_laws, p, until), kink_(std::numeric_limits<double>::infinity()) {
  if (!(until > 0)) return;
  for (const TimeCurve& curve : system.time_laws.curves)
    curves_.push_back({FeatureScan(make_time_function(curve.f, p), t), KinkTimes(system.time_laws, curve.kinks, p, until)});
}

double Foresight::reach(double t) {
  kink_ = kinks_.next(t);
  double end = std::min(until_, kink_);
  for (Curve& curve : curves_) end = reach_of(curve, t, end);
  return end;
}

int Foresight::count_pieces(double start, double end) const {
  double least = end - start;
  for (const Curve& curve : curves_)
    for (const TimeFeature& feature : curve.scan.features())
      if (feature.from < end && feature.to > start) least = std::min(least, feature.width());
  return end > start ? static_cast<int>(std::ceil((end - start) / least)) : 1;
}

void Foresight::archive(Archive& archive) {
  archive("foresight", kinks_, kink_);
  archive.each("curves", curves_, [&](Curve& curve) { archive("curve", curve.scan, curve.kinks, curve.piece, curve.half); });
}

/// Half of what was scanned last stays ahead, so that steps do not end where the scan did.
void Foresight::scan_on(Curve& curve, double t) {
  while (curve.scan.scanned() < until_ && t >= curve.half) {
    const double from = curve.scan.scanned();
    if (from >= curve.piece) curve.piece = std::min(until_, curve.kinks.next(from));
    curve.scan.scan(curve.piece);
    if (curve.scan.scanned() > t) curve.half = std::max(t, 0.5 * (from + curve.scan.scanned()));
  }
}

double Foresight::reach_of(Curve& curve, double t, double end) {
  scan_on(curve, t);
  curve.scan.forget(t);
  for (const TimeFeature& feature : curve.scan.features()) {
    if (feature.from >= end) break;
    end = std::min(end, std::max(feature.from, t + feature.step));  // (1)
  }
  return curve.scan.scanned() > t ? std::min(end, curve.scan.scanned()) : end;
}

}  // namespace pintle
