#pragma once
#include <string>

#include "pintle/io/yaml_tree.h"

namespace pintle {

/// Puts a value into the tree of a model file at "bodies.racket.inertia.xx". Maps merge key by key, lists replace; in a
/// list of three, x y z (xx yy zz of an inertia) are its elements. Keys that are not there yet are made, parts are not:
/// a body comes with all that it needs, or under a name that exists. `rotate` and `quaternion` take each other's place.
/// Throws Error with a sentence.
void apply_setting(const std::string& path, const Node& value, Node& root);

}  // namespace pintle
