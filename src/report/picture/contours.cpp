#include "report/picture/contours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace suffice::draw {

namespace {

// The four nodes of a cell, counter-clockwise.
struct Cell {
  std::array<Point, 4> at = {};
  std::array<double, 4> f = {};
  std::array<double, 4> share = {};  // of the way from node k to the next where f crosses 0; 0: by f
};

Cell cell_of(const Grid& grid, const std::vector<double>& f, const Crossings& crossings, std::size_t i, std::size_t j) {
  const std::size_t below = j * (grid.columns + 1) + i;
  const std::size_t above = below + grid.columns + 1;
  Cell cell = {{grid.node(i, j), grid.node(i + 1, j), grid.node(i + 1, j + 1), grid.node(i, j + 1)},
               {f[below], f[below + 1], f[above + 1], f[above]}};
  if (!crossings.empty()) {
    const std::array<std::size_t, 4> edges = {2 * below, 2 * (below + 1) + 1, 2 * above, 2 * below + 1};
    for (std::size_t k = 0; k < 4; ++k) {
      if (const auto found = crossings.find(edges[k]); found != crossings.end()) {
        cell.share[k] = k < 2 ? found->second : 1 - found->second;  // the last two are walked backwards
      }
    }
  }
  return cell;
}

bool is_finite(const Cell& cell) { return std::isfinite(cell.f[0] + cell.f[1] + cell.f[2] + cell.f[3]); }

// Where f, linear between two nodes on both sides of 0, is 0. The same for both directions, to the last bit.
Point crossing(const Cell& cell, std::size_t a, std::size_t b) {
  if (cell.share[a] != 0) {
    return {std::lerp(cell.at[a].x, cell.at[b].x, cell.share[a]), std::lerp(cell.at[a].y, cell.at[b].y, cell.share[a])};
  }
  const std::size_t low = cell.f[a] < cell.f[b] ? a : b;
  const std::size_t high = low == a ? b : a;
  const double share = cell.f[low] / (cell.f[low] - cell.f[high]);
  return {cell.at[low].x + share * (cell.at[high].x - cell.at[low].x),
          cell.at[low].y + share * (cell.at[high].y - cell.at[low].y)};
}

// The part of a cell where f is at least 0: its nodes there, and the crossings between.
std::vector<Point> positive_part(const Cell& cell) {
  std::vector<Point> outline;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t next = (k + 1) % 4;
    if (cell.f[k] >= 0) {
      outline.push_back(cell.at[k]);
    }
    if ((cell.f[k] >= 0) != (cell.f[next] >= 0)) {
      outline.push_back(crossing(cell, k, next));
    }
  }
  return outline;
}

// Ends of segments that are the same place on the grid have the same key.
using Key = std::pair<std::int64_t, std::int64_t>;
Key key_of(const Grid& grid, const Point& at) {
  constexpr double fine = 1e6;
  return {std::llround((at.x - grid.x.low) / (grid.x.high - grid.x.low) * fine),
          std::llround((at.y - grid.y.low) / (grid.y.high - grid.y.low) * fine)};
}

}  // namespace

std::vector<std::size_t> crossed_edges(const Grid& grid, const std::vector<double>& f) {
  std::vector<std::size_t> edges;
  const auto add = [&](std::size_t edge, double from, double to) {
    if ((from >= 0) != (to >= 0) && std::isfinite(from + to)) {
      edges.push_back(edge);
    }
  };
  for (std::size_t j = 0; j <= grid.rows; ++j) {
    for (std::size_t i = 0; i <= grid.columns; ++i) {
      const std::size_t node = j * (grid.columns + 1) + i;
      if (i < grid.columns) {
        add(2 * node, f[node], f[node + 1]);
      }
      if (j < grid.rows) {
        add(2 * node + 1, f[node], f[node + grid.columns + 1]);
      }
    }
  }
  return edges;
}

Point on_edge(const Grid& grid, std::size_t edge, double share) {
  const std::size_t i = edge / 2 % (grid.columns + 1);
  const std::size_t j = edge / 2 / (grid.columns + 1);
  const Point from = grid.node(i, j);
  const Point to = edge % 2 == 0 ? grid.node(i + 1, j) : grid.node(i, j + 1);
  return {std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
}

std::vector<Segment> zero_segments(const Grid& grid, const std::vector<double>& f, const Crossings& crossings) {
  std::vector<Segment> segments;
  for (std::size_t j = 0; j < grid.rows; ++j) {
    for (std::size_t i = 0; i < grid.columns; ++i) {
      const Cell cell = cell_of(grid, f, crossings, i, j);
      if (!is_finite(cell)) {
        continue;
      }
      std::vector<Point> ends;  // of pieces, in the order of the edges
      for (std::size_t k = 0; k < 4; ++k) {
        if ((cell.f[k] >= 0) != (cell.f[(k + 1) % 4] >= 0)) {
          ends.push_back(crossing(cell, k, (k + 1) % 4));
        }
      }
      if (ends.size() == 2) {
        segments.push_back({ends[0], ends[1]});
      } else if (ends.size() == 4) {
        // A saddle: its middle says which nodes lie together.
        const bool high = cell.f[0] + cell.f[1] + cell.f[2] + cell.f[3] >= 0;
        const bool first = (cell.f[0] >= 0) == high;
        segments.push_back({ends[0], ends[first ? 1 : 3]});
        segments.push_back({ends[2], ends[first ? 3 : 1]});
      }
    }
  }
  return segments;
}

std::vector<std::vector<Point>> joined(const Grid& grid, const std::vector<Segment>& segments) {
  std::set<std::pair<Key, Key>> seen;
  std::multimap<Key, std::size_t> ends;
  for (std::size_t k = 0; k < segments.size(); ++k) {
    const Key from = key_of(grid, segments[k].from);
    const Key to = key_of(grid, segments[k].to);
    if (from != to && seen.insert(std::minmax(from, to)).second) {
      ends.emplace(from, k);
      ends.emplace(to, k);
    }
  }
  std::vector<bool> used(segments.size(), false);
  // The next place from `at`, by a segment that is not used yet.
  const auto step = [&](Point& at) {
    const auto [first, last] = ends.equal_range(key_of(grid, at));
    for (auto entry = first; entry != last; ++entry) {
      const Segment& segment = segments[entry->second];
      if (!used[entry->second]) {
        used[entry->second] = true;
        at = key_of(grid, segment.from) == entry->first ? segment.to : segment.from;
        return true;
      }
    }
    return false;
  };
  std::vector<std::vector<Point>> lines;
  for (const auto& entry : ends) {
    const std::size_t k = entry.second;
    if (used[k]) {
      continue;
    }
    used[k] = true;
    std::vector<Point> back = {segments[k].from};
    std::vector<Point> line = {segments[k].to};
    for (Point at = line.back(); step(at);) {
      line.push_back(at);
    }
    for (Point at = back.back(); step(at);) {
      back.push_back(at);
    }
    line.insert(line.begin(), back.rbegin(), back.rend());
    lines.push_back(std::move(line));
  }
  return lines;
}

std::vector<std::vector<Point>> positive_areas(const Grid& grid, const std::vector<double>& f,
                                               const Crossings& crossings) {
  std::vector<std::vector<Point>> areas;
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> above;  // runs of the row before, and their rectangles
  for (std::size_t j = 0; j < grid.rows; ++j) {
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> runs;
    for (std::size_t i = 0; i < grid.columns; ++i) {
      const std::size_t first = i;
      for (; i < grid.columns; ++i) {
        const Cell cell = cell_of(grid, f, crossings, i, j);
        if (!std::ranges::all_of(cell.f, [](double value) { return value >= 0; })) {
          break;
        }
      }
      if (i > first) {  // whole cells beside each other, joined with the same ones of the row before
        const auto same = above.find({first, i});
        if (same == above.end()) {
          areas.push_back({grid.node(first, j), grid.node(i, j), grid.node(i, j + 1), grid.node(first, j + 1)});
          runs[{first, i}] = areas.size() - 1;
        } else {
          areas[same->second][2] = grid.node(i, j + 1);
          areas[same->second][3] = grid.node(first, j + 1);
          runs[{first, i}] = same->second;
        }
      }
      if (i == grid.columns) {
        break;
      }
      const Cell cell = cell_of(grid, f, crossings, i, j);
      if (is_finite(cell)) {
        if (std::vector<Point> part = positive_part(cell); part.size() > 2) {
          areas.push_back(std::move(part));
        }
      }
    }
    above = std::move(runs);
  }
  return areas;
}

}  // namespace suffice::draw
