// The members of a JSON document that a picture is drawn from.
#pragma once

#include "report/json_writer.hpp"
#include "suffice/picture.hpp"

namespace suffice {

/// Title, caption, axes, and of each panel the points, lines and bars that are drawn, to six digits. Lines of more than
/// 2,000 points in all are left out of their panel, and areas everywhere: they are shapes between the others.
void write_picture(JsonWriter& json, const draw::Picture& picture);

}  // namespace suffice
