// Columns that name what several rows are of.
#include "data/schema/roles/shared_identifiers.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace suffice {
namespace {

struct Made {
  std::vector<std::string> cells;
  std::vector<std::uint32_t> classes;
};

/// Cells and classes made from the numbers of rows.
template <typename Cell, typename Class>
Made made(std::size_t rows, Cell cell, Class of_row) {
  Made table;
  for (std::size_t i = 0; i < rows; ++i) {
    table.cells.push_back(fmt::format("{}", cell(i)));
    table.classes.push_back(static_cast<std::uint32_t>(of_row(i)));
  }
  return table;
}

std::string reason(const Made& table, std::string_view name) {
  const ColumnProfile profile = ColumnProfiler({.missing = {"", "?"}}).profile(table.cells);
  return shared_identifier(profile, name, table.classes);
}

TEST(SharedIdentifiers, NamesOfThem) {
  for (const char* name : {"patient_id", "USERID", "Patient", "Customer No", "subject", "student name", "id", "ID",
                           "Kundennummer", "Patienten-Nr", "USUBJID", "Account Number", "invoice_no", "hhid"}) {
    EXPECT_EQ(sharer_named(name), Sharer::somebody) << name;
  }
  for (const char* name : {"store id", "category_id", "teamId"})
    EXPECT_EQ(sharer_named(name), Sharer::something) << name;
  for (const char* name :
       {"width", "patient age", "subject line text", "no", "index", "acid", "", "order total", "order", "session"}) {
    EXPECT_EQ(sharer_named(name), Sharer::nobody) << name;
  }
}

TEST(SharedIdentifiers, RowsOfOnePatientStandTogether) {
  const auto visits = [](std::size_t i) { return 100 + i / 3; };
  const auto any = [](std::size_t i) { return i % 2; };
  EXPECT_NE(reason(made(24, visits, any), "patient_id"), "");
  EXPECT_EQ(reason(made(24, visits, any), "weight"), "") << "its name does not say so";
  EXPECT_EQ(reason(made(28, [](std::size_t i) { return i * 3 % 7; }, any), "patient_id"), "") << "in any order";
  EXPECT_EQ(reason(made(24, [](std::size_t i) { return i; }, any), "patient_id"), "") << "each has one row";
  EXPECT_EQ(reason(made(400, [](std::size_t i) { return i / 100; }, any), "store_id"), "") << "a few large groups";
}

TEST(SharedIdentifiers, KindsOfThingsAreKept) {
  const auto any = [](std::size_t i) { return i * i / 3 % 2; };
  EXPECT_EQ(reason(made(120, [](std::size_t i) { return i / 20; }, any), "category_id"), "") << "a sorted file";
  EXPECT_NE(reason(made(120, [](std::size_t i) { return i / 4; }, any), "basket_id"), "");
  const char* const subjects[] = {"math", "history", "art", "music"};
  const auto subject = [&](std::size_t i) { return subjects[i / 10]; };
  EXPECT_EQ(reason(made(40, subject, any), "subject"), "") << "no digits";
}

TEST(SharedIdentifiers, RowsOfOnePatientHaveOneLabel) {
  const auto visits = [](std::size_t i) { return i * 7 % 20; };
  const auto by_patient = [&](std::size_t i) { return visits(i) % 2; };
  EXPECT_NE(reason(made(200, visits, by_patient), "patient"), "");
  EXPECT_EQ(reason(made(200, visits, [](std::size_t i) { return i / 3 % 2; }), "patient"), "");
  EXPECT_EQ(reason(made(200, visits, [](std::size_t i) { return i == 7 ? 1 : 0; }), "patient"), "")
      << "nearly all rows have that label";
}

TEST(SharedIdentifiers, OneLabelForEachOfManyValues) {
  const Made table = made(300, [](std::size_t i) { return i % 100; }, [](std::size_t i) { return i % 100 % 3; });
  const ColumnProfile profile = ColumnProfiler({.missing = {""}}).profile(table.cells);
  EXPECT_TRUE(have_one_label(profile, table.classes, 20));
  EXPECT_FALSE(have_one_label(profile, table.classes, 101)) << "not so many values";
  EXPECT_FALSE(have_one_label(profile, {}, 20)) << "no labels";
  std::vector<std::uint32_t> some = table.classes;
  std::fill(some.begin() + 100, some.end(), no_sampled_class);
  EXPECT_FALSE(have_one_label(profile, some, 20)) << "no value has two rows with labels";
}

}  // namespace
}  // namespace suffice
