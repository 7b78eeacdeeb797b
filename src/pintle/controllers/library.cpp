#include "pintle/controllers/library.h"

#include <dlfcn.h>
#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <utility>

#include "pintle/base/error.h"
#include "pintle/controllers/controller.h"

namespace pintle {

template <class Function>
bool ControllerLibrary::find(const char* name, Function& function) const {
  function = reinterpret_cast<Function>(dlsym(opened_, name));
  return function != nullptr;
}

std::shared_ptr<const ControllerLibrary> ControllerLibrary::open(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored))
    throw Error(
        fmt::format("there is no file {}; build the library, or mend its path, which begins at the model's folder", file));
  std::shared_ptr<ControllerLibrary> library(new ControllerLibrary(file));
  library->opened_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library->opened_) {
    const char* const why = dlerror();
    throw Error(fmt::format("{} cannot be opened as a shared library ({}); build it with cc -shared -fPIC", file,
                            why ? why : "for no reason that the system would tell"));
  }
  library->bind_functions();
  return library;
}

void ControllerLibrary::bind_functions() {
  const auto need = [&](const char* name, auto& function) {
    if (!find(name, function))
      throw Error(fmt::format("{} has no function {}; the header controllers/controller.h tells what it must have", file_, name));
  };
  int (*version)() = nullptr;
  need("pintle_controller_version", version);
  if (const int its = version(); its != PINTLE_CONTROLLER_VERSION)
    throw Error(
        fmt::format("{} was written for version {} of controllers/controller.h, and this program has version {}; build "
                    "it anew with the header of this program",
                    file_, its, PINTLE_CONTROLLER_VERSION));
  need("pintle_controller_create", create);
  need("pintle_controller_step", step);
  need("pintle_controller_destroy", destroy);
  find("pintle_controller_message", message);
  const bool saves = find("pintle_controller_save", save), loads = find("pintle_controller_load", load);
  if (saves != loads)
    throw Error(fmt::format("{} has pintle_controller_{} without pintle_controller_{}; give both, or none", file_,
                            saves ? "save" : "load", saves ? "load" : "save"));
}

ControllerLibrary::~ControllerLibrary() {
  if (opened_) dlclose(opened_);
}

ForeignController::ForeignController(std::shared_ptr<const ControllerLibrary> library, const ControllerSetup& setup)
    : library_(std::move(library)), where_("controllers." + setup.name), outputs_(setup.outputs) {
  std::vector<const char*> inputs, outputs;
  for (const std::string& name : setup.inputs) inputs.push_back(name.c_str());
  for (const std::string& name : setup.outputs) outputs.push_back(name.c_str());
  const pintle_controller_setup told{setup.name.c_str(), setup.every,   inputs.size(),
                                     outputs.size(),     inputs.data(), outputs.data()};
  if (const int code = library_->create(&told, &handle_)) {
    handle_ = nullptr;
    fail("cannot be made", code);
  }
}

ForeignController::ForeignController(ForeignController&& other) noexcept
    : library_(std::move(other.library_)),
      where_(std::move(other.where_)),
      outputs_(std::move(other.outputs_)),
      handle_(std::exchange(other.handle_, nullptr)) {}

ForeignController::~ForeignController() {
  if (library_) library_->destroy(handle_);
}

void ForeignController::fail(const std::string& what, int code) const {
  const char* const words = library_->message ? library_->message(handle_, code) : nullptr;
  throw Error(fmt::format("{}: the controller of {} {}: {}; {}", where_, library_->file(), what,
                          words ? fmt::format("{} (code {})", words, code) : fmt::format("it returned {}", code),
                          words ? "see there" : "its source says what this means"));
}

void ForeignController::step(double t, std::span<const double> inputs, std::span<double> outputs) {
  if (const int code = library_->step(handle_, t, inputs.data(), outputs.data()))
    fail(fmt::format("failed at t = {:.9g} s", t), code);
  for (std::size_t k = 0; k < outputs.size(); ++k)
    if (!std::isfinite(outputs[k]))
      throw Error(fmt::format("{}: the controller of {} gives {} for {} at t = {:.9g} s; it has to be a finite number", where_,
                              library_->file(),
                              std::isnan(outputs[k]) ? "nan"
                              : outputs[k] > 0       ? "inf"
                                                     : "-inf",
                              outputs_[k], t));
}

std::string ForeignController::save() const {
  if (!library_->can_be_kept())
    throw Error(
        fmt::format("{}: {} has no pintle_controller_save and pintle_controller_load, so that a run with it cannot be kept; "
                    "leave out --checkpoint, or add them",
                    where_, library_->file()));
  std::string bytes(library_->save(handle_, nullptr, 0), '\0');
  library_->save(handle_, bytes.data(), bytes.size());
  return bytes;
}

void ForeignController::load(const std::string& bytes) {
  if (const int code = library_->load(handle_, bytes.data(), bytes.size())) fail("does not take what it once remembered", code);
}

}  // namespace pintle
