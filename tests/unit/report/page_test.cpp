#include "pintle/report/page.h"

#include <doctest/doctest.h>

using namespace pintle;

namespace {

RunRecord make_record() {
  RunRecord r;
  r.model_name = "a <model> & more";
  r.model_text = "name: </pre><script>alert(1)</script>\n";
  r.bodies = 1;
  r.joints = 1;
  r.joint_names = {"hip"};
  r.loads.emplace(1);
  const LoadSet set = calc_load_set({{0, 0, 1}, {3, 4, 0}});
  for (int c = 0; c < static_cast<int>(load_components.size()); ++c) {
    r.loads->peak(0, c) = {set[static_cast<std::size_t>(c)], 0, set, LoadSource::reaction};
    r.loads->set_rms(0, c, set[static_cast<std::size_t>(c)]);
  }
  r.summary.formulation = "articulated-body";
  r.summary.integrator = "dop853";
  r.summary.counters.events = 2;
  r.panels = {{"Joint angles", "rad", "", {{"hip.angle", {{0, 0}, {1, 1}}}}}};
  EventRow event{.time = 0.5,
                 .event = "latch",
                 .cause = "time >= 0.5 s",
                 .actions = {"lock hip"},
                 .freedoms_before = 1,
                 .freedoms_after = 0,
                 .kinetic_before = 4,
                 .kinetic_after = 3,
                 .with_last = false,
                 .impulses = {{"hip", 2, 1}}};
  r.events = {event, event};
  r.events[1].with_last = true;
  return r;
}

bool has(const std::string& page, const char* text) { return page.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("page: what a user wrote is text, never markup") {
  const std::string page = make_page(make_record());
  CHECK(has(page, "<h1>a &lt;model&gt; &amp; more</h1>"));
  CHECK(!has(page, "<script>alert"));
  CHECK(has(page, "time &gt;= 0.5 s"));
}

TEST_CASE("page: it needs nothing from outside") {
  const std::string page = make_page(make_record());
  for (const char* text : {"http:", "https:", "src=", "@import", "url("}) CHECK_MESSAGE(!has(page, text), text);
}

TEST_CASE("page: an event tells what it cost, and one that fired with it shares the jump") {
  const std::string page = make_page(make_record());
  CHECK(has(page, "1 <small>J</small> <small>(25 %)</small>"));
  CHECK(has(page, "hip: 2 <small>N·s</small>, 1 <small>N·m·s</small>"));
  CHECK(has(page, "one jump with the event above"));
}

TEST_CASE("page: events that never fired are named, with those that did and without") {
  RunRecord r = make_record();
  r.summary.silent_events = {"touch", "stop"};
  CHECK(has(make_page(r), "Never fired: touch, stop."));
  r.events.clear();
  CHECK(has(make_page(r), "Never fired: touch, stop."));
}

TEST_CASE("page: constraints and forces have their peaks, and a held direction says that its reaction is meant") {
  RunRecord r = make_record();
  CHECK(!has(make_page(r), "†"));
  r.loads->peak(0, load_torsion).source = LoadSource::held;
  r.loads->add({"rod", "reaction", "N", -3, 0.5, 2, false, "reaction"});
  r.loads->add({"foot", "normal_force", "N", 40, 0.5, 2, true, "contact", {40, 12}});
  r.loads->add({"foot", "friction_force", "N", 15, 0.75, 2, true, "contact", {30, 15}});
  const std::string page = make_page(r);
  CHECK(has(page, "Peak loads of constraints, forces and contacts"));
  CHECK(has(page, "friction_force 12"));  // with the largest normal force
  CHECK(has(page, "<th>rod *</th><td>reaction</td>"));
  CHECK(has(page, " †</td>"));
  CHECK(has(page, "<code>reaction</code>"));
}

TEST_CASE("page: a failed run without anything to show is still a page, with its reason on top") {
  RunRecord r;
  r.model_file = "model.yaml";
  r.loads.emplace(0);
  r.summary.status = Status::failed;
  r.summary.message = "elbow: the spring is too stiff";
  const std::string page = make_page(r);
  CHECK(has(page, "<p class=\"message\">elbow: the spring is too stiff</p>"));
  CHECK(has(page, "<h1>model.yaml</h1>"));
  CHECK(!has(page, "<figure data"));
  CHECK(page.ends_with("</html>\n"));
}

TEST_CASE("page: sets of loads that act together, energy accounts, and the finer run if there was one") {
  RunRecord r = make_record();
  std::string page = make_page(r);
  CHECK(has(page, "What acts together"));
  CHECK(has(page, "due at the end"));
  CHECK(has(page, "not asked for"));
  r.check.emplace();
  r.check->rtol = 1e-9;
  r.check->position = 0.125;
  r.check->message = "the finer run had 3 <events>";
  page = make_page(r);
  CHECK(has(page, "0.125 <small>m</small>"));
  CHECK(has(page, "3 &lt;events&gt;"));
}

TEST_CASE("page: a ground that made energy asks to look closer, however good the balance") {
  RunRecord r = make_record();
  r.summary.balance_error = 1e-12;
  CHECK(!has(make_page(r), "look closer"));
  r.summary.ground_made = 29e6;
  CHECK(has(make_page(r), "look closer"));
  CHECK(has(make_page(r), "made by the ground"));
}

TEST_CASE("page: what is missing is told on top, and a record without loads has none") {
  RunRecord r = make_record();
  r.loads.reset();
  r.notes = {"loads.csv is not there", "picture.json is damaged and was left out"};
  const std::string page = make_page(r);
  CHECK(has(page, "This page is not complete: loads.csv is not there; picture.json is damaged and was left out."));
  CHECK(!has(page, "Peak loads"));
}

TEST_CASE("page: the run of a study's case leads back to its study") {
  RunRecord record = make_record();
  CHECK(!has(make_page(record), "Case "));
  record.origin = {"out/a&b.db", "../a&b.html", 17};
  CHECK(has(make_page(record), "Case 17 of <a href=\"../a&amp;b.html\">out/a&amp;b.db</a>"));
}
