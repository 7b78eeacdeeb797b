#pragma once
#include "pintle/io/schema/schema.h"

/// The keys of a study file, as those of a model file (io/schema/schema.h).
namespace pintle::study_schema {

extern const Schema top, measure, frequencies, limit, stop, correlation, published, published_row, figure;

/// The keys of a kind of distribution; empty if there is none of this name.
Schema find_distribution(std::string_view kind);
std::vector<std::string_view> distributions();

}  // namespace pintle::study_schema
