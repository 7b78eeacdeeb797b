#pragma once
#include <memory>

#include "pintle/io/part_list.h"
#include "pintle/io/reader.h"

namespace pintle {

/// What was read, kept to tell where a part was described.
struct ReadNotes::Places {
  std::vector<Source> sources;
  Node root;
  std::unique_ptr<PartList> parts;

  Places(std::vector<Source> its_sources, Node its_root, std::unique_ptr<PartList> its_parts)
      : sources(std::move(its_sources)), root(std::move(its_root)), parts(std::move(its_parts)) {}

  /// The place of the longest beginning of the path that the file has. Nothing if it has none.
  const Mark* find(std::string_view path) const;
};

}  // namespace pintle
