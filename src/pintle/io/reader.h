#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "pintle/base/error.h"
#include "pintle/model/model.h"

/// The model file, read strictly: a file is right, or every mistake in it is one sentence,
///
///     four_bar.yaml:12:9: joints.crank.axis: [0, 0, 0] has length 0; give a direction, for example [0, 0, 1]
namespace pintle {

/// `--set PATH=VALUE`: the value is YAML. Maps merge, lists replace; `gravity.z`, `bodies.racket.inertia.xx` set elements.
struct Setting {
  std::string path, value;
  /// The value is one number, which may be another one in every case (system/case_maker.h); empty: the number that is there.
  bool is_input = false;
  std::string source{};  // how sentences call it, "europa.study.yaml:7:3"; empty: --set PATH=VALUE
};

/// "gravity.z=-1.62" in two. Throws Error if there is no `=` or no path.
Setting parse_setting(std::string_view text);

/// `--variant GROUP=CHOICE`: goes before what the file says in `choose`.
struct Variant {
  std::string group, choice;
};

/// "legs=stiff" in two. Throws Error if there is no `=`, or nothing on one of its sides.
Variant parse_variant(std::string_view text);

/// At most ten mistakes, in the order of the file; what() has one on each line.
class ReadError : public Error {
 public:
  ReadError(std::vector<std::string> sentences, std::size_t more);

  const std::vector<std::string>& sentences() const { return sentences_; }
  std::size_t more() const { return more_; }  // mistakes beyond those

 private:
  std::vector<std::string> sentences_;
  std::size_t more_ = 0;
};

/// What a reading tells besides the model: warnings, and where in the file a part was described, for whoever finds a
/// mistake in it later.
class ReadNotes {
 public:
  ReadNotes();
  ~ReadNotes();
  ReadNotes(ReadNotes&&) noexcept;
  ReadNotes& operator=(ReadNotes&&) noexcept;

  std::vector<std::string> warnings;               // sentences of the same form
  std::map<std::string, std::string> input_units;  // of settings that are inputs, by path: "kg", "N*m/rad"

  /// "four_bar.yaml:12:9: joints.crank.axis" for "joints.crank.axis"; a path that the file does not have takes the place
  /// of the longest one that it has.
  std::string where(std::string_view path) const;

 private:
  friend class ModelReader;
  struct Places;
  std::unique_ptr<Places> places_;
};

/// The text of a file of models or studies. Throws ReadError if it cannot be opened.
std::string read_file_text(const std::filesystem::path& file);

/// Order of values: the file, then variants, then settings. Throws ReadError.
Model read_model(const std::filesystem::path& file, const std::vector<Setting>& settings = {},
                 const std::vector<Variant>& variants = {}, ReadNotes* notes = nullptr);

/// The same for a text in memory; `name` stands for the file in sentences, and files that it names are looked for from there.
Model read_model_text(std::string_view text, std::string_view name, const std::vector<Setting>& settings = {},
                      const std::vector<Variant>& variants = {}, ReadNotes* notes = nullptr);

}  // namespace pintle
