#include "pintle/structure/closing.h"

#include "pintle/joints/rows.h"

namespace pintle {

std::vector<Closing> make_closings(const System& system, const Structure& structure, const Topology& tree) {
  std::vector<Closing> list;
  int rows = 0;
  const auto add = [&](Closing closing) {
    if (closing.rows == 0) return;
    closing.first = rows;
    rows += closing.rows;
    for (int link : closing.links)
      if (link > 0) closing.mechanism = system.mechanisms.of(tree.links[link].body);
    list.push_back(std::move(closing));
  };
  const auto link_of = [&](BodyIndex b) { return tree.link_of_body[b.i]; };
  for (JointIndex j : tree.loops) {
    const JointRecord& joint = system.joint(j);
    add({j, {}, {link_of(joint.parent), link_of(joint.child)}, 0, make_rows(joint.type, structure.free_directions(j), {}).count});
  }
  for (std::size_t k = 0; k < system.constraints.size(); ++k) {
    if (!structure.held[static_cast<int>(k)]) continue;
    const ConstraintRecord& constraint = system.constraints[k];
    Closing closing{{}, ConstraintIndex(static_cast<int>(k)), {}, 0, constraint.row_count()};
    for (BodyIndex b : constraint.bodies) closing.links.push_back(link_of(b));
    if (constraint.is_one_sided()) closing.links.push_back(0);  // its forces are no pairs
    add(std::move(closing));
  }
  return list;
}

}  // namespace pintle
