#include "pintle/record/observer.h"

namespace pintle {

std::string_view name_of(Status status) {
  switch (status) {
    case Status::completed: return "completed";
    case Status::stopped: return "stopped";
    case Status::failed: return "failed";
    case Status::interrupted: return "interrupted";
  }
  return "failed";
}

}  // namespace pintle
