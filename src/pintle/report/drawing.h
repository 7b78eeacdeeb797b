#pragma once
#include <string>
#include <vector>

#include "pintle/record/picture.h"

/// The mechanism at a few instants, in small pictures of one scale: bodies as their outlines, or as lines from joint to
/// joint through the mass centre; joints as rings, contacts as dots, planes of the ground.
namespace pintle {

/// Which snapshots are shown, in order of time: start, events, end, and between them what halves the longest gaps, of time and of
/// what can be seen to move.
std::vector<std::size_t> choose_instants(const std::vector<Picture::Snapshot>& snapshots, std::size_t most);

/// <figure> elements with a sentence about the view; empty if there is nothing to draw.
std::string make_drawings(const Picture& picture);

}  // namespace pintle
