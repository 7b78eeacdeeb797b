#include "pintle/record/checkpoint.h"

#include <doctest/doctest.h>

#include "pintle/base/error.h"
#include "pintle/record/output_file.h"
#include "temp_folder.h"

using namespace pintle;

namespace {

const Checkpoint sample{"pintle 1", "bodies:\n  arm: {mass: 1}\n", 0.5, 2, std::string("\0memory\n", 8)};

std::string sentence_of(const std::filesystem::path& file) {
  try {
    read_checkpoint(file);
    return "";
  } catch (const Error& mistake) {
    return mistake.what();
  }
}

}  // namespace

TEST_CASE("checkpoint: read as it was written, and nothing is left beside it") {
  const TempFolder folder;
  write_checkpoint(folder.path / "checkpoint", sample);
  const Checkpoint read = read_checkpoint(folder.path / "checkpoint");
  CHECK(read.program == sample.program);
  CHECK(read.model == sample.model);
  CHECK(read.t == sample.t);
  CHECK(read.until == sample.until);
  CHECK(read.memory == sample.memory);
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path), {}) == 1);
}

TEST_CASE("checkpoint: one that is cut off anywhere, or has a wrong byte, is called damaged in one sentence") {
  const TempFolder folder;
  const std::filesystem::path file = folder.path / "checkpoint";
  write_checkpoint(file, sample);
  const std::string whole = read_text(file);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    write_text(file, whole.substr(0, i));
    CHECK(sentence_of(file).find("damaged") != std::string::npos);
    std::string wrong = whole;
    wrong[i] = static_cast<char>(wrong[i] ^ 4);
    write_text(file, wrong);
    CHECK(sentence_of(file).find("damaged") != std::string::npos);
  }
  CHECK(sentence_of(folder.path / "none").find("there is no checkpoint") != std::string::npos);
}

TEST_CASE("checkpoint: differences of models are told by their paths") {
  const std::string saved = "bodies:\n  arm: {mass: 1}\n  leg: {mass: 2}\nrun:\n  rtol: 1e-8\n";
  const std::string now = "bodies:\n  arm: {mass: 3}\n  leg: {mass: 2}\nrun:\n  rtol: 1e-8\n  dt: 1\n";
  CHECK(find_differences(saved, now) ==
        "\n  bodies.arm.mass: 1 in the checkpoint, 3 now\n  run.dt: nothing in the checkpoint, 1 now");
  CHECK(find_differences(now, saved) ==
        "\n  bodies.arm.mass: 3 in the checkpoint, 1 now\n  run.dt: 1 in the checkpoint, nothing now");
  CHECK(find_differences(saved, saved).empty());
}

TEST_CASE("checkpoint: of a long line only the member that differs is told, of a long value where it parts") {
  const std::string run =
      "until: 4000.0, record: [\"a, {b\", \"c: \\\"d\"], set: {\"p.q: r\": {of: 1, by: [1, 2]}}, formulation: ";
  CHECK(find_differences("run: {" + run + "auto}\n", "run: {" + run + "newton-euler}\n") ==
        "\n  run.formulation: auto in the checkpoint, newton-euler now");
  CHECK(find_differences("a: {b: {c: 1, d: {}}}\n", "a: {b: {c: 1, d: {e: \"}\"}, f: [1]}}\n") ==
        "\n  a.b.d: {} in the checkpoint, nothing now\n  a.b.d.e: nothing in the checkpoint, \"}\" now"
        "\n  a.b.f: nothing in the checkpoint, [1] now");
  CHECK(find_differences("a: {\"b.c\": 1}\n", "a: {\"b.c\": 2}\n") == "\n  a.\"b.c\": 1 in the checkpoint, 2 now");
  std::string list = "[";
  for (int i = 0; i < 100; ++i) list += "10.25, ";
  CHECK(find_differences("table: " + list + "7.5]\n", "table: " + list + "8.5, " + list + "]]\n") ==
        "\n  table: …0.25, 10.25, 10.25, 7.5] in the checkpoint, …0.25, 10.25, 10.25, 8.5, [10.25, 10.25, 10.25, 10.25, 10.25,… "
        "now");
  std::string umlauts;  // of two bytes each: none is cut in half
  for (int i = 0; i < 100; ++i) umlauts += "ä";
  for (const char* const shift : {"", "x"}) {
    const std::string text =
        find_differences("name: " + (shift + umlauts) + "1\n", "name: " + (shift + umlauts) + "2" + umlauts + "\n");
    CHECK(text.find("ä1 in the checkpoint, …ä") != text.npos);
    CHECK(text.ends_with("ä… now"));
  }
}

TEST_CASE("record file: continued where a checkpoint left it, whatever was written after that") {
  const TempFolder folder;
  const std::filesystem::path path = folder.path / "rows";
  Archive saved;
  {
    RecordFile file(path);
    file.buffer() += "one\n";
    file.archive(saved);
    file.buffer() += "two\n";
    file.close();
  }
  RecordFile file(path, RecordFile::Begin::as_it_is);
  Archive loaded(saved.bytes());
  file.archive(loaded);
  file.buffer() += "three\n";
  file.close();
  CHECK(read_text(path) == "one\nthree\n");
  write_text(path, "on");
  RecordFile shorter(path, RecordFile::Begin::as_it_is);
  Archive again(saved.bytes());
  CHECK_THROWS_AS(shorter.archive(again), Error);
}
