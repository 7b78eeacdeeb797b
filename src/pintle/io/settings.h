#pragma once
#include <string>

#include "pintle/io/part_list.h"
#include "pintle/io/yaml_tree.h"

namespace pintle {

/// A value for a path, from `variants` or the command line.
struct PathValue {
  std::string path;
  Node value;
  Mark mark;           // of the path
  std::string source;  // "variants.legs.stiff.parameters.k"; empty on the command line
};

/// Puts a value into the tree of a model file at "bodies.racket.inertia.xx". Maps merge key by key, lists replace; in a
/// list of three, x y z (xx yy zz of an inertia) are its elements. Keys that are not there yet are made, parts are not:
/// a body comes with all that it needs, or under a name that exists. `rotate` and `quaternion` take each other's place.
/// Throws Error with a sentence. Returns false, and does nothing, if the path may go through an instance of a group: then
/// it waits until the groups are written out.
bool apply_setting(const PathValue& setting, Node& root);

/// The same for a path through an instance, "joints.hip3.axis".
void apply_to_instance(const PathValue& setting, PartList& parts);

}  // namespace pintle
