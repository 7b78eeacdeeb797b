#include "pintle/io/schema/json_schema.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "pintle/io/schema/schema.h"

using namespace pintle;

namespace {

/// The committed file; PINTLE_ACCEPT=1 writes it anew.
std::string committed(const std::string& file, const std::string& now) {
  const std::string path = PINTLE_SOURCE_DIR "/docs/" + file;
  if (std::getenv("PINTLE_ACCEPT")) std::ofstream(path, std::ios::binary) << now;
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return std::move(text).str();
}

}  // namespace

TEST_CASE("docs/model.schema.json and docs/reference.md are what the tables of the reader say") {
  CHECK(committed("model.schema.json", make_json_schema()) == make_json_schema());
  CHECK(committed("reference.md", make_reference_page()) == make_reference_page());
}

TEST_CASE("every key of the file has a form that both can tell, and every table of keys is listed") {
  for (const NamedSchema& named : schema::all())
    for (const Key& key : *named.keys) {
      CAPTURE(key.name);
      const bool nested = key.form == Form::map || key.form == Form::parts || key.form == Form::law || key.form == Form::guessed;
      CHECK(nested == (key.keys != nullptr && key.form != Form::inertia));
      CHECK((key.form != Form::law || key.others));
      CHECK((!key.others || key.form == Form::law || key.form == Form::parts));
      CHECK((key.form != Form::later || !key.hint.empty()));  // a way out
    }
}
