#include "terminal.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace pintle {
namespace {

constexpr int narrow = 50;  // columns, below which labels stand on lines of their own

}  // namespace

/// Bytes that do not continue a character.
int columns_of(std::string_view text) {
  return static_cast<int>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

int text_width() {
  int width = 80;
  winsize size{};
  if (const char* columns = std::getenv("COLUMNS"); columns && std::atoi(columns) > 0) {
    width = std::atoi(columns);
  } else if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    width = size.ws_col;
  }
  return std::clamp(width, 24, 80);
}

std::string labelled(std::string_view label, std::string_view text, int indent, int width) {
  const bool below = width < narrow && !label.empty();
  if (below) indent = 2;
  std::string out(label);
  int column = columns_of(label);
  if (below) out += "\n";
  if (below) column = 0;
  bool first = true;  // of its line
  const auto pad_to_indent = [&] {
    if (column < indent) out.append(static_cast<std::size_t>(indent - column), ' ');
    column = std::max(column, indent);
  };
  pad_to_indent();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    if (!first && column + 1 + columns_of(word) > width) {
      out += "\n";
      column = 0;
      pad_to_indent();
      first = true;
    }
    if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += columns_of(word);
    first = false;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "\n";
}

std::string number_text(double x, int digits) { return fmt::format("{:.{}g}", x, digits); }

bool print_out(std::string_view text) {
  const bool all = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!all && errno != EPIPE) complain(fmt::format("standard output takes no more: {}", std::strerror(errno)));
  return all || errno == EPIPE;
}

void complain(std::string_view sentence) { fmt::print(stderr, "pintle: {}\n", sentence); }

}  // namespace pintle
