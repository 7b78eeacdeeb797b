#pragma once

namespace pintle {

/// From 0 up to `from` to 1 from `to` on, with two continuous derivatives: u³ (10 − 15 u + 6 u²), u = (x − from)/(to − from).
inline double calc_fade(double x, double from, double to) {
  if (x <= from) return 0;
  if (x >= to) return 1;
  const double u = (x - from) / (to - from);
  return u * u * u * (10 - u * (15 - 6 * u));
}

}  // namespace pintle
