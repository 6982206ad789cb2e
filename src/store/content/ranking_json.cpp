#include "store/content/ranking_json.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "store/container/json.hpp"

namespace suffice {

namespace {

const std::string the_ranking = "the ranking";
const std::string a_model = "a model of the ranking";
constexpr std::size_t most_models = 1'000;

std::string model_json(const RankedModel& model) {
  const std::string name = json_text(model.name);
  if (!model.problem.empty()) return fmt::format(R"({{"name":{},"problem":{}}})", name, json_text(model.problem));
  const std::string error =
      std::isfinite(model.standard_error) ? R"(,"standard_error":)" + json_text(model.standard_error) : "";
  return fmt::format(R"({{"name":{},"log_loss":{}{}}})", name, json_text(model.log_loss), error);
}

RankedModel read_ranked_model(const JsonValue& value) {
  check_keys(value, {"name"}, {"log_loss", "standard_error", "problem"}, a_model);
  RankedModel model{.name = string_at(value, "name", a_model)};
  if (value.contains("problem") == value.contains("log_loss")) fail(a_model + " has a loss and a problem, or neither");
  if (value.contains("problem")) {
    model.problem = string_at(value, "problem", a_model);
    if (model.problem.empty()) fail(a_model + " has a problem without words");
    return model;
  }
  model.log_loss = number_at(value, "log_loss", a_model);
  model.standard_error = value.contains("standard_error") ? number_at(value, "standard_error", a_model)
                                                          : std::numeric_limits<double>::quiet_NaN();
  return model;
}

}  // namespace

std::string ranking_json(const Ranking& ranking) {
  std::vector<std::string> models;
  for (const RankedModel& model : ranking.models) models.push_back(model_json(model));
  const std::string left_out = ranking.left_out == 0 ? "" : fmt::format(R"("left_out":{},)", ranking.left_out);
  return fmt::format(R"({{"rows":{},"folds":{},{}"models":[{}]}})", ranking.rows, ranking.folds, left_out,
                     fmt::join(models, ","));
}

Ranking read_ranking(const std::string& text) {
  const JsonValue value = parse_json(text, the_ranking);
  check_keys(value, {"rows", "folds", "models"}, {"left_out"}, the_ranking);
  Ranking ranking{.rows = whole_number_at(value, "rows", the_ranking),
                  .folds = whole_number_at(value, "folds", the_ranking)};
  if (value.contains("left_out")) ranking.left_out = whole_number_at(value, "left_out", the_ranking);
  if (ranking.left_out > ranking.rows) fail(the_ranking + " leaves out more rows than there are");
  if (!value.at("models").is_array() || value.at("models").empty()) fail(the_ranking + " has no list of models");
  if (value.at("models").size() > most_models) fail(the_ranking + " has more models than are ever tried");
  for (const JsonValue& model : value.at("models").elements()) {
    ranking.models.push_back(read_ranked_model(model));
    if (ranking.models.size() < 3) continue;  // the first is the one that was chosen
    const RankedModel& before = ranking.models[ranking.models.size() - 2];
    const RankedModel& now = ranking.models.back();
    const bool ascends =
        before.problem.empty() ? !now.problem.empty() || now.log_loss >= before.log_loss : !now.problem.empty();
    if (!ascends) fail(the_ranking + " is not in order");
  }
  if (!ranking.models.front().problem.empty()) fail(the_ranking + " begins with a model that is out");
  return ranking;
}

}  // namespace suffice
