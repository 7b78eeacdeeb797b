#pragma once
#include <string>
#include <string_view>

namespace pintle {

/// Columns to fill with text: what the terminal has (COLUMNS, else its own word), between 24 and 80.
int text_width();

/// Columns of a UTF-8 text.
int columns_of(std::string_view text);

/// `label` and a text beside it, broken between words; `indent` columns are the label's. In a narrow terminal the text
/// goes below its label.
std::string labelled(std::string_view label, std::string_view text, int indent, int width);

/// "1.234e-9" with four significant digits, plain ASCII, so that it can be copied.
std::string number_text(double x, int digits = 4);

/// Writes to standard output; false, with a sentence on standard error, if it did not take all.
bool print_out(std::string_view text);

/// "pintle: sentence" on standard error.
void complain(std::string_view sentence);

}  // namespace pintle
