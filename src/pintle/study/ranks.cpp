#define OMPI_SKIP_MPICXX 1
#include "pintle/study/ranks.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "pintle/study/case_runner.h"

namespace pintle {
namespace {

/// Numbers of cases go out, 0 for no more; rows come back, an empty one from a rank that was stopped.
enum Tag { number_tag = 1, row_tag = 2 };
constexpr int enough_misses = 16;  // one look that finds nothing may be the one that fetches what the next finds
/// Cases that a rank has waiting, so that it does not wait itself: it gets more where all of them are done from one look to the next,
/// and fewer where most are not, so that nobody sits on the last of a study.
constexpr int least_ahead = 4, most_ahead = 512;
int adapt(int ahead, int in_flight) {
  if (in_flight == 0) return std::min(2 * ahead, most_ahead);
  return in_flight > ahead / 2 ? std::max(ahead / 2, least_ahead) : ahead;
}

template <class A>
void put(std::string& to, const A& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class A>
void get(const char*& from, A& value) {
  std::memcpy(&value, from, sizeof value);
  from += sizeof value;
}

std::string pack(const CaseRow& row) {
  std::string bytes;
  put(bytes, row.number), put(bytes, row.cell), put(bytes, row.status), put(bytes, row.time), put(bytes, row.evaluations);
  for (const auto* list : {&row.inputs, &row.measures}) {
    put(bytes, list->size());
    for (const double x : *list) put(bytes, x);
  }
  return bytes + row.message;
}

CaseRow unpack(const std::string& bytes) {
  CaseRow row;
  const char* from = bytes.data();
  get(from, row.number), get(from, row.cell), get(from, row.status), get(from, row.time), get(from, row.evaluations);
  for (auto* list : {&row.inputs, &row.measures}) {
    std::size_t size = 0;
    get(from, size);
    list->resize(size);
    for (double& x : *list) get(from, x);
  }
  row.message.assign(from, bytes.data() + bytes.size());
  return row;
}

void send_number(std::uint64_t number, int rank) { MPI_Send(&number, 1, MPI_UINT64_T, rank, number_tag, MPI_COMM_WORLD); }

}  // namespace

Ranks::Ranks() {
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  remotes_.resize(static_cast<std::size_t>(ranks_ - 1));
}

Ranks::~Ranks() { MPI_Finalize(); }

void Ranks::abandon(int code) const {
  MPI_Abort(MPI_COMM_WORLD, code);
  std::exit(code);
}

int Ranks::serve(const std::function<std::uint64_t()>& take, const std::function<void(CaseRow)>& give) {
  for (int misses = 0; misses < enough_misses;) {
    MPI_Status status;
    int here = 0;
    MPI_Iprobe(MPI_ANY_SOURCE, row_tag, MPI_COMM_WORLD, &here, &status);
    if (here == 0) {
      ++misses;
      continue;
    }
    misses = 0;
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, row_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    --remotes_[static_cast<std::size_t>(status.MPI_SOURCE - 1)].in_flight;
    if (!bytes.empty()) give(unpack(bytes));
  }
  int left = 0;
  for (std::size_t r = 0; r < remotes_.size(); ++r) {
    Remote& remote = remotes_[r];
    remote.ahead = remote.ahead == 0 ? least_ahead : adapt(remote.ahead, remote.in_flight);
    while (!remote.is_told && remote.in_flight < remote.ahead) {
      const std::uint64_t number = take();
      send_number(number, static_cast<int>(r) + 1);
      remote.is_told = number == 0;
      remote.in_flight += number != 0;
    }
    if (!remote.is_told || remote.in_flight > 0 || remote.has_left) continue;
    remote.has_left = true;
    ++left;
  }
  return left;
}

/// One that is stopped answers what it was given with nothing.
void Ranks::work(const StudyPlan& plan, const std::function<bool()>& wants_stop) const {
  CaseRunner runner(plan, wants_stop);
  CaseRow row;
  for (;;) {
    std::uint64_t number = 0;
    MPI_Recv(&number, 1, MPI_UINT64_T, 0, number_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (number == 0) return;
    const bool is_run = !(wants_stop && wants_stop()) && runner.run(number, row);
    const std::string bytes = is_run ? pack(row) : "";
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, 0, row_tag, MPI_COMM_WORLD);
  }
}

}  // namespace pintle
