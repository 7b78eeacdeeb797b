#pragma once
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "pintle/io/reader.h"

/// A wrong text and the sentences that it must get, word by word.
namespace pintle {

struct Golden {
  std::string_view text, sentences;
};

inline const std::string two_bodies =
    "pintle: 1\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}, leg: {mass: 1, inertia: [1, 1, 1]}}\n";
inline const std::string two_joints =
    two_bodies + "joints: {hip: {type: hinge, between: [world, arm]}, knee: {type: cylindrical, between: [arm, leg]}}\n";

/// A file with one body, which has these keys.
inline std::string in_body(std::string_view keys) { return "pintle: 1\nbodies: {arm: {" + std::string(keys) + "}}\n"; }

inline std::string read_sentences(std::string_view file, const std::vector<Setting>& settings = {},
                                  const std::vector<Variant>& variants = {}) {
  try {
    read_model_text(file, "m.yaml", settings, variants);
  } catch (const ReadError& error) {
    return error.what();
  }
  return "no mistake";
}

inline void check(const Golden& golden, const std::string& file) {
  CAPTURE(file);
  CHECK(read_sentences(file) == golden.sentences);
}

}  // namespace pintle
