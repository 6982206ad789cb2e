// Fisher's iris data, built in so that the demo needs no file.
#pragma once

#include <string_view>

namespace suffice::cli {

/// A CSV file: sepal_length, sepal_width, petal_length, petal_width in centimetres, and species; 150 rows.
std::string_view iris_csv();

}  // namespace suffice::cli
