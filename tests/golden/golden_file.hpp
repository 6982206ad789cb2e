// GoldenFile: reads the text format of golden_format.py, sections "name rows columns" followed by rows of numbers.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace suffice::golden {

struct Section {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> numbers;  ///< row-major

  [[nodiscard]] double at(std::size_t i, std::size_t j) const { return numbers.at(i * columns + j); }
};

/// The sections of a golden file by name. Throws std::runtime_error when the file is missing or not in the format.
inline std::map<std::string, Section> read_golden_file(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": cannot be read");
  std::map<std::string, Section> sections;
  std::string line;
  while (std::getline(file, line)) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream head(line);
    std::string name;
    Section section;
    if (!(head >> name >> section.rows >> section.columns)) throw std::runtime_error(path + ": bad section: " + line);
    for (std::size_t i = 0; i < section.rows * section.columns; ++i) {
      std::string number;
      if (!(file >> number)) throw std::runtime_error(path + ": " + name + " ends early");
      section.numbers.push_back(std::strtod(number.c_str(), nullptr));  // nan and subnormals too
    }
    std::getline(file, line);
    if (!sections.emplace(name, std::move(section)).second) throw std::runtime_error(path + ": " + name + " twice");
  }
  return sections;
}

}  // namespace suffice::golden
