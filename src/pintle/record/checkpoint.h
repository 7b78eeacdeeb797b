#pragma once
#include <filesystem>
#include <string>

/// A run that can be continued to the same bits: its memory (simulate/flight_memory.cpp), and what it belongs to. The file is
/// never half: it is written beside and renamed, and a sum over all of its bytes tells a damaged one.
namespace pintle {

struct Checkpoint {
  std::string program;      // whose bits these are: name_of_program()
  std::string model;        // the resolved model, as model.yaml has it
  double t = 0, until = 0;  // [s] where the run was, and where it was to end
  std::string memory;
};

/// Version, compiler and level of the processor that it is built for: what decides the last bits.
std::string name_of_program();

/// Throws WriteError; an earlier checkpoint is then as it was.
void write_checkpoint(const std::filesystem::path& file, Checkpoint checkpoint);
/// Throws Error with the file's name if there is none, or if it is damaged.
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Where two resolved models differ, a line each, "bodies.arm.mass: 1 in the checkpoint, 2 now"; the first few. Of long values
/// what is around the place where they part.
std::string find_differences(const std::string& saved, const std::string& now);

/// When a run leaves checkpoints on its way, besides the one at its end.
struct CheckpointRhythm {
  double every = 0;  // [s] of the run; 0: once a minute of the clock
};

}  // namespace pintle
