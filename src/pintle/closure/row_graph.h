#pragma once
#include <utility>
#include <vector>

#include "pintle/closure/body_rows.h"

/// Where the rows of joints and constraints meet: the pattern of G W Gᵀ, W a block per body.
namespace pintle {

/// By body: the groups of rows that end on it, and by which of their ends. Bodies that are `fixed` have none.
using EndsAt = std::vector<std::vector<std::pair<int, std::size_t>>>;
EndsAt find_ends(const BodyRows& rows, const std::vector<bool>& fixed);

/// Rows by group, and the pairs of groups that share a body.
std::vector<int> group_sizes(const BodyRows& rows);
std::vector<std::pair<int, int>> coupled_groups(const EndsAt& ends_at);

}  // namespace pintle
