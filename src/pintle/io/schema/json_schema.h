#pragma once
#include <string>

namespace pintle {

/// The JSON Schema (draft 2020-12) of the model file, for editors: it knows keys, forms and words, and leaves units and names
/// to `pintle check`.
std::string make_json_schema();

/// The page of all keys, in Markdown.
std::string make_reference_page();

}  // namespace pintle
