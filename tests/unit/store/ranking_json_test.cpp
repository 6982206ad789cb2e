#include "store/content/ranking_json.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "error_text.hpp"

namespace suffice {
namespace {

const std::string text =
    R"({"rows":12,"folds":10,"models":[{"name":"lda","log_loss":0.25,"standard_error":0.125},)"
    R"({"name":"qda \"x\"","log_loss":0.5,"standard_error":0},{"name":"aode","problem":"no pairs"}]})";

Ranking ranking() {
  return {.models = {{"lda", 0.25, 0.125}, {"qda \"x\"", 0.5, 0}, {.name = "aode", .problem = "no pairs"}},
          .rows = 12,
          .folds = 10};
}

TEST(RankingJson, comes_back_as_it_was) {
  EXPECT_EQ(ranking_json(ranking()), text);
  EXPECT_EQ(read_ranking(text), ranking());
}

TEST(RankingJson, counts_rows_left_out_where_there_are_any) {
  const Ranking one{.models = {{"lda", 0.25, 0.5}}, .rows = 9, .folds = 2, .left_out = 3};
  const std::string json = ranking_json(one);
  EXPECT_EQ(json,
            R"({"rows":9,"folds":2,"left_out":3,"models":[{"name":"lda","log_loss":0.25,"standard_error":0.5}]})");
  EXPECT_EQ(read_ranking(json), one);
  EXPECT_NE(failure_with_remedies([&] { read_ranking(R"({"rows":2,"folds":2,"left_out":3,"models":[]})"); },
                                  ErrorCode::bad_model),
            "");
}

TEST(RankingJson, has_no_more_models_than_are_ever_tried) {
  const Ranking many{.models = std::vector<RankedModel>(1'001, {"lda", 0.25, 0.5}), .rows = 9, .folds = 2};
  EXPECT_EQ(failure_with_remedies([&] { read_ranking(ranking_json(many)); }, ErrorCode::bad_model),
            "the ranking has more models than are ever tried");
}

TEST(RankingJson, an_unknown_standard_error_is_not_written) {
  const Ranking one{.models = {{"lda", 0.25, std::nan("")}}, .rows = 1, .folds = 2};
  const std::string json = ranking_json(one);
  EXPECT_EQ(json, R"({"rows":1,"folds":2,"models":[{"name":"lda","log_loss":0.25}]})");
  EXPECT_TRUE(std::isnan(read_ranking(json).models.front().standard_error));
}

TEST(RankingJson, refuses_what_is_none) {
  const auto refused = [](const std::string& models) {
    const auto read = [&] { read_ranking(R"({"rows":1,"folds":2,"models":)" + models + "}"); };
    return failure_with_remedies(read, ErrorCode::bad_model).find("ranking") != std::string::npos;
  };
  EXPECT_TRUE(refused("[]"));
  EXPECT_TRUE(refused("1"));
  EXPECT_TRUE(refused(R"([{"name":"a"}])"));
  EXPECT_TRUE(refused(R"([{"name":"a","problem":""}])"));
  EXPECT_TRUE(refused(R"([{"name":"a","log_loss":1,"problem":"b"}])"));
  EXPECT_FALSE(refused(R"([{"name":"a","log_loss":1},{"name":"b","log_loss":0.5}])"));
  EXPECT_TRUE(refused(R"([{"name":"a","log_loss":1},{"name":"b","log_loss":0.5},{"name":"c","log_loss":0.4}])"));
  EXPECT_TRUE(refused(R"([{"name":"a","problem":"c"},{"name":"b","log_loss":0.5}])"));
  EXPECT_TRUE(refused(R"([{"name":"a","log_loss":1,"rank":2}])"));
}

}  // namespace
}  // namespace suffice
