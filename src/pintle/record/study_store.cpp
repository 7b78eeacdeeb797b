#include "pintle/record/study_store.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "pintle/base/error.h"
#include "pintle/record/output_file.h"

namespace pintle {
namespace {

constexpr int format_number = 1;
constexpr int fixed_columns = 6;
constexpr std::string_view fixed = R"("case", "case.cell", "case.status", "case.time", "case.evaluations", "case.message")";

std::string sql_name(const std::string& name) {
  std::string out = "\"";
  for (const char c : name) out += c == '"' ? std::string("\"\"") : std::string{c};
  return out + "\"";
}

/// Names of columns as SQL has them, inputs before measures. SQL takes k and K for one, a model does not: the later of two has a
/// number behind it, "K:2".
std::vector<std::string> make_sql_names(const StudyStore::About& about) {
  std::vector<std::string> names;
  std::map<std::string, int> seen;
  for (const auto* list : {&about.inputs, &about.measures})
    for (const StudyColumn& column : *list) {
      std::string small = column.name;
      for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
      const int count = ++seen[small];
      names.push_back(sql_name(count > 1 ? fmt::format("{}:{}", column.name, count) : column.name));
    }
  return names;
}

/// One process has it at a time. One that was killed a moment ago may still be on its way out: a second is given to it.
bool find_lock(int fd) {
  constexpr int looks = 50;
  constexpr timespec between{0, 20'000'000};
  for (int k = 0; ::flock(fd, LOCK_EX | LOCK_NB) != 0; ++k) {
    if (k == looks) return false;
    ::nanosleep(&between, nullptr);
  }
  return true;
}

Status status_of(std::string_view name) {
  for (const Status one : {Status::completed, Status::stopped, Status::interrupted})
    if (name_of(one) == name) return one;
  return Status::failed;
}

}  // namespace

/// An SQL statement, prepared once.
class SqlStatement {
 public:
  SqlStatement(sqlite3* db, const std::string& sql) : db_(db) {
    if (sqlite3_prepare_v2(db, sql.c_str(), -1, &statement_, nullptr) != SQLITE_OK) throw Error(sqlite3_errmsg(db));
  }
  ~SqlStatement() { sqlite3_finalize(statement_); }
  SqlStatement(const SqlStatement&) = delete;
  SqlStatement& operator=(const SqlStatement&) = delete;

  void bind(int place, double x) { sqlite3_bind_double(statement_, place, x); }  // NaN becomes NULL
  void bind(int place, std::int64_t x) { sqlite3_bind_int64(statement_, place, x); }
  /// A text that stays until step() has been called; a copy of it would take memory for each of many cases.
  void bind(int place, std::string_view text) {
    sqlite3_bind_text(statement_, place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
  }
  /// True: there is a row.
  bool step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    const std::string why = code == SQLITE_DONE ? "" : sqlite3_errmsg(db_);
    sqlite3_reset(statement_);
    if (code != SQLITE_DONE) throw Error(why);
    return false;
  }
  double number(int place) const {
    return sqlite3_column_type(statement_, place) == SQLITE_NULL ? std::numeric_limits<double>::quiet_NaN()
                                                                 : sqlite3_column_double(statement_, place);
  }
  std::int64_t whole(int place) const { return sqlite3_column_int64(statement_, place); }
  std::string_view text(int place) const {
    const unsigned char* text = sqlite3_column_text(statement_, place);
    return text ? std::string_view(reinterpret_cast<const char*>(text), sqlite3_column_bytes(statement_, place)) : "";
  }

 private:
  sqlite3* db_;
  sqlite3_stmt* statement_ = nullptr;
};

struct StudyStore::Work {
  std::filesystem::path file;
  About about;
  sqlite3* db = nullptr;
  int lock = -1;
  std::unique_ptr<SqlStatement> insert{};

  explicit Work(std::filesystem::path path) : file(std::move(path)) {}
  ~Work() {
    insert.reset();
    sqlite3_close(db);
    if (lock >= 0) ::close(lock);
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  /// One thread has it: no locks inside.
  void connect(int flags) {
    if (sqlite3_open_v2(file.c_str(), &db, flags | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) throw Error(sqlite3_errmsg(db));
    sqlite3_busy_timeout(db, 10'000);
  }
  void run(const std::string& sql) {
    if (sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) throw Error(sqlite3_errmsg(db));
  }
  /// Not SQLite's own locks: those let others read and write in turn, and here one process writes for hours.
  void take_lock() {
    lock = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (lock >= 0 && !find_lock(lock))
      throw Error(file.string(), "another process is writing into it; wait for its end, or give another --out");
  }
  void be_quick_and_safe() {
    run("PRAGMA journal_mode=WAL");
    run("PRAGMA synchronous=NORMAL");
  }
  /// All or nothing.
  template <class Do>
  void transact(Do&& act) {
    try {
      run("BEGIN IMMEDIATE");
      act();
      run("COMMIT");
    } catch (const Error& why) {
      sqlite3_exec(db, "ROLLBACK", nullptr, nullptr, nullptr);
      throw WriteError(fmt::format("{}: {}; what was there before is safe: make room or put it right, then start again to go on",
                                   file.string(), why.what()));
    }
  }
  void make_tables();
  void read_about();
  void prepare();
  std::string columns() const {
    std::string all(fixed);
    for (const std::string& name : make_sql_names(about)) all += ", " + name;
    return all;
  }
  void read(const SqlStatement& from, CaseRow& row) const;
};

void StudyStore::Work::make_tables() {
  run("CREATE TABLE about (what TEXT PRIMARY KEY, text TEXT)");
  run("CREATE TABLE cells (cell INTEGER PRIMARY KEY, name TEXT, model TEXT)");
  run("CREATE TABLE columns (place INTEGER PRIMARY KEY, kind TEXT, name TEXT, unit TEXT, is_logic INTEGER)");
  std::string table =
      R"(CREATE TABLE cases ("case" INTEGER PRIMARY KEY, "case.cell" INTEGER, "case.status" TEXT, "case.time" REAL, )"
      R"("case.evaluations" INTEGER, "case.message" TEXT)";
  SqlStatement add(db, "INSERT INTO columns (kind, name, unit, is_logic) VALUES (?, ?, ?, ?)");
  for (const std::string& name : make_sql_names(about)) table += ", " + name + " REAL";
  for (const auto& [kind, list] : {std::pair{"input", &about.inputs}, std::pair{"measure", &about.measures}})
    for (const StudyColumn& column : *list) {
      add.bind(1, std::string_view(kind)), add.bind(2, column.name), add.bind(3, column.unit);
      add.bind(4, std::int64_t{column.is_logic});
      add.step();
    }
  run(table + ")");
  SqlStatement text(db, "INSERT INTO about (what, text) VALUES (?, ?)");
  for (const auto& [what, value] : about.texts) text.bind(1, what), text.bind(2, value), text.step();
  SqlStatement cell(db, "INSERT INTO cells (cell, name, model) VALUES (?, ?, ?)");
  for (std::size_t k = 0; k < about.cells.size(); ++k) {
    cell.bind(1, static_cast<std::int64_t>(k)), cell.bind(2, about.cells[k].name), cell.bind(3, about.cells[k].model);
    cell.step();
  }
  run(fmt::format("PRAGMA user_version={}", format_number));
}

void StudyStore::Work::read_about() {
  SqlStatement version(db, "PRAGMA user_version");
  if (!version.step() || version.whole(0) != format_number) throw Error("is no store of this version's studies");
  SqlStatement text(db, "SELECT what, text FROM about");
  while (text.step()) about.texts.emplace(text.text(0), text.text(1));
  SqlStatement cell(db, "SELECT name, model FROM cells ORDER BY cell");
  while (cell.step()) about.cells.push_back({std::string(cell.text(0)), std::string(cell.text(1))});
  SqlStatement column(db, "SELECT kind, name, unit, is_logic FROM columns ORDER BY place");
  while (column.step())
    (column.text(0) == "input" ? about.inputs : about.measures)
        .push_back({std::string(column.text(1)), std::string(column.text(2)), column.whole(3) != 0});
}

void StudyStore::Work::prepare() {
  std::string places = "?";
  for (std::size_t k = 1; k < fixed_columns + about.inputs.size() + about.measures.size(); ++k) places += ", ?";
  insert = std::make_unique<SqlStatement>(db, fmt::format("INSERT OR REPLACE INTO cases ({}) VALUES ({})", columns(), places));
}

void StudyStore::Work::read(const SqlStatement& from, CaseRow& row) const {
  row.number = static_cast<std::uint64_t>(from.whole(0));
  row.cell = static_cast<int>(from.whole(1));
  row.status = status_of(from.text(2));
  row.time = from.number(3);
  row.evaluations = static_cast<long>(from.whole(4));
  row.message = from.text(5);
  int place = fixed_columns;
  row.inputs.resize(about.inputs.size());
  row.measures.resize(about.measures.size());
  for (double& x : row.inputs) x = from.number(place++);
  for (double& x : row.measures) x = from.number(place++);
}

namespace {

/// The file under its other name, empty, as long as one process makes a store of it.
class Building {
 public:
  Building(std::filesystem::path half, const std::filesystem::path& file) : half_(std::move(half)) {
    fd_ = ::open(half_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (fd_ < 0) throw WriteError(fmt::format("{}: cannot be written: {}", file.string(), std::strerror(errno)));
    if (!find_lock(fd_) || (!is_ours() && !std::filesystem::exists(file))) {
      ::close(fd_);
      throw Error(file.string(), "another process is making it at this moment; wait for its end, or give another --out");
    }
    std::error_code ignored;
    if (!is_ours()) return;
    std::filesystem::remove(half_.string() + "-journal", ignored);  // of one that was killed
    if (::ftruncate(fd_, 0) != 0) return;                           // SQLite says what is wrong with it
  }
  ~Building() { ::close(fd_); }
  Building(const Building&) = delete;
  Building& operator=(const Building&) = delete;

  /// False: it has got its name in the meantime.
  bool is_ours() const {
    struct stat here, there;
    return ::fstat(fd_, &here) == 0 && ::stat(half_.c_str(), &there) == 0 && here.st_ino == there.st_ino &&
           here.st_dev == there.st_dev;
  }

 private:
  std::filesystem::path half_;
  int fd_ = -1;
};

}  // namespace

StudyStore::StudyStore(std::unique_ptr<Work> work) : work_(std::move(work)) {}
StudyStore::StudyStore(StudyStore&&) noexcept = default;
StudyStore::~StudyStore() = default;

/// Made under another name, by one process at a time: a store is never half. Who had to wait for the name finds the store there.
StudyStore StudyStore::create(const std::filesystem::path& file, const About& about) {
  std::filesystem::path half = file;
  half += ".new";
  std::error_code problem, ignored;
  {
    const Building building(half, file);
    if (std::filesystem::exists(file)) {
      if (building.is_ours()) std::filesystem::remove(half, ignored);
      throw StoreExists(fmt::format("{}: the file exists", file.string()));
    }
    try {
      Work work(half);
      work.about = about;
      work.connect(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
      work.run("BEGIN");
      work.make_tables();
      work.run("COMMIT");
    } catch (const Error& why) {
      std::filesystem::remove(half, ignored);
      throw WriteError(fmt::format("{}: cannot be written: {}", file.string(), why.what()));
    }
    std::filesystem::rename(half, file, problem);
  }
  if (problem) throw WriteError(fmt::format("{}: cannot be written: {}", file.string(), problem.message()));
  try {
    return open(file, Mode::write);
  } catch (const Error& why) {  // it is good, and there is no room for what writing takes beside it
    throw WriteError(why.what());
  }
}

StudyStore StudyStore::open(const std::filesystem::path& file, Mode mode) {
  auto work = std::make_unique<Work>(file);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) throw Error(file.string(), "there is no such store of a study");
  const bool writes = mode == Mode::write;
  if (writes) work->take_lock();
  try {
    work->connect(SQLITE_OPEN_READWRITE);  // falls back to reading by itself; what a killed program left is put right
    if (!writes) work->run("PRAGMA query_only=1");
    work->read_about();  // before anything is written: it may be somebody else's file
    if (writes) work->be_quick_and_safe();
    if (writes) work->prepare();
  } catch (const Error& why) {
    throw Error(file.string(), fmt::format("cannot be read as the store of a study: {}", why.what()));
  }
  return StudyStore(std::move(work));
}

const std::filesystem::path& StudyStore::file() const { return work_->file; }
const StudyStore::About& StudyStore::about() const { return work_->about; }

void StudyStore::add(std::span<const CaseRow> rows) {
  Work& work = *work_;
  work.transact([&] {
    SqlStatement& to = *work.insert;
    for (const CaseRow& row : rows) {
      to.bind(1, static_cast<std::int64_t>(row.number)), to.bind(2, std::int64_t{row.cell});
      to.bind(3, name_of(row.status)), to.bind(4, row.time), to.bind(5, static_cast<std::int64_t>(row.evaluations));
      to.bind(6, row.message);
      int place = fixed_columns + 1;
      for (const double x : row.inputs) to.bind(place++, x);
      for (const double x : row.measures) to.bind(place++, x);
      to.step();
    }
  });
}

void StudyStore::remove_from(int cell, std::uint64_t number) {
  work_->transact([&] { work_->run(fmt::format(R"(DELETE FROM cases WHERE "case.cell" = {} AND "case" >= {})", cell, number)); });
}

void StudyStore::set_text(const std::string& what, const std::string& text) {
  work_->transact([&] {
    SqlStatement to(work_->db, "INSERT OR REPLACE INTO about (what, text) VALUES (?, ?)");
    to.bind(1, what), to.bind(2, text), to.step();
  });
  work_->about.texts[what] = text;
}

std::uint64_t StudyStore::count() const {
  SqlStatement from(work_->db, "SELECT count(*) FROM cases");
  return from.step() ? static_cast<std::uint64_t>(from.whole(0)) : 0;
}

std::uint64_t StudyStore::count_failed() const {
  SqlStatement from(work_->db, R"(SELECT count(*) FROM cases WHERE "case.status" = 'failed')");
  return from.step() ? static_cast<std::uint64_t>(from.whole(0)) : 0;
}

void StudyStore::for_each(const std::function<void(const CaseRow&)>& see) const {
  SqlStatement from(work_->db, fmt::format(R"(SELECT {} FROM cases ORDER BY "case")", work_->columns()));
  CaseRow row;
  while (from.step()) {
    work_->read(from, row);
    see(row);
  }
}

bool StudyStore::find(std::uint64_t number, CaseRow& row) const {
  SqlStatement from(work_->db, fmt::format(R"(SELECT {} FROM cases WHERE "case" = ?)", work_->columns()));
  from.bind(1, static_cast<std::int64_t>(number));
  if (!from.step()) return false;
  work_->read(from, row);
  return true;
}

}  // namespace pintle
