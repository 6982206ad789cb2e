// The plan of a fit: schema, options and what to keep, decided from the names of columns and what a user says.
#include <algorithm>

#include "estimate/model_table.hpp"
#include "fit/keep.hpp"
#include "fit/model_choice.hpp"
#include "suffice/error.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

// Of the columns that nothing is said of: that of the model, but a model of terms that has text to read says nothing of
// other columns.
Role default_role(const FitOptions& options) {
  const ColumnChoice& columns = options.columns;
  if (columns.role == Role::text || !columns.text.empty()) {
    return Role::text;
  }
  const std::optional<std::string> name = chosen_model(options.model);
  if (!name || *name == naive_bayes) {
    return columns.role;
  }
  const bool has_text = std::ranges::find(columns.roles, Role::text, &ColumnRole::role) != columns.roles.end();
  const NamedModel& model = find_model(*name);
  return has_text && fits(model.options, Kind::text) ? columns.role : model.role;
}

// What measurements are read by, as far as it decides what is kept of them.
GaussianOptions gaussian_options(const FitOptions& options, Role role) {
  const std::optional<std::string> name = chosen_model(options.model);
  FamilyOptions family = default_options(Kind::measurements);
  if (role == Role::gaussian || name == naive_bayes) {
    family = find_model(gaussian_naive_bayes).options;
  } else if (name && fits(find_model(*name).options, Kind::measurements)) {
    family = find_model(*name).options;
  }
  auto gaussian = std::get<GaussianOptions>(family);
  gaussian.shrinkage = options.model.shrinkage.value_or(gaussian.shrinkage);
  gaussian.estimator = options.model.estimator.value_or(gaussian.estimator);
  return gaussian;
}

bool role_takes_sparse(const FitOptions& options, Role role) {
  const Kind kind = kind_of(role);
  if (kind != Kind::measurements) {
    return kind_takes_sparse(kind, {});
  }
  return !options.keep_full && kind_takes_sparse(kind, moments_needed(gaussian_options(options, role)));
}

bool schema_takes_sparse(const FitOptions& options, const Schema& schema) {
  return std::ranges::all_of(schema.blocks, [&](const Block& block) {
    return block.kind == Kind::measurements ? role_takes_sparse(options, Role::number)
                                            : kind_takes_sparse(block.kind, {});
  });
}

Schema planned_schema(std::span<const std::string> columns, const FitOptions& options, bool open_columns) {
  if (options.schema) {
    return *options.schema;
  }
  ColumnChoice choice = options.columns;
  choice.role = default_role(options);
  choice.open_columns = open_columns;
  Schema schema = choose_schema(columns, choice);
  check_text_options(options.text);
  for (Block& block : schema.blocks) {
    if (block.kind == Kind::text) {
      block.text = options.text;
    }
  }
  return schema;
}

std::vector<std::string> two_valued(const ColumnChoice& columns) {
  std::vector<std::string> names;
  for (const ColumnRole& role : columns.roles) {
    if (role.role == Role::bernoulli) {
      names.push_back(role.column);
    }
  }
  return names;
}

FitPlan plan_of(Schema schema, const FitOptions& options) {
  FitPlan plan = {std::move(schema), {}, {}, options.seed, two_valued(options.columns)};
  plan.options = chosen_options(plan.schema, options.model, options.columns.roles);
  plan.keep = options.keep_full ? full_sums(plan.schema) : sums_needed(checked(plan.options, plan.schema), plan.schema);
  if (options.keep_full) {
    check_taken(plan.options, "keep");
  }
  return plan;
}

}  // namespace

FitPlan plan_fit(std::span<const std::string> columns, const FitOptions& options, bool open_columns) {
  return plan_of(planned_schema(columns, options, open_columns), options);
}

FitPlan plan_fit(const Source& source, const FitOptions& options, const std::string& input) {
  if (options.schema) {
    return plan_of(source.fit_columns(*options.schema), options);
  }
  const std::vector<std::string>& columns = source.columns();
  Schema schema;
  try {
    schema = planned_schema(columns, options, source.open_columns());
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), error.where().empty() ? input : error.where(), error.remedies());
  }
  return plan_of(std::move(schema), options);
}

ReadOptions learning_options(ReadOptions options, const FitOptions& fit) {
  options.labels = true;
  options.allow_missing = true;
  options.not_negative = true;
  if (fit.schema) {
    options.sparse = schema_takes_sparse(fit, *fit.schema);
  } else {
    options.sparse = role_takes_sparse(fit, default_role(fit)) &&
                     std::ranges::all_of(fit.columns.roles,
                                         [&](const ColumnRole& column) { return role_takes_sparse(fit, column.role); });
  }
  return options;
}

ReadOptions learning_options(ReadOptions options, const Summary& summary) {
  const std::vector<Keep> keep = kept_by(summary);
  options.labels = true;
  options.allow_missing = true;
  options.not_negative = true;
  options.sparse = true;
  for (std::size_t b = 0; b < keep.size(); ++b) {
    options.sparse = options.sparse && kind_takes_sparse(summary.schema.blocks[b].kind, keep[b]);
  }
  return options;
}

ReadOptions scoring_options(ReadOptions options, const Schema& read, const Options& model) {
  options.allow_missing = true;
  options.sparse = true;
  options.not_negative = true;
  options.ignore_unknown = true;
  for (std::size_t r = 0; r < read.blocks.size(); ++r) {
    const Kind kind = read.blocks[r].kind;
    const FamilyOptions family = r < model.readings.size() ? model.readings[r].options : default_options(kind);
    const auto* const terms = std::get_if<TermOptions>(&family);
    options.sparse = options.sparse && kind_takes_sparse(kind, moments_needed(family));
    options.not_negative = options.not_negative && kind != Kind::amounts;
    options.ignore_unknown = options.ignore_unknown && (terms == nullptr || terms->unseen == Unseen::ignore);
  }
  return options;
}

}  // namespace suffice
