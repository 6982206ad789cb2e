#include <gtest/gtest.h>

#include "suffice/estimate.hpp"
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

TEST(WordsPicture, has_a_panel_for_each_of_many_classes) {
  std::vector<std::uint32_t> codes;
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < 20; ++c) {
    codes.insert(codes.end(), 2, c);
    names.push_back("n" + std::to_string(c));
  }
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"c"}}}, .target = "y"};
  const Table rows{.rows = codes.size(), .columns = {CategoryColumn{.codes = codes.data(), .dictionary = names}}};
  const draw::Picture picture = words_picture(estimate(summarise(rows, {codes, names}, schema)));
  ASSERT_EQ(picture.panels.size(), 20U);
  EXPECT_EQ(picture.panels[19].y.names.front(), "c = " + picture.panels[19].title);
  EXPECT_EQ(picture.caption.find("The first"), std::string::npos);
}

TEST(WordsPicture, needs_words) {
  const Model numbers = picture_model("lda", 2, 2).model;
  EXPECT_TRUE(error_of([&] { (void)words_picture(numbers); }));
}

}  // namespace
}  // namespace suffice
