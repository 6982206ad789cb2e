#include "fit/comparison/checked_model.hpp"

#include <gtest/gtest.h>

#include "fitted_files.hpp"

namespace suffice {
namespace {

TEST(CheckedModel, draws_rows_of_the_forms_of_others) {
  const TemporaryFolder folder;
  const std::string path = folder.file("rows.csv");
  write_text(path, mixed_header + mixed_rows + ",3.0,,1,now now now,b\n");
  const Stored stored = fit_file(path, mixed_options()).stored;
  const CheckedModel model(stored, 1);
  EXPECT_EQ(columns_of(model.schema()), columns_of(stored.summary.schema));
  EXPECT_EQ(model.fitted_rows(), (std::vector<std::size_t>{4, 5}));
  Source source(path, scoring_options({}, model.schema(), stored.options));
  source.bind(model.schema());
  RowBlock block;
  ASSERT_TRUE(source.next(block));
  const std::vector<RowForm> forms = model.forms_of({source.table(block), {0, 0, 0, 0, 1, 1, 1, 1, 1}});
  ASSERT_EQ(forms.size(), 9U);
  EXPECT_TRUE(forms[0].missing.empty());
  EXPECT_EQ(forms[8].missing.size(), 2U);  // size and colour
  EXPECT_EQ(forms[8].label, 1U);
  EXPECT_EQ(forms[0].terms.back(), 3.0);
  std::vector<const RowForm*> wanted;
  for (const RowForm& form : forms) wanted.push_back(&form);
  const DrawnTable drawn = CheckedModel::draw(model.parts(), wanted, 5);
  EXPECT_EQ(drawn.classes, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 1}));
  const std::vector<RowForm> again = model.forms_of({drawn.rows.table(), drawn.classes});
  for (std::size_t i = 0; i < forms.size(); ++i) {
    EXPECT_EQ(again[i].missing, forms[i].missing);
    EXPECT_EQ(again[i].terms, forms[i].terms);
  }
  EXPECT_EQ(model.refitted(std::vector<const DrawnTable*>{&drawn})->classes(), 2U);
  EXPECT_EQ(CheckedModel::evidence(model.parts(), drawn.rows.table(), 1).size(), 9U);
  EXPECT_EQ(model.checked(drawn.rows.table(), drawn.classes, true).groups.size(), 2U);
  EXPECT_GT(model.row_cost(forms), 5);
}

}  // namespace
}  // namespace suffice
