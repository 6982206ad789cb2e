// The fuzz targets of one program, which tools/join_replays lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

struct ReplayTarget {
  std::string name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};

const std::vector<ReplayTarget>& replay_targets();
