#pragma once
#include <span>
#include <vector>

/// Numbers from samples of a signal at equal times dt.
namespace pintle {

/// Of the value that a share `level` of the time is not above.
double calc_time_quantile(std::vector<double>& samples, double level);

/// The largest |ÿ| of an oscillator of natural frequency f and damping ζ whose base is shaken with the acceleration that was
/// sampled: a point of its shock response spectrum, absolute acceleration, of the record and not of what comes after. The
/// ramp-invariant recursion of [Smallwood 1981] is exact for an input that is linear between samples.
double calc_shock_response(std::span<const double> samples, double dt, double frequency, double damping);

/// The filter of a channel frequency class [SAE 1995]: Butterworth, two poles, forwards and backwards, so that nothing is delayed.
void apply_channel_filter(std::vector<double>& samples, double dt, int channel_class);

}  // namespace pintle
