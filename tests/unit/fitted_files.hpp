// Small files for tests of the workflows, and what they are fitted to.
#pragma once

#include <string>
#include <utility>

#include "suffice/fit.hpp"
#include "temporary_folder.hpp"

namespace suffice {

/// Two classes; a number, another one, a category, a count and a document.
inline const std::string mixed_header = "size,weight,colour,visits,note,label\n";
inline const std::string mixed_rows =
    "1.0,2.0,red,0,cheap cheap now,a\n"
    "1.5,2.5,red,1,buy now,a\n"
    "0.5,1.0,blue,0,now,a\n"
    "2.0,1.5,red,2,hello cheap,a\n"
    "5.0,7.0,blue,4,hello friend,b\n"
    "5.5,6.5,green,6,hello hello,b\n"
    "6.5,7.5,blue,5,dear friend,b\n"
    "6.0,8.5,blue,3,hello now,b\n";

/// Every column by its role, numbers by lda.
inline FitOptions mixed_options() {
  FitOptions options;
  options.columns.roles = {{"colour", Role::categorical}, {"visits", Role::poisson}, {"note", Role::text}};
  options.model.model = "lda";
  return options;
}

/// Reads the file twice where the plan needs a sample.
inline FitResult fit_file(const std::string& path, const FitOptions& options, const WorkOptions& work = {}) {
  Source source(path, learning_options({}, options));
  FitPlan plan = plan_fit(source, options, path);
  if (!needs_sample(plan)) return fit(source, plan, work);
  const RowSample sample = sample_rows(source, sampled_schema(plan), plan.seed, work);
  plan = decided(std::move(plan), sample.rows.rows(), sample.rows.labels(), work);
  Source again(path, learning_options({}, options));
  return fit(again, plan, work);
}

inline Source open_for(const Stored& stored, const std::string& path) {
  return Source(path, learning_options({}, stored.summary));
}

}  // namespace suffice
