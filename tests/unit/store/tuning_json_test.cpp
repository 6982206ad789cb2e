#include "store/content/tuning_json.hpp"

#include <cmath>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

const std::string text = R"({"criterion":"cv","rows":12,"folds":5,"before":0.5,"after":0.25,"trials":[)"
                         R"({"option":"shrinkage","value":"0.1","score":0.25,"chosen":true},)"
                         R"({"option":"model","value":"qda","reading":1,"problem":"no \"rank\""},)"
                         R"({"option":"pseudocount","value":"0","score":"inf"}]})";

Tuning tuning() {
  return {.criterion = Criterion::folds,
          .rows = 12,
          .folds = 5,
          .before = 0.5,
          .after = 0.25,
          .trials = {{.option = "shrinkage", .value = "0.1", .criterion = 0.25, .chosen = true},
                     {.option = "model", .value = "qda", .reading = 1, .criterion = NAN, .problem = "no \"rank\""},
                     {.option = "pseudocount", .value = "0", .criterion = std::numeric_limits<double>::infinity()}}};
}

TEST(TuningJson, comes_back_as_it_was) {
  EXPECT_EQ(tuning_json(tuning()), text);
  EXPECT_EQ(read_tuning(text), tuning()) << "what is undefined equals itself";
}

TEST(TuningJson, a_model_that_there_was_not_has_no_criterion) {
  Tuning one = tuning();
  one.before = NAN;
  EXPECT_EQ(tuning_json(one).find("before"), std::string::npos);
  EXPECT_EQ(read_tuning(tuning_json(one)), one);
}

TEST(TuningJson, every_score_comes_back) {
  for (const double score :
       {std::nan(""), -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}) {
    Tuning one = tuning();
    one.before = one.after = one.trials[0].criterion = score;
    EXPECT_EQ(read_tuning(tuning_json(one)), one) << tuning_json(one);
  }
}

TEST(TuningJson, refuses_what_is_none) {
  const auto refused = [](const std::string& criterion, const std::string& trials) {
    const auto read = [&] {
      read_tuning(R"({"rows":1,"folds":2,"after":1,"criterion":)" + criterion + R"(,"trials":)" + trials + "}");
    };
    return failure_with_remedies(read, ErrorCode::bad_model).find("tuning") != std::string::npos;
  };
  EXPECT_TRUE(refused(R"("loo")", "[]"));
  EXPECT_TRUE(refused(R"("loo")", "1"));
  EXPECT_TRUE(refused(R"("luck")", R"([{"option":"a","value":"b","score":1}])"));
  EXPECT_TRUE(refused(R"("loo")", R"([{"option":"a","value":"b","score":1,"problem":"c"}])"));
  EXPECT_TRUE(refused(R"("loo")", R"([{"option":"a","value":"b","problem":""}])"));
  EXPECT_TRUE(refused(R"("loo")", R"([{"option":"a","value":"b","score":"many"}])"));
  EXPECT_TRUE(refused(R"("loo")", R"([{"option":"a","value":"b","score":1,"chosen":false}])"));
  EXPECT_FALSE(refused(R"("aic")", R"([{"option":"a","value":"b","score":1,"chosen":true}])"));
}

TEST(Criterion, has_a_name_that_is_read_back) {
  for (const char* const name : {"loo", "cv", "aic", "bic", "evidence"})
    EXPECT_EQ(to_text(parse_criterion(name)), name);
  EXPECT_THROW(parse_criterion("dic"), Error);
}

}  // namespace
}  // namespace suffice
