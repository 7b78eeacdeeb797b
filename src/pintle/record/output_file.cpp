#include "pintle/record/output_file.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>

#include "pintle/base/error.h"

namespace pintle {
namespace {

constexpr std::size_t full_buffer = 1 << 18;            // [bytes]
constexpr std::chrono::milliseconds longest_wait{500};  // what a kill may cost

std::string reason(int code) {
  if (code == ENOSPC || code == EDQUOT) return "the disk is full";
  if (code == EFBIG) return "the file has reached the size that the system allows";
  return std::strerror(code);
}

/// Bytes written; errno tells why it is less than all.
std::size_t write_all(int fd, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) break;
    done += static_cast<std::size_t>(n);
  }
  return done;
}

}  // namespace

RecordFile::RecordFile(std::filesystem::path path, Begin begin)
    : path_(std::move(path)), flushed_(std::chrono::steady_clock::now()) {
  const bool anew = begin == Begin::empty;
  fd_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC | (anew ? O_CREAT | O_TRUNC : 0), 0644);
  if (fd_ < 0) fail(anew ? "cannot be created" : "cannot be continued", errno);
}

RecordFile::~RecordFile() {
  if (fd_ < 0) return;
  write_all(fd_, buffer_);
  ::close(fd_);
}

void RecordFile::end_record() {
  if (buffer_.size() >= full_buffer || std::chrono::steady_clock::now() - flushed_ >= longest_wait) flush();
}

void RecordFile::flush() {
  flushed_ = std::chrono::steady_clock::now();
  if (buffer_.empty() || fd_ < 0) return;
  const std::size_t done = write_all(fd_, buffer_);
  if (done == buffer_.size()) {
    written_ += static_cast<std::int64_t>(done);
    buffer_.clear();
    return;
  }
  const int code = errno;
  const std::size_t end = done == 0 ? std::string::npos : buffer_.rfind('\n', done - 1);
  if (end != std::string::npos) written_ += static_cast<std::int64_t>(end + 1);
  if (::ftruncate(fd_, written_) != 0) {}  // a torn last row is the worst that can happen
  buffer_.clear();
  fail("cannot be continued", code);
}

void RecordFile::archive(Archive& archive) {
  if (!archive.is_loading()) {
    flush();
    if (fd_ >= 0 && ::fsync(fd_) != 0) fail("cannot be continued", errno);
  }
  archive("file", written_);
  if (!archive.is_loading()) return;
  if (::lseek(fd_, 0, SEEK_END) < written_)
    throw Error(path_.string() + " is shorter than when the checkpoint was made; run the model again");
  if (::ftruncate(fd_, written_) != 0 || ::lseek(fd_, written_, SEEK_SET) < 0) fail("cannot be continued", errno);
}

void RecordFile::close() {
  if (fd_ < 0) return;
  flush();
  const int fd = fd_;
  fd_ = -1;
  if (::close(fd) != 0 && errno != EINTR) fail("cannot be completed", errno);
}

void RecordFile::fail(const char* what_failed, int code) {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
  throw WriteError(fmt::format("{} {}: {}", path_.string(), what_failed, reason(code)));
}

void write_whole(const std::filesystem::path& path, std::string_view text, bool for_good) {
  const std::filesystem::path beside = path.string() + ".part";
  const auto fail = [&](int code) {
    ::unlink(beside.c_str());
    throw WriteError(fmt::format("{} cannot be written: {}", path.string(), reason(code)));
  };
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) fail(errno);
  const bool complete = write_all(fd, text) == text.size() && (!for_good || ::fsync(fd) == 0);
  const int code = errno;
  const bool closed = ::close(fd) == 0;
  if (!complete) fail(code);
  if (!closed) fail(errno);
  if (::rename(beside.c_str(), path.c_str()) != 0) fail(errno);
}

void append_number(std::string& out, double x) {
  if (std::isnan(x)) {
    out += "nan";
    return;
  }
  fmt::format_to(std::back_inserter(out), "{}", x);
}

}  // namespace pintle
