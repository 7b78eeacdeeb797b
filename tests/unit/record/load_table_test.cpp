#include "pintle/record/load_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace pintle;

namespace {

/// Every component of a joint at its peak in one instant.
void put(LoadTable& table, int joint, double time, const Wrench<double>& load) {
  const LoadSet set = calc_load_set(load);
  for (int c = 0; c < static_cast<int>(load_components.size()); ++c) {
    table.peak(joint, c) = {set[static_cast<std::size_t>(c)], time, set, LoadSource::reaction};
    table.set_rms(joint, c, std::abs(set[static_cast<std::size_t>(c)]));
  }
}

}  // namespace

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

TEST_CASE("load table: the files have a row per joint and component, then one per row of a constraint, force and contact") {
  LoadTable table(2);
  put(table, 0, 0, {{0, 0, 0}, {1, 0, 0}});
  put(table, 1, 0, {{0, 0, 0.1}, {0, 0, 0}});
  table.add({"rod", "reaction", "N", -3, 0.5, 2, false, "reaction"});
  const std::vector<std::string> names{"hip", "knee"};
  const std::string csv = table.make_csv(names), sets = table.make_sets_csv(names);
  CHECK(csv.starts_with(
      "joint,component,peak,time,rms,unique,unit,source\nhip,fx,1,0,1,true,N,reaction\nhip,fy,0,0,0,true,N,reaction\n"));
  CHECK(csv.find("knee,torsion,0.1,0,0.1,true,N*m,reaction\n") != std::string::npos);
  CHECK(csv.ends_with("rod,reaction,-3,0.5,2,false,N,reaction\n"));
  CHECK(sets.starts_with("joint,component,time [s],fx [N],fy [N],fz [N],mx [N*m],my [N*m],mz [N*m],force [N],moment [N*m],"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 26);
  CHECK(std::count(sets.begin(), sets.end(), '\n') == 25);
}

TEST_CASE("load table: its two files give it back, and what is no such file is none") {
  LoadTable table(2);
  put(table, 0, 1, {{0, 0, 1}, {3, 4, 0}});
  put(table, 1, 2, {{1, 0, 0}, {0, 0, 7}});
  table.peak(1, load_torsion).source = LoadSource::held;
  table.mark_shared(1, 4);
  table.add({"knife", "reaction.slip", "N", -3, 0.5, 2, true, "reaction"});
  table.add({"spring", "force", "N", 9, 0.25, 4, true, "force"});
  const std::vector<std::string> names{"hip", "knee"};
  const std::string csv = table.make_csv(names), sets = table.make_sets_csv(names);
  std::vector<std::string> read_names;
  const auto read = LoadTable::read(csv, sets, read_names);
  REQUIRE(read);
  CHECK(read_names == names);
  CHECK(read->make_csv(names) == csv);
  CHECK(read->make_sets_csv(names) == sets);
  CHECK(read->others().size() == 2);
  CHECK(!LoadTable::read("", sets, read_names));
  CHECK(!LoadTable::read(csv, "", read_names));
  CHECK(!LoadTable::read(csv.substr(0, csv.size() / 2), sets, read_names));
  CHECK(!LoadTable::read(csv, sets.substr(0, sets.size() / 2), read_names));
}

TEST_CASE("load table: constraints, forces and contacts have the set of what acts together at each of their peaks") {
  LoadTable table(1);
  put(table, 0, 1, {{0, 0, 1}, {3, 4, 0}});
  table.add({"weld", "reaction.x", "N", -3, 0.5, 2, true, "reaction", {-3, 0.1}});
  table.add({"weld", "reaction.rz", "N*m", 7, 0.75, 2, true, "reaction", {2, 7}});
  table.add({"spring", "force", "N", 9, 0.25, 4, true, "force", {9}});
  const std::vector<std::string> names{"hip"};
  const std::string csv = table.make_csv(names), sets = table.make_sets_csv(names);
  CHECK(sets.find(",bending [N*m],reaction.x [N],reaction.rz [N*m]\n") != std::string::npos);
  CHECK(sets.find("\nweld,reaction.x,0.5,,,,,,,,,,,,,-3,0.1\n") != std::string::npos);
  CHECK(sets.find("\nweld,reaction.rz,0.75,,,,,,,,,,,,,2,7\n") != std::string::npos);
  CHECK(sets.find("\nspring,force,0.25,,,,,,,9,,,,,,,\n") != std::string::npos);  // in the column that joints have too
  std::vector<std::string> read_names;
  const auto read = LoadTable::read(csv, sets, read_names);
  REQUIRE(read);
  CHECK(read->make_csv(names) == csv);
  CHECK(read->make_sets_csv(names) == sets);
  CHECK(read->others()[1].set == std::vector<double>{2, 7});
  CHECK(!LoadTable::read(csv, sets + "nobody,force,0.25,,,,,,,9,,,,,,,\n", read_names));
}

TEST_CASE("load table: files of an earlier version, with six columns, are read too") {
  LoadTable table(1);
  put(table, 0, 1, {{0, 0, 1}, {3, 4, 0}});
  const std::vector<std::string> names{"hip"};
  std::string csv = "joint,component,peak,time,rms,unique\n";
  for (int c = 0; c < static_cast<int>(load_components.size()); ++c) {
    csv += "hip,";
    csv += load_components[static_cast<std::size_t>(c)];
    csv += ",1,2,3,true\n";
  }
  std::vector<std::string> read_names;
  const auto read = LoadTable::read(csv, table.make_sets_csv(names), read_names);
  REQUIRE(read);
  CHECK(read->peak(0, load_force).time == 2);
  CHECK(read->peak(0, load_force).source == LoadSource::unknown);
}
