#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "pintle/record/run_record.h"

namespace pintle {

/// picture.json: all that a page draws and no other file has. The mechanism with its snapshots, and the curves, thinned for
/// the eye:
///
///     {"up": [0, 0, 1], "gravity": true, "length": 1.0, "body_count": 2, "bodies": ["upper", "lower"],
///      "joints": [{"name": "elbow", "parent": {"body": "upper", "at": [0, 0, -0.5]}, "child": {…}}],
///      "springs": [{"name", "from", "to"}], "contacts": [{"name", "body", "at"}], "planes": [{"at", "up"}],
///      "outlines": [{"body", "kind", "size", "orientation", "guessed"}],
///      "snapshots": [{"time": 0, "event": "", "poses": [[x, y, z, w, x, y, z]], "touching": [false]}],
///      "traces": [{"body": "lower", "points": [[t, x, y, z]]}],
///      "times": [[…]], "panels": [{"title", "unit", "note", "curves": [{"name", "times": 0, "values": […]}]}]}
///
/// Points of bodies are in their axes, a body that is not kept is null, `length` weighs moments against forces.
std::string make_picture_text(const Picture& picture, const std::vector<Panel>& panels, double length);

struct PictureFile {
  Picture picture;
  std::vector<Panel> panels;
  double length = 1;
};
/// Empty if the text is not such a file.
std::optional<PictureFile> read_picture_text(std::string_view text);

}  // namespace pintle
