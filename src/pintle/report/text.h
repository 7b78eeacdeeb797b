#pragma once
#include <fmt/core.h>

#include <string>
#include <string_view>
#include <utility>

namespace pintle {

/// Text for people: short numbers, units as printed. Plain UTF-8; `html` escapes what a page would take for markup.
std::string escape_html(std::string_view text);
/// For a <script> element: every `<` as \u003c, so that no text can close it.
std::string escape_script(std::string_view json);

/// Four significant digits unless told: "0", "−1.234", "12 340", "1.2e-9"; "–" for what is not finite.
std::string short_number(double x, int digits = 4);
/// The same for a page: 1.2 × 10⁻⁹ with a raised exponent.
std::string html_number(double x, int digits = 4);
/// For columns: zeros at the end stay, and what is below `noise` is "≈ 0".
std::string table_number(double x, double noise);

/// Finite magnitude, or zero.
double size_of(double x);
inline constexpr double load_noise = 1e-10;  // of the largest load: rounding

/// "N*m" → "N·m", "m/s^2" → "m/s²", "1" → "".
std::string pretty_unit(std::string_view unit);

/// "0.12 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

/// "12 340".
std::string grouped_number(long n);
/// "1 step", "12 340 steps".
std::string count_text(long n, std::string_view noun);

/// fmt's, whatever other `format` the arguments bring along.
template <class... Args>
std::string format(fmt::format_string<Args...> text, Args&&... args) {
  return fmt::format(text, std::forward<Args>(args)...);
}

}  // namespace pintle
