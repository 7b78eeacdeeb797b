#include "pintle/record/load_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace pintle;

namespace {
using Loads = std::vector<Wrench<double>>;
}

TEST_CASE("load set: axial and torsion are along M's z, radial and bending across it") {
  const LoadSet set = calc_load_set({{1, 2, -3}, {3, 4, 12}});  // moment, force
  CHECK(set[load_fx] == 3);
  CHECK(set[load_mz] == -3);
  CHECK(set[load_force] == doctest::Approx(13));
  CHECK(set[load_moment] == doctest::Approx(std::sqrt(14.0)));
  CHECK(set[load_axial] == 12);
  CHECK(set[load_radial] == 5);
  CHECK(set[load_torsion] == -3);
  CHECK(set[load_bending] == doctest::Approx(std::sqrt(5.0)));
}

TEST_CASE("load table: a peak is the largest magnitude with its sign, and its set is of the same instant") {
  LoadTable table(1);
  table.add(0, Loads{{{0, 0, 0}, {1, 5, 0}}});
  table.add(1, Loads{{{0, 0, 0}, {-3, 0, 0}}});
  table.add(1, Loads{{{0, 0, 2}, {-4, 1, 0}}});  // the other side of an event
  table.add(2, Loads{{{0, 0, 0}, {4, 0, 0}}});   // as large: the first instant counts
  CHECK(table.peak(0, load_fx).value == -4);
  CHECK(table.peak(0, load_fx).time == 1);
  CHECK(table.peak(0, load_fx).set[load_fy] == 1);
  CHECK(table.peak(0, load_fx).set[load_mz] == 2);
  CHECK(table.peak(0, load_fy).value == 5);
  CHECK(table.peak(0, load_fy).set[load_fx] == 1);
}

TEST_CASE("load table: the mean is weighted by time, and an event has no width") {
  LoadTable table(1);
  // 2 N during 1 s in one step, then 1 N during 3 s in many: √((4 + 3)/4).
  table.add(0, Loads{{{0, 0, 0}, {2, 0, 0}}});
  table.add(1, Loads{{{0, 0, 0}, {2, 0, 0}}});
  for (int i = 0; i <= 300; ++i) table.add(1 + 0.01 * i, Loads{{{0, 0, 0}, {-1, 0, 0}}});
  CHECK(table.rms(0, load_fx) == doctest::Approx(std::sqrt(7.0 / 4)).epsilon(1e-12));
  CHECK(table.rms(0, load_fy) == 0);
}

TEST_CASE("load table: a run of no length has the load of its instant, and no run has none") {
  LoadTable table(1);
  CHECK(std::isnan(table.peak(0, load_fx).value));
  table.add(0, Loads{{{0, 0, 0}, {-2, 0, 0}}});
  CHECK(table.rms(0, load_fx) == 2);
}

TEST_CASE("load table: the files have a row per joint and component") {
  LoadTable table(2);
  table.add(0, Loads{{{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0.1}, {0, 0, 0}}});
  const std::vector<std::string> names{"hip", "knee"};
  const std::string csv = table.make_csv(names), sets = table.make_sets_csv(names);
  CHECK(csv.starts_with("joint,component,peak,time,rms,unique\nhip,fx,1,0,1,true\nhip,fy,0,0,0,true\n"));
  CHECK(csv.find("knee,torsion,0.1,0,0.1,true\n") != std::string::npos);
  CHECK(sets.starts_with("joint,component,time [s],fx [N],fy [N],fz [N],mx [N*m],my [N*m],mz [N*m],force [N],moment [N*m],"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 25);
  CHECK(std::count(sets.begin(), sets.end(), '\n') == 25);
}

TEST_CASE("load table: its two files give it back, and what is no such file is none") {
  LoadTable table(2);
  table.add(0, std::vector<Wrench<double>>{{{0, 0, 1}, {3, 4, 0}}, {{1, 0, 0}, {0, 0, 0}}});
  table.add(2, std::vector<Wrench<double>>{{{0, 0, -2}, {1, 1, 0}}, {{0, 0, 0}, {0, 0, 7}}});
  const std::vector<std::string> names{"hip", "knee"};
  const std::string csv = table.make_csv(names), sets = table.make_sets_csv(names);
  std::vector<std::string> read_names;
  const auto read = LoadTable::read(csv, sets, read_names);
  REQUIRE(read);
  CHECK(read_names == names);
  CHECK(read->make_csv(names) == csv);
  CHECK(read->make_sets_csv(names) == sets);
  CHECK(!LoadTable::read("", sets, read_names));
  CHECK(!LoadTable::read(csv, "", read_names));
  CHECK(!LoadTable::read(csv.substr(0, csv.size() / 2), sets, read_names));
  CHECK(!LoadTable::read(csv, sets.substr(0, sets.size() / 2), read_names));
}
