// Whether a column identifies rows instead of describing them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/roles/column_profile.hpp"

namespace suffice {

/// "patientID" → patient, id; "Row.names" → row, names. Digits are part of no word.
std::vector<std::string> words_of_name(std::string_view name);
/// "orderid", as databases write it.
bool is_joined_identifier(const std::string& word);

/// Whether the name says that the column numbers, names or addresses rows: id, patient_id, rowNames, uuid, phone, or no
/// name at all.
bool is_identifier_name(std::string_view name);

/// Whether the name is that of codes: postal ones, area_code, NAICS.
bool is_code_name(std::string_view name);

/// Whether the name is that of versions: version, app_version, firmware.
bool is_version_name(std::string_view name);

/// Whether the numbers are written by digits alone, and some are 2⁵³ or more, which doubles do not tell apart: names
/// of something, unless they are times.
bool are_long_integers(const ColumnProfile& profile, std::string_view name);

/// Why whole numbers identify rows, in a few words; empty where they do not. They do when all differ and
/// (1) they count up row by row, or (2) as many numbers out of their range could hardly all differ by chance: 10 or
/// more equal pairs were to be expected; when they are long and of one length, such as telephone numbers; when the name
/// says so and most differ, or they count up in groups; when they are long, most differ, and they stand in the first
/// column, which has no name. Not when the name speaks of time, or all are years; of times since 1970, unless the name
/// says so, only (1) by steps of 1 and (2).
std::string numeric_identifier(const ColumnProfile& profile, std::string_view name, std::size_t place);

/// The same of texts: more than half of them differ, and no value has a twentieth of the rows.
std::string text_identifier(const ColumnProfile& profile);

/// Whether texts are prose, from which words can be learned: at least 3 words on average, and at least half of all
/// words occur in another row too; or at least 8 words.
bool is_prose(const ColumnProfile& profile);

}  // namespace suffice
