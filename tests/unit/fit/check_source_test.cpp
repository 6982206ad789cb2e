#include <gtest/gtest.h>

#include "fitted_files.hpp"
#include "suffice/check.hpp"

namespace suffice {
namespace {

ModelCheck checked_file(const Stored& stored, const std::string& path, bool labels = true) {
  ReadOptions read;
  read.labels = labels;
  Source source(path, scoring_options(read, checked_schema(stored), stored.options));
  return check(stored, source, labels, {.simulations = 3, .threads = 1});
}

TEST(CheckSource, knows_the_rows_that_the_model_was_fitted_on) {
  const TemporaryFolder folder;
  const std::string path = folder.file("rows.csv");
  write_text(path, mixed_header + mixed_rows);
  const std::string other = folder.file("other.csv");
  write_text(other, mixed_header +
                        "1.1,2.0,red,0,cheap cheap now,a\n1.5,2.5,red,1,buy now,a\n0.5,1.0,blue,0,now,a\n"
                        "2.0,1.5,red,2,hello cheap,a\n5.0,7.0,blue,4,hello friend,b\n5.5,6.5,green,6,hello hello,b\n"
                        "6.5,7.5,blue,5,dear friend,b\n6.0,8.5,blue,3,hello now,b\n");
  const Stored stored = fit_file(path, mixed_options()).stored;
  const ModelCheck same = checked_file(stored, path);
  EXPECT_TRUE(same.fitted_on);
  EXPECT_EQ(same.seen, 8U);
  EXPECT_EQ(same.columns.size(), 5U);
  EXPECT_FALSE(checked_file(stored, other).fitted_on);
  const ModelCheck unlabelled = checked_file(stored, path, false);
  EXPECT_FALSE(unlabelled.has_labels);
  EXPECT_FALSE(unlabelled.fitted_on);
}

}  // namespace
}  // namespace suffice
