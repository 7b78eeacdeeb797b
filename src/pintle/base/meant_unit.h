#pragma once
#include <string>
#include <string_view>

/// What somebody may have meant by a unit that is none of ours: another spelling (`Nm`, `m/s²`, `kg m^2`, `secs`), or a unit that
/// we leave to others (`lb`, `psi`, `rev`) and whose value in ours is known. A word may mean several things, `lb` a mass
/// and a force; the one whose dimension is wanted is taken.
namespace pintle {

/// The way out for a text that parse_unit() refuses: "write 3 N*m/rad", "write 0.90718474 kg", "for a mass write 0.90718474 kg,
/// for a force 2 lbf". `number` stands before the unit, `wanted` is a unit of what belongs there; both may be empty. Empty
/// if nothing is near.
std::string suggest_unit(std::string_view text, std::string_view number, std::string_view wanted);

}  // namespace pintle
