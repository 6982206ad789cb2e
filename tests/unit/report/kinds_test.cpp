#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(PictureKinds, have_names) {
  for (std::size_t k = 0; k < picture_kinds().size(); ++k) {
    EXPECT_EQ(parse_picture_kind(picture_kinds()[k]), static_cast<PictureKind>(k));
  }
  EXPECT_EQ(outcome_of([] { (void)parse_picture_kind("bondary"); }),
            "usage: there is no picture 'bondary'; did you mean boundary?");
  EXPECT_TRUE(needs_rows(PictureKind::roc));
  EXPECT_FALSE(needs_rows(PictureKind::words));
}

TEST(PictureKinds, suit_the_columns) {
  EXPECT_EQ(suitable_picture(picture_model("lda", 2, 2).model), PictureKind::boundary);
  EXPECT_EQ(suitable_picture(picture_model("lda", 1, 2).model), PictureKind::densities);
  EXPECT_EQ(suitable_picture(picture_model("lda", 2, 1).model), PictureKind::densities);
  EXPECT_EQ(suitable_picture(model_of(word_model())), PictureKind::words);
  EXPECT_EQ(suitable_picture(model_of(value_model())), PictureKind::densities);
}

}  // namespace
}  // namespace suffice
