// Column tasks: rows enter wide moments in one chain, while threads divide the columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/kernels/centring.hpp"
#include "math/system/aligned.hpp"
#include "math/system/parallel.hpp"
#include "summary/moments/moment_state.hpp"
#include "summary/moments/row_plan.hpp"

namespace suffice {

/// The rows of one call, cut into panels. Work goes in steps: while the blocks of the matrices take one panel, the next
/// is packed; at the end of a wave its classes are closed. Tasks of one step touch different numbers.
class ColumnTasks {
 public:
  /// Memory that is used again from call to call.
  struct Workspace {
    struct Panel {
      RowPlan plan;
      AlignedVector values;
    };
    struct Worker {
      RowPlan plan;
      AlignedVector copy;
      std::vector<MomentState::Closing> closing;  // one
    };
    std::vector<Panel> panels;  // two
    std::vector<Worker> workers;
    AlignedVector nothing;  // shift and sums of rows of weight 0
  };

  /// `rows_before` rows have come already.
  ColumnTasks(MomentState& state, const LabelledRows& rows, std::uint64_t rows_before, unsigned threads,
              Workspace& workspace);

  /// Returns whether first moments are finite: they cannot be once a value is not.
  bool run(unsigned threads);

 private:
  struct Stretch {
    std::size_t first = 0;
    std::size_t rows = 0;
    std::size_t panel = 0;  ///< which of the two
  };
  struct Step {
    std::size_t first_task = 0;
    Stretch pack = {};
    Stretch multiply = {};
    bool closes_wave = false;
  };
  void plan_steps(std::uint64_t rows_before);
  void add_step(Step step);
  void pack(const Stretch& stretch, std::size_t range, unsigned worker);
  void pack_panel(const Stretch& stretch, std::size_t range, unsigned worker);
  void multiply(const Stretch& stretch, std::size_t part);

  MomentState& state_;
  LabelledRows rows_;
  Workspace& workspace_;
  std::vector<Step> steps_;
  std::size_t tasks_ = 0;
  std::atomic<bool> finite_ = true;
};

}  // namespace suffice
