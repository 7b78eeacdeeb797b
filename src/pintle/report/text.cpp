#include "pintle/report/text.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace pintle {
namespace {

constexpr const char* thin_space = "\u202f";

/// "1234567.5" → "1 234 567.5": the digits before the point in threes, once there are five of them.
std::string grouped(std::string text) {
  const std::size_t first = text.find_first_of("0123456789");
  const std::size_t end = std::min(text.size(), text.find('.'));
  if (end - first < 5) return text;
  for (std::size_t k = end - 3; k > first; k -= std::min<std::size_t>(3, k - first)) text.insert(k, thin_space);
  return text;
}

std::string with_minus(std::string text) {
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

bool is_plain(double x) { return x == 0 || (std::abs(x) >= 1e-3 && std::abs(x) < 1e6); }

/// Fixed notation with so many significant digits, with or without zeros at the end of a fraction.
std::string fixed(double x, int digits, bool keep_zeros = false) {
  if (x == 0) return "0";
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(x))));
  std::string text = fmt::format("{:.{}f}", x, std::max(0, digits - 1 - magnitude));
  if (!keep_zeros && text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return with_minus(grouped(text));
}

struct Scientific {
  std::string mantissa;
  int exponent;
};
Scientific scientific(double x, int digits) {
  const std::string text = fmt::format("{:.{}e}", x, digits - 1);
  const std::size_t e = text.find('e');
  return {with_minus(text.substr(0, e)), std::stoi(text.substr(e + 1))};
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      default: out += c;
    }
  }
  return out;
}

std::string escape_script(std::string_view json) {
  std::string out;
  for (char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

std::string short_number(double x, int digits) {
  if (!std::isfinite(x)) return "–";
  if (is_plain(x)) return fixed(x, digits);
  const Scientific s = scientific(x, std::min(digits, 3));
  return fmt::format("{}e{}", s.mantissa, s.exponent);
}

std::string html_number(double x, int digits) {
  if (!std::isfinite(x)) return "–";
  if (is_plain(x)) return fixed(x, digits);
  const Scientific s = scientific(x, std::min(digits, 3));
  return fmt::format("{}\u00a0×\u00a010<sup>{}</sup>", s.mantissa, with_minus(std::to_string(s.exponent)));
}

double size_of(double x) { return std::isfinite(x) ? std::abs(x) : 0.0; }

std::string table_number(double x, double noise) {
  if (x != 0 && std::abs(x) < noise) return "≈ 0";
  return std::isfinite(x) && is_plain(x) ? fixed(x, 4, true) : html_number(x);
}

std::string pretty_unit(std::string_view unit) {
  if (unit == "1") return "";
  std::string out;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '*' || unit[i] == ' ') {
      out += "·";
    } else if (unit[i] == '^' && i + 1 < unit.size() && unit[i + 1] == '2') {
      out += "²";
      ++i;
    } else {
      out += unit[i];
    }
  }
  return out;
}

std::string duration_text(double seconds) {
  if (seconds < 100) return short_number(seconds, 3) + " s";
  const long s = std::lround(seconds);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s % 3600 / 60);
}

std::string grouped_number(long n) { return with_minus(grouped(std::to_string(n))); }

std::string count_text(long n, std::string_view noun) {
  return fmt::format("{} {}{}", grouped_number(n), noun, n == 1 ? "" : "s");
}

}  // namespace pintle
