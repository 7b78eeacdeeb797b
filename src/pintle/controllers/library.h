#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

struct pintle_controller_setup;

namespace pintle {

/// A shared library with a controller in C (controllers/controller.h), open as long as somebody has it.
class ControllerLibrary {
 public:
  /// Throws Error if there is no such file, if it lacks a function, or if it was written for another version of the header.
  static std::shared_ptr<const ControllerLibrary> open(const std::string& file);

  ControllerLibrary(const ControllerLibrary&) = delete;
  ControllerLibrary& operator=(const ControllerLibrary&) = delete;
  ~ControllerLibrary();

  const std::string& file() const { return file_; }
  /// Its controllers can say what they remember.
  bool can_be_kept() const { return save != nullptr; }

  // The functions of the header; the last three may be missing.
  int (*create)(const pintle_controller_setup*, void**) = nullptr;
  int (*step)(void*, double, const double*, double*) = nullptr;
  void (*destroy)(void*) = nullptr;
  const char* (*message)(void*, int) = nullptr;
  std::size_t (*save)(void*, void*, std::size_t) = nullptr;
  int (*load)(void*, const void*, std::size_t) = nullptr;

 private:
  explicit ControllerLibrary(const std::string& file) : file_(file) {}
  void bind_functions();
  template <class Function>
  bool find(const char* name, Function& function) const;

  std::string file_;
  void* opened_ = nullptr;
};

/// What a library's controller is told of itself.
struct ControllerSetup {
  std::string name;
  double every = 0;  // [s]
  std::vector<std::string> inputs, outputs;
};

/// One controller of a library: its handle. Errors name it by "controllers.pilot".
class ForeignController {
 public:
  /// Throws Error if it cannot be made.
  ForeignController(std::shared_ptr<const ControllerLibrary> library, const ControllerSetup& setup);
  ForeignController(ForeignController&& other) noexcept;
  ForeignController& operator=(ForeignController&&) = delete;
  ~ForeignController();

  /// Throws Error if it says that something went wrong, or gives an output that is no finite number.
  void step(double t, std::span<const double> inputs, std::span<double> outputs);

  /// What it remembers. Throws Error if it cannot say so.
  std::string save() const;
  void load(const std::string& bytes);

 private:
  [[noreturn]] void fail(const std::string& what, int code) const;

  std::shared_ptr<const ControllerLibrary> library_;
  std::string where_;
  std::vector<std::string> outputs_;
  void* handle_ = nullptr;
};

}  // namespace pintle
