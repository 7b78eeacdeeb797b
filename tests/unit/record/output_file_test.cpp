#include "pintle/record/output_file.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "temp_folder.h"

using namespace pintle;

TEST_CASE("record file: all that was flushed is there while the file is still open") {
  TempFolder folder;
  RecordFile file(folder.path / "rows");
  file.buffer() += "a,b\n";
  file.end_record();
  file.flush();
  CHECK(read_text(folder.path / "rows") == "a,b\n");
  file.buffer() += "1,2\n";
  file.close();
  CHECK(read_text(folder.path / "rows") == "a,b\n1,2\n");
}

TEST_CASE("record file: a full disk is one sentence that names the file, and later calls are harmless") {
  RecordFile file("/dev/full");
  file.buffer() += "row\n";
  std::string sentence;
  try {
    file.flush();
  } catch (const WriteError& problem) {
    sentence = problem.what();
  }
  CHECK(sentence == "/dev/full cannot be continued: the disk is full");
  file.buffer() += "row\n";
  CHECK_NOTHROW(file.flush());
  CHECK_NOTHROW(file.close());
}

TEST_CASE("record file: a folder that does not exist is told at once") {
  TempFolder folder;
  CHECK_THROWS_AS(RecordFile(folder.path / "none" / "rows"), WriteError);
}

TEST_CASE("whole file: it replaces the old one and leaves nothing beside it; a failure leaves the old one") {
  TempFolder folder;
  write_whole(folder.path / "summary.json", "one");
  write_whole(folder.path / "summary.json", "two");
  CHECK(read_text(folder.path / "summary.json") == "two");
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
  std::filesystem::create_directory(folder.path / "taken");
  write_text(folder.path / "taken" / "x", "x");
  CHECK_THROWS_AS(write_whole(folder.path / "taken", "text"), WriteError);  // a folder cannot be replaced by a file
  CHECK(std::filesystem::exists(folder.path / "taken" / "x"));
  CHECK(!std::filesystem::exists(folder.path / "taken.part"));
}

TEST_CASE("numbers come back to the bit") {
  for (double x : {0.1, 1.0 / 3, -1e-300, 6.02214076e23, 2.3e-308, 0.0, 123456789.123456789, std::nextafter(1.0, 2.0)}) {
    std::string text;
    append_number(text, x);
    CHECK(std::stod(text) == x);
    CHECK(text.size() <= 24);
  }
  std::string text;
  append_number(text, std::numeric_limits<double>::quiet_NaN());
  append_number(text, -std::numeric_limits<double>::quiet_NaN());
  CHECK(text == "nannan");
}
