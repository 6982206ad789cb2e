// Options and schemas as dictionaries of plain values: what the estimators of Python say to the library.
#pragma once

#include <nanobind/nanobind.h>

#include "suffice/fit.hpp"
#include "suffice/options.hpp"
#include "suffice/schema.hpp"

namespace suffice::python {

/// {"class_prior": "empirical" | "smoothed" | "uniform" | {label: p}, "readings": [reading, …]}. A reading has
/// "family": "gaussian", "multinomial", "bernoulli", "complement", "categorical", "poisson", "exponential", "geometric"
/// or "gamma", and the options of that family by the names of suffice/options.hpp. "rival": {"loss": "least-squares",
/// "ridge": 1.0}, where the readings are scored by one. TypeError for a name that it has not.
Options options_of(const nanobind::dict& said);
/// The same in the other direction, for what a model file holds.
nanobind::dict options_to_dict(const Options& options);
/// Words of the CLI, with underscores: model, estimate, shrinkage, ridge, pseudocount, class_prior, unseen, oov,
/// min_df, max_vocabulary, tf_idf, normalised.
ModelChoice model_choice_of(const nanobind::dict& said);
/// {"stop_words": [...], "ngrams": "1-2", "stemmer": "english", "hash_buckets": n, "hash_key": n, "min_length": n,
/// "mail": bool}
TextOptions text_options_of(const nanobind::dict& said);

void bind_options(nanobind::module_& module);

}  // namespace suffice::python
