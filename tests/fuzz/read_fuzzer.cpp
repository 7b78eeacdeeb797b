// libFuzzer's door into the reader: whatever the bytes are, they are a model or a ReadError.
//
//     ./dev fuzz 300        reads for 300 s, starting from the project's own files

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "pintle/base/error.h"
#include "pintle/io/reader.h"
#include "pintle/io/writing/writer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const pintle::Model model = pintle::read_model_text(text, "fuzzed.yaml");
    if (model.instances.empty()) pintle::write_model(model);
  } catch (const pintle::Error&) {}
  return 0;
}
