#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "pintle/expressions/parse.h"
#include "pintle/io/files_below.h"
#include "pintle/io/yaml_tree.h"
#include "pintle/model/names.h"

namespace pintle {

struct Context;
class FunctionList;
class NamedValues;
class PartList;

struct Mistake {
  Mark mark;
  std::string path, sentence;
};

/// A mistake was made, and somebody has said so already.
struct KnownMistake {};

/// What the readers of all sections share: the sources, the names, the model so far, and what was wrong.
struct Reading {
  std::vector<Source> sources;  // the file, then the variants and settings
  std::string folder;           // of the file: what it names is looked for from there
  FilesOfModel files = FilesOfModel::anywhere;
  Model model;
  NameTable names;                                           // of all parts, before any of them is read
  std::unordered_map<std::string, JointType> types;          // of the joints whose type could be read
  std::unordered_set<std::string> dropped;                   // parts that their `if` has taken out
  std::unordered_set<std::string> started;                   // joints and bodies whose start is given
  std::unordered_map<const Node*, Parsed> expressions;       // of a group, that mean the same in all its instances
  std::unordered_map<std::string, Meaning> signal_meanings;  // by complete name
  std::unordered_map<std::string, DirectionSet> released;    // by joint: what some event releases
  struct Settable {
    std::string text;  // as it is written
    const Context* context;
  };
  std::unordered_map<std::string, Settable> settable;  // numbers of parts that events and controllers set, by path
  std::unordered_set<std::string> set_parameters;      // that events and controllers set
  std::map<std::string, std::string> input_units;      // of settings that are inputs, by path
  /// It follows from a parameter that becomes another while a run goes on.
  bool follows_setting(Expr expr) const;
  std::vector<std::string> stages;  // names, in the order of the file
  std::size_t all_terms = 0;        // parts that `all.` stood for so far
  NamedValues* parameters = nullptr;
  NamedValues* signals = nullptr;
  FunctionList* functions = nullptr;
  PartList* parts = nullptr;
  std::vector<Mistake> mistakes, warnings;
  std::vector<std::string> chain;  // paths of the named values that are being read, each for the one before
  std::size_t unheard = 0;         // mistakes beyond those that are worth keeping

  void add_mistake(const Mark& mark, const std::string& path, const std::string& sentence);
  void add_warning(const Mark& mark, const std::string& path, const std::string& sentence);
  /// So many that a reader may stop looking for more.
  bool has_enough() const;
  /// "four_bar.yaml:12:9: joints.crank.axis: what is wrong; the way out"
  std::string to_sentence(const Mistake& mistake) const;
};

/// Throws ReadError with all mistakes, in the order of the file.
[[noreturn]] void fail(Reading& reading);

/// The end of a path: "joints" and "elbow" give "joints.elbow".
std::string join_path(std::string_view path, std::string_view key);

}  // namespace pintle
