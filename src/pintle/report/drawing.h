#pragma once
#include <string>

#include "pintle/record/picture.h"

/// The mechanism at a few instants, in small pictures of one scale: bodies as their outlines, or as lines from joint to
/// joint through the mass centre; joints as rings, contacts as dots, planes of the ground.
namespace pintle {

/// <figure> elements with a sentence about the view; empty if there is nothing to draw.
std::string make_drawings(const Picture& picture);

}  // namespace pintle
