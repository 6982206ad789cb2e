// The members of a JSON document that say what one reading of a model is.
#pragma once

#include <cstddef>

#include "estimate/read_block.hpp"
#include "report/json_writer.hpp"
#include "suffice/model.hpp"
#include "suffice/options.hpp"
#include "suffice/report.hpp"
#include "suffice/store.hpp"

namespace suffice {

/// Writes the members of one reading, in groups, between which a model of one reading has members of its own. What it
/// is made of outlives it.
class ReadingDocument {
 public:
  /// `reading` is number `number` of the checked options of `stored`.
  ReadingDocument(const Stored& stored, const Reading& reading, const Model& model, std::size_t number)
      : stored_(stored), model_(model), number_(number), reading_(reading), read_(stored.summary, reading_) {}

  [[nodiscard]] const FamilyOptions& family() const { return reading_.options; }
  [[nodiscard]] const ReadBlock& read() const { return read_; }

  /// The model, its estimate and options, and its temperature.
  void write_options(JsonWriter& json) const;
  void write_kind_of_sums(JsonWriter& json) const;
  void write_features(JsonWriter& json) const { json.member("features", std::span(read_.block().features)); }
  /// How documents become terms; nothing of other kinds.
  void write_text(JsonWriter& json) const;
  /// The sums, and what is read off them.
  void write_sums(JsonWriter& json, const ReadingDetails& details) const;
  /// Axes, what speaks most for each class, and columns that depend on each other.
  void write_derived(JsonWriter& json, const ReadingDetails& details) const;
  /// The object of a reading that stands beside others, with its details if they are given.
  void write(JsonWriter& json, const ReadingDetails* details) const;

 private:
  void write_gaussian_options(JsonWriter& json, const GaussianOptions& options) const;

  const Stored& stored_;
  const Model& model_;
  std::size_t number_;
  const Reading& reading_;
  ReadBlock read_;
};

}  // namespace suffice
