#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "pintle/base/archive.h"

/// Files that are never half. A file of records (rows, lines) grows by whole records only, in one system call each
/// time, so that whoever kills the program finds rows that can be read; a file that is written at once appears under
/// its name when it is complete.
namespace pintle {

/// The disk said no. One sentence: which file, why, what is left of it.
class WriteError : public std::exception {
 public:
  explicit WriteError(std::string sentence) : sentence_(std::move(sentence)) {}
  const char* what() const noexcept override { return sentence_.c_str(); }

 private:
  std::string sentence_;
};

/// A file of records. Everything up to the last flush is on disk; a flush happens by itself when the buffer is full
/// or half a second old.
class RecordFile {
 public:
  /// Creates or empties the file, or takes it as it is, to be continued. Throws WriteError.
  enum class Begin { empty, as_it_is };
  explicit RecordFile(std::filesystem::path path, Begin begin = Begin::empty);
  ~RecordFile();
  RecordFile(const RecordFile&) = delete;
  RecordFile& operator=(const RecordFile&) = delete;

  /// The buffer, to append to; a record is complete when end_record() is called.
  std::string& buffer() { return buffer_; }
  /// Throws WriteError, after it has cut a torn record off the file.
  void end_record();
  void flush();
  /// How long the file is, in records that have reached the disk for good: a checkpoint counts on them.
  void archive(Archive& archive);
  /// Flushes and closes; throws WriteError if the system tells only now.
  void close();

 private:
  [[noreturn]] void fail(const char* what_failed, int code);

  std::filesystem::path path_;
  std::string buffer_;
  std::chrono::steady_clock::time_point flushed_;
  std::int64_t written_ = 0;  // bytes of whole records
  int fd_ = -1;
};

/// Writes `text` under another name beside `path`, then renames it. Throws WriteError; `path` is then as it was. `for_good`: only
/// when the disk has it, so that a machine that stops finds the old file or the new one.
void write_whole(const std::filesystem::path& path, std::string_view text, bool for_good = false);

/// x with as many digits as bring the same double back, at most 17; "nan", "inf", "-inf" if it is none.
void append_number(std::string& out, double x);

}  // namespace pintle
