#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/io/yaml_tree.h"
#include "pintle/model/model.h"

namespace pintle {

enum class PartKind { body, joint, force, surface, contact, event };
std::string_view name_of(PartKind kind);  // "body"

struct Mistake {
  Mark mark;
  std::string path, sentence;
};

/// What the readers of all sections share: the sources, the names, the model so far, and what was wrong.
struct Reading {
  std::vector<Source> sources;  // the file, then the settings
  std::map<std::string, PartKind, std::less<>> parts;
  std::map<std::string, JointType, std::less<>> joint_types;  // of the joints that could be read
  Model model;
  std::vector<Mistake> mistakes, warnings;
  std::size_t unheard = 0;  // mistakes beyond those that are worth keeping

  void add_mistake(const Mark& mark, const std::string& path, const std::string& sentence);
  void add_warning(const Mark& mark, const std::string& path, const std::string& sentence);
  /// "four_bar.yaml:12:9: joints.crank.axis: what is wrong; the way out"
  std::string to_sentence(const Mistake& mistake) const;

  std::optional<PartKind> find_part(std::string_view name) const;
  std::vector<std::string_view> names_of(PartKind kind) const;
};

/// The end of a path: "joints" and "elbow" give "joints.elbow".
std::string join_path(std::string_view path, std::string_view key);

}  // namespace pintle
