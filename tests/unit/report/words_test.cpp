#include <gtest/gtest.h>

#include "suffice/model_pictures.hpp"
#include "unit/picture_models.hpp"
#include "unit/sample_model.hpp"

namespace suffice {
namespace {

TEST(WordsPicture, has_the_strongest_of_each_class_first) {
  const draw::Picture picture = words_picture(model_of(word_model()), 2);
  ASSERT_EQ(picture.panels.size(), 2U);
  EXPECT_EQ(picture.panels[0].title, "ham");
  EXPECT_EQ(picture.panels[0].y.names.front(), "hello");
  EXPECT_EQ(picture.panels[1].y.names.front(), "buy");
  EXPECT_LE(picture.panels[1].y.names.size(), 2U);
}

TEST(WordsPicture, joins_words_and_values_of_several_readings) {
  const draw::Picture picture = words_picture(model_of(mixed_model()));
  bool value = false;
  for (const draw::Panel& panel : picture.panels) {
    for (const std::string& name : panel.y.names) {
      value = value || name.starts_with("colour = ");
    }
  }
  EXPECT_TRUE(value);
}

TEST(WordsPicture, needs_words) {
  const Model numbers = picture_model("lda", 2, 2).model;
  EXPECT_TRUE(error_of([&] { (void)words_picture(numbers); }));
}

}  // namespace
}  // namespace suffice
