#include "check_command.h"

#include <fmt/core.h>

#include <algorithm>

#include "exit_code.h"
#include "pintle/base/json.h"
#include "pintle/io/words.h"
#include "pintle/simulate/run.h"
#include "survey.h"
#include "terminal.h"
#include "warnings.h"

namespace pintle {
namespace {

constexpr std::size_t rows_shown = 30, warnings_shown = 20;

struct Findings {
  std::vector<std::string> loops;  // names of joints
  std::vector<FloatingBase> floating;
  std::vector<std::string> warnings;  // those of warnings.h, then what the start shows
  std::vector<std::string> mistakes;  // in what a run is asked to do
};

/// Evaluates the start of a run and collects the events that fire there.
class StartWatch : public Observer {
 public:
  void event(const EventLog& log) override { events.push_back(log.event); }
  std::vector<std::string> events;
};

void note_start(const CheckCommand& c, const LoadedModel& loaded, Findings& findings) {
  try {
    RunOptions options = make_run_options(loaded.model.run);
    options.until = 0;
    StartWatch watch;
    const RunSummary summary = Run(loaded.system, options).go(watch);
    for (const std::string& event : watch.events)
      if (const auto part = loaded.system.names.find(event); part && part->kind == PartKind::event)
        findings.warnings.push_back(fmt::format("{}: is true at the start, and fires before the first step",
                                                loaded.notes.where(where_of(PartKind::event, event))));
    if (summary.status == Status::failed)
      findings.warnings.push_back(fmt::format("{}: the start cannot be evaluated: {}", c.model.file, summary.message));
  } catch (const Error& mistake) {
    findings.mistakes.push_back(with_place(mistake, c.model, loaded.notes));
  }
}

Findings look(const CheckCommand& c, const Survey& survey) {
  Findings findings;
  for (JointIndex j : survey.plan.tree.loops) findings.loops.push_back(survey.system().joint(j).name);
  findings.floating = find_floating(survey.system());
  findings.warnings = find_warnings(survey.loaded);
  note_start(c, survey.loaded, findings);
  return findings;
}

// ---- words ---------------------------------------------------------------------------------------------------------
std::string counts_text(const Model& m) {
  const std::string constraints =
      m.constraints.empty() ? "" : ", " + count_text(m.constraints.size(), "constraint", "constraints");
  return fmt::format("{}, {}{}, {}, {}, {}, {}, {}", count_text(m.bodies.size(), "body", "bodies"),
                     count_text(m.joints.size(), "joint", "joints"), constraints, count_text(m.points.size(), "point", "points"),
                     count_text(m.forces.size(), "force", "forces"), count_text(m.contacts.size(), "contact", "contacts"),
                     count_text(m.events.size(), "event", "events"), count_text(m.parameters.size(), "parameter", "parameters"));
}

/// Columns as wide as their longest cell; the arrow counts as one column.
std::string make_table(const std::vector<std::vector<std::string>>& rows) {
  std::vector<int> widths(rows.front().size(), 0);
  for (const auto& row : rows)
    for (std::size_t k = 0; k < row.size(); ++k) widths[k] = std::max(widths[k], columns_of(row[k]));
  std::string out;
  for (const auto& row : rows) {
    std::string line = " ";
    for (std::size_t k = 0; k < row.size(); ++k)
      line += " " + row[k] + std::string(static_cast<std::size_t>(widths[k] - columns_of(row[k]) + 1), ' ');
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

/// Of the longest line.
int calc_width(std::string_view lines) {
  int width = 0;
  for (std::string_view line : split(lines, '\n')) width = std::max(width, columns_of(line));
  return width;
}

/// The joints as a table, or, where the terminal is too narrow for it, one after the other.
std::string make_joint_table(const Survey& survey, int width) {
  const System& system = survey.system();
  if (system.joints.empty()) return "";
  std::vector<std::vector<std::string>> rows{{"joint", "type", "between", "origin [m]", "axis"}};
  const std::size_t shown = std::min(system.joints.size(), rows_shown);
  for (std::size_t j = 0; j < shown; ++j) {
    const JointRecord& joint = system.joints[j];
    const Pose<double>& X_WJ = survey.reference.X_WJ[j];
    rows.push_back(
        {joint.name, joint.type.name, sides_text(system, joint), vector_text(X_WJ.p), joint_axis_text(joint.type, X_WJ.R)});
  }
  const std::string more =
      shown < system.joints.size() ? fmt::format("  and {} more; pintle info lists all\n", system.joints.size() - shown) : "";
  std::string out = labelled("", "frames in the world, in the reference configuration:", 0, width);
  if (const std::string table = make_table(rows); calc_width(table) <= width) return out + table + more;
  for (std::size_t j = 1; j < rows.size(); ++j) {
    const std::string axis = rows[j][4].empty() ? "" : ", axis " + rows[j][4];
    out += labelled("", fmt::format("{}: {}, {}, at {} m{}", rows[j][0], rows[j][1], rows[j][2], rows[j][3], axis), 2, width);
  }
  return out + more;
}

/// Joints and constraints whose loads are shared.
template <class Line>
void note_shared(const Survey& survey, Line&& line) {
  std::size_t count = 0;
  const auto show = [&](const std::string& text) {
    if (count < warnings_shown) line(count == 0 ? "shared" : "", text);
    ++count;
  };
  for (std::size_t j = 0; j < survey.uniqueness.joints.size(); ++j)
    if (survey.uniqueness.joints[j].load != 0)
      show(fmt::format("{} of {}", shared_text(survey.uniqueness.joints[j]), survey.system().joints[j].name));
  for (std::size_t k = 0; k < survey.uniqueness.constraints.size(); ++k)
    if (survey.uniqueness.constraints[k].any()) show(fmt::format("reaction of {}", survey.system().constraints[k].name));
  if (count > warnings_shown) line("", fmt::format("and {} more; --json lists all", count - warnings_shown));
}

template <class Line>
void note_floating(const Survey& survey, const Findings& findings, Line&& line) {
  const std::size_t shown = std::min(findings.floating.size(), warnings_shown);
  for (std::size_t k = 0; k < shown; ++k) {
    const FloatingBase& base = findings.floating[k];
    line(k == 0 ? "floats" : "",
         survey.system().body(base.body).name +
             (base.riders.empty() ? "" : fmt::format(", with {} on it", count_text(base.riders.size(), "body", "bodies"))));
  }
  if (shown < findings.floating.size()) line("", fmt::format("and {} more", findings.floating.size() - shown));
}

std::string make_text(const CheckCommand& c, const Survey& survey, const Findings& findings, int width) {
  const Model& model = survey.model();
  std::string out = labelled("", fmt::format("{}: {}", c.model.file, model.name.empty() ? "a model" : model.name), 0, width);
  const auto line = [&](const char* label, const std::string& text) { out += labelled(label, text, 10, width); };
  line("found", counts_text(model));
  const Vec3<double> gravity = survey.system().nominal[survey.system().gravity];
  line("gravity", norm(gravity) > 0 ? vector_text(gravity) + " m/s^2" : "none");
  line("freedoms", fmt::format("{} at the start", survey.freedoms));
  const std::size_t loops = std::min(findings.loops.size(), warnings_shown);
  for (std::size_t k = 0; k < loops; ++k) {
    const JointRecord& joint = survey.system().joint(survey.plan.tree.loops[k]);
    line(k == 0 ? "loops" : "", fmt::format("{} closes one, {}", joint.name, sides_text(survey.system(), joint)));
  }
  if (loops < findings.loops.size()) line("", fmt::format("and {} more", findings.loops.size() - loops));
  note_floating(survey, findings, line);
  if (survey.rows > 0) line("rows", redundancy_text(survey));
  note_shared(survey, line);
  out += make_joint_table(survey, width);
  for (std::size_t i = 0; i < std::min(findings.warnings.size(), warnings_shown); ++i)
    out += labelled("", "warning: " + findings.warnings[i], 0, width);
  if (findings.warnings.size() > warnings_shown)
    out += fmt::format("and {} more warnings; --json lists all\n", findings.warnings.size() - warnings_shown);
  return out;
}

Json point_json(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

std::string make_json(const CheckCommand& c, const Survey& survey, const Findings& findings) {
  const Model& m = survey.model();
  const System& system = survey.system();
  Json json{{"model", c.model.file}, {"name", m.name}, {"good", true}};
  json["counts"] = {{"bodies", m.bodies.size()}, {"joints", m.joints.size()},        {"constraints", m.constraints.size()},
                    {"points", m.points.size()}, {"forces", m.forces.size()},        {"contacts", m.contacts.size()},
                    {"events", m.events.size()}, {"parameters", m.parameters.size()}};
  json["freedoms"] = survey.freedoms;
  json["loops"] = findings.loops;
  json["floating"] = Json::list();
  for (const FloatingBase& base : findings.floating) json["floating"].push_back(Json(system.body(base.body).name));
  json["rows"] = survey.rows;
  json["redundant"] = survey.redundant;
  json["not_unique"] = Json::object();
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (survey.uniqueness.joints[j].load != 0)
      json["not_unique"][system.joints[j].name] = shared_text(survey.uniqueness.joints[j]);
  for (std::size_t k = 0; k < system.constraints.size(); ++k)
    if (survey.uniqueness.constraints[k].any()) json["not_unique"][system.constraints[k].name] = "reaction";
  json["runs"] = true;
  json["joints"] = Json::list();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointRecord& joint = system.joints[j];
    const Pose<double>& X_WJ = survey.reference.X_WJ[j];
    json["joints"].push_back({{"name", joint.name},
                              {"type", joint.type.name},
                              {"between", {system.body(joint.parent).name, system.body(joint.child).name}},
                              {"origin", point_json(X_WJ.p)},
                              {"axis", point_json(X_WJ.R.column(joint.type.crossed ? 0 : 2))}});
  }
  json["warnings"] = findings.warnings;
  json["mistakes"] = Json::list();
  return to_text(json, 1) + "\n";
}

int refuse(const CheckCommand& c, const std::vector<std::string>& mistakes, const std::vector<std::string>& warnings) {
  if (!c.quiet) say_warnings(warnings);
  for (const std::string& sentence : mistakes) say(sentence);
  if (c.json) {
    const Json json{{"model", c.model.file}, {"good", false}, {"mistakes", mistakes}, {"warnings", warnings}};
    print_out(to_text(json, 1) + "\n");
  }
  return exit_bad_model;
}

}  // namespace

int check_model(const CheckCommand& c) {
  const Loading loading = find_model(c.model, c.quiet);
  if (!loading.loaded) return refuse(c, loading.mistakes, loading.warnings);
  const Survey survey = make_survey(*loading.loaded);
  const Findings findings = look(c, survey);
  if (!findings.mistakes.empty()) return refuse(c, findings.mistakes, findings.warnings);
  if (c.quiet && !c.json) return exit_good;
  const bool printed = print_out(c.json ? make_json(c, survey, findings) : make_text(c, survey, findings, text_width()));
  return printed ? exit_good : exit_run_failed;
}

}  // namespace pintle
