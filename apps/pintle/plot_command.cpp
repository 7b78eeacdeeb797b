#include "plot_command.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include "exit_code.h"
#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/record/output_file.h"
#include "pintle/record/run_directory.h"
#include "pintle/record/series_file.h"
#include "pintle/report/chart.h"
#include "pintle/report/select.h"
#include "pintle/report/text.h"
#include "pintle/system/make_system.h"
#include "terminal.h"

namespace pintle {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t most_curves = 40, most_near = 3, most_listed = 12;
constexpr int colours = 6, dashes = 4;
constexpr const char* default_file = "plot.svg";

/// A run and the columns of its series.csv.
struct Source {
  std::string folder, label;
  std::vector<SeriesColumn> columns;
  std::vector<std::string> names;
};

struct Words {
  std::vector<std::string> runs, signals;
};

/// A directory with a manifest is a run, the other words are signals.
Words sort_words(const std::vector<std::string>& words) {
  Words sorted;
  for (const std::string& word : words) {
    std::error_code unknown;
    const bool is_folder = fs::is_directory(word, unknown);
    if (is_folder && !fs::exists(fs::path(word) / "manifest.json", unknown))
      throw Error(word, "a directory, but not of a run: it holds no manifest.json");
    if (!is_folder && word.find('/') != std::string::npos) throw Error(word, "there is no such directory");
    (is_folder ? sorted.runs : sorted.signals).push_back(word);
  }
  if (sorted.runs.empty()) throw Error("plot", "name the directory of a run, for example out/pendulum");
  return sorted;
}

std::string join(const std::vector<std::string>& words, std::size_t most) {
  std::string out;
  for (std::size_t k = 0; k < std::min(words.size(), most); ++k) out += (k == 0 ? "" : ", ") + words[k];
  return words.size() > most ? out + ", …" : out;
}

/// All names, or the parts that have them if there are many.
std::string list_names(const std::vector<std::string>& names) {
  if (names.size() <= most_listed) return join(names, most_listed);
  std::vector<std::string> parts;
  for (const std::string& name : names) {
    const std::string part = name.substr(0, name.find('.'));
    if (std::ranges::find(parts, part) == parts.end()) parts.push_back(part);
  }
  return "signals of " + join(parts, most_listed);
}

/// Labels tell runs apart: the shortest ends of their paths that differ.
void put_labels(std::vector<Source>& sources) {
  for (int parts = 1; parts < 8; ++parts) {
    std::set<std::string> different;
    for (Source& s : sources) {
      fs::path path = fs::path(s.folder).lexically_normal(), label;
      if (!path.has_filename()) path = path.parent_path();
      for (int k = 0; k < parts && path.has_filename(); ++k, path = path.parent_path())
        label = label.empty() ? path.filename() : path.filename() / label;
      s.label = label.empty() ? s.folder : label.string();
      different.insert(s.label);
    }
    if (different.size() == sources.size()) return;
  }
}

std::vector<Source> open_sources(const std::vector<std::string>& folders) {
  std::vector<Source> sources;
  for (const std::string& folder : folders) {
    Source s{folder, folder, read_series_columns(fs::path(folder) / "series.csv"), {}};
    s.columns.erase(s.columns.begin());  // time is the axis
    for (const SeriesColumn& column : s.columns) s.names.push_back(column.name);
    sources.push_back(std::move(s));
  }
  put_labels(sources);
  return sources;
}

/// True if the model of a run has signals of that name: then `record` left them out.
bool is_known_signal(const Source& source, const std::string& wish) {
  try {
    const System system = make_system(read_model(fs::path(source.folder) / "model.yaml"));
    if (!find_signals(system.names, wish).empty()) return true;
    std::vector<std::string> names;
    for (const Signal& signal : make_signals(system.names)) names.push_back(signal.name);
    return !select_signals(names, wish).empty();
  } catch (const std::exception&) {  // a model that cannot be read tells nothing
    return false;
  }
}

std::string explain_missing(const Source& source, const std::string& wish) {
  if (is_known_signal(source, wish))
    return fmt::format("{}: '{}' was not recorded; add it to run.record and run again", source.folder, wish);
  const std::vector<std::string> near = find_near_names(source.names, wish, most_near);
  return fmt::format("{}: there is no signal '{}'; {}", source.folder, wish,
                     near.empty() ? "there are " + list_names(source.names) : "did you mean " + join(near, most_near) + "?");
}

/// The columns of each run, each once, in the order of the wishes. Throws Error on a wish that no run has.
std::vector<std::vector<std::size_t>> choose_columns(const std::vector<Source>& sources, const std::vector<std::string>& wishes,
                                                     bool quiet) {
  std::vector<std::vector<std::size_t>> chosen(sources.size());
  for (const std::string& wish : wishes) {
    std::vector<std::size_t> without;
    for (std::size_t r = 0; r < sources.size(); ++r) {
      const std::vector<std::size_t> found = select_signals(sources[r].names, wish);
      if (found.empty()) without.push_back(r);
      for (std::size_t c : found)
        if (std::ranges::find(chosen[r], c) == chosen[r].end()) chosen[r].push_back(c);
    }
    if (without.size() == sources.size()) throw Error(explain_missing(sources.front(), wish));
    for (std::size_t r : without)
      if (!quiet) complain("warning: " + explain_missing(sources[r], wish));
  }
  return chosen;
}

/// One panel per unit, in the order in which units come.
class ChartMaker {
 public:
  explicit ChartMaker(bool several) : several_(several) {}

  void add_run(const Source& source, std::size_t run, const std::vector<std::size_t>& columns) {
    std::vector<std::size_t> in_file;
    for (std::size_t c : columns) in_file.push_back(c + 1);
    SeriesCurves read = read_series_curves(fs::path(source.folder) / "series.csv", in_file);
    if (read.damaged > 0) complain(fmt::format("warning: {}/series.csv: some rows are damaged and left out", source.folder));
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const SeriesColumn& column = source.columns[columns[k]];
      Panel& panel = panel_of(column.unit);
      const std::size_t place = static_cast<std::size_t>(&panel - chart_.panels.data());
      if (panel.curves.size() >= most_curves) {
        ++left_out_[column.unit];
        continue;
      }
      const std::string name = several_ ? fmt::format("{} ({})", column.name, source.label) : column.name;
      panel.curves.push_back({name, std::move(read.curves[k])});
      signals_[column.unit].try_emplace(column.name, static_cast<int>(signals_[column.unit].size()));
      places_[place].push_back({signals_[column.unit][column.name], static_cast<int>(run)});
    }
  }

  /// Colours tell signals apart and dashes runs; where there is one signal, colours tell the runs.
  Chart finish(std::string title) {
    chart_.title = std::move(title);
    for (std::size_t p = 0; p < chart_.panels.size(); ++p) {
      Panel& panel = chart_.panels[p];
      const int signals = static_cast<int>(signals_[panel.unit].size());
      panel.title = title_of(panel);
      if (const std::size_t more = left_out_[panel.unit]; more > 0)
        panel.note = fmt::format("the first {} of {} curves", most_curves, most_curves + more);
      chart_.styles.emplace_back();
      for (const auto& [signal, run] : places_[p]) {
        const int colour = signals == 1 ? run : signal, dash = signals == 1 ? run / colours : several_ ? run : signal / colours;
        chart_.styles.back().push_back({1 + colour % colours, dash % dashes});
      }
    }
    return std::move(chart_);
  }

 private:
  struct Place {
    int signal, run;
  };

  Panel& panel_of(const std::string& unit) {
    const auto at = std::ranges::find(chart_.panels, unit, &Panel::unit);
    if (at != chart_.panels.end()) return *at;
    chart_.panels.push_back({"", unit, "", {}});
    places_.emplace_back();
    return chart_.panels.back();
  }

  /// The quantity if all curves share one, "angle" or "load.force"; else the one signal, or nothing in particular.
  std::string title_of(const Panel& panel) const {
    std::set<std::string> quantities;
    for (const auto& [name, place] : signals_.at(panel.unit)) {
      const std::size_t dot = name.find('.');
      quantities.insert(dot == std::string::npos ? name : name.substr(dot + 1));
    }
    if (signals_.at(panel.unit).size() == 1) return signals_.at(panel.unit).begin()->first;
    if (quantities.size() == 1) return *quantities.begin();
    const std::string first = quantities.begin()->substr(0, quantities.begin()->find('.'));
    const bool same =
        std::ranges::all_of(quantities, [&](const std::string& q) { return q == first || q.starts_with(first + "."); });
    return same ? first : "signals";
  }

  bool several_;
  Chart chart_;
  std::map<std::string, std::map<std::string, int>> signals_;  // by unit: signal → place
  std::map<std::string, std::size_t> left_out_;
  std::vector<std::vector<Place>> places_;  // by panel and curve
};

bool is_page(const std::string& file) { return file.ends_with(".html") || file.ends_with(".htm"); }

/// The default name may be someone else's file.
void check_file(const PlotCommand& c) {
  if (!c.out.empty()) {
    if (!is_page(c.out) && !c.out.ends_with(".svg")) throw Error("--out " + c.out, "give a file that ends in .svg or .html");
    if (fs::is_directory(c.out)) throw Error("--out " + c.out, "this is a directory; give a file");
    return;
  }
  std::ifstream in(default_file);
  std::string start(400, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (fs::exists(default_file) && start.find("made by pintle plot") == std::string::npos)
    throw Error(default_file, "the file is there and not made by pintle plot; name another with --out");
}

int go(const PlotCommand& c) {
  const Words words = sort_words(c.words);
  const std::vector<Source> sources = open_sources(words.runs);
  if (words.signals.empty())
    throw Error("plot", fmt::format("name a signal; {} has {}", sources.front().folder, list_names(sources.front().names)));
  check_file(c);
  const auto columns = choose_columns(sources, words.signals, c.quiet);
  ChartMaker maker(sources.size() > 1);
  for (std::size_t r = 0; r < sources.size(); ++r) maker.add_run(sources[r], r, columns[r]);
  const std::string file = c.out.empty() ? default_file : c.out;
  std::vector<std::string> labels;
  for (const Source& source : sources) labels.push_back(source.label);
  const Chart chart = maker.finish(c.title.empty() && is_page(file) ? join(labels, most_listed) : c.title);

  write_whole(file, is_page(file) ? make_chart_page(chart) : make_chart_svg(chart));
  std::size_t curves = 0;
  for (const Panel& panel : chart.panels) curves += panel.curves.size();
  if (c.quiet) return exit_good;
  const bool printed = print_out(fmt::format("{}: {} in {}\n", file, count_text(static_cast<long>(curves), "curve"),
                                             count_text(static_cast<long>(chart.panels.size()), "panel")));
  return printed ? exit_good : exit_run_failed;
}

}  // namespace

int plot_runs(const PlotCommand& c) {
  try {
    return go(c);
  } catch (const WriteError& problem) {
    complain(problem.what());
    return exit_run_failed;
  } catch (const Error& mistake) {
    complain(mistake.what());
    return exit_bad_command_line;
  }
}

}  // namespace pintle
