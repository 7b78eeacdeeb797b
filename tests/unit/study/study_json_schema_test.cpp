#include "pintle/study/study_json_schema.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "pintle/base/json.h"
#include "pintle/study/study_schema.h"

using namespace pintle;

TEST_CASE("docs/study.schema.json is what the tables of the reader say") {
  const std::string path = PINTLE_SOURCE_DIR "/docs/study.schema.json", now = make_study_json_schema();
  if (std::getenv("PINTLE_ACCEPT")) std::ofstream(path, std::ios::binary) << now;
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  CHECK(text.str() == now);
}

TEST_CASE("the schema of studies knows every key of every table") {
  const Json properties = read_json(make_study_json_schema()).at("properties");
  for (const Key& key : study_schema::top) CHECK(properties.find(key.name));
  const Json& measure = properties.at("measures").at("additionalProperties").at("properties");
  for (const Key& key : study_schema::measure) CHECK(measure.find(key.name));
  const Json& kinds = properties.at("vary").at("additionalProperties").at("properties");
  for (const std::string_view kind : study_schema::distributions())
    for (const Key& key : study_schema::find_distribution(kind)) CHECK(kinds.at(kind).at("properties").find(key.name));
}
