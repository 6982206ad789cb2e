// A model of arbitrary sums, used in every way there is: scores, reasons, samples and forms, or an Error; no NaN.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "model_support.hpp"
#ifdef SUFFICE_FUZZ
#include "model_mutator.hpp"
#endif

namespace {

using namespace suffice;

constexpr std::size_t most_columns = 32;
constexpr std::size_t most_classes = 16;

void check_numbers(const std::vector<double>& numbers) {
  require(std::ranges::none_of(numbers, [](double each) { return std::isnan(each); }));
}

void use(const Model& model) {
  with_rows(model, [&](const Table& table) {
    std::vector<double> posterior(table.rows * model.labels().size());
    std::vector<std::uint32_t> predicted(table.rows);
    model.log_posterior(table, posterior, {.threads = 1});
    model.predict(table, predicted, {.threads = 1});
    check_numbers(posterior);
    for (std::size_t i = 0; i < table.rows; ++i) {
      check_numbers(model.explain(table, i).log_joint);
      static_cast<void>(model.impossible(table, i));
    }
  });
  allow_errors([&] { static_cast<void>(model.sample(5, 1)); });
  for (std::size_t c = 0; c < model.labels().size(); ++c) {
    allow_errors([&] { static_cast<void>(model.strongest(c, 5)); });
  }
}

}  // namespace

/// The checksums of the file are made right.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string file(reinterpret_cast<const char*>(data), size);
  Stored stored;
  try {
    fix_checksums(file);
    stored = decode(file);
  } catch (const Error& error) {
    require(error.code() == ErrorCode::bad_model);
    return 0;
  }
  const Summary& summary = stored.summary;
  if (columns_of(summary.schema).size() > most_columns || summary.classes.size() > most_classes) return 0;
  allow_errors([&] { use(model_of(stored, 1)); });
  return 0;
}

#ifdef SUFFICE_FUZZ
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  return mutate_model(data, size, most, seed, 0);
}
#endif
