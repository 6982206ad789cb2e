#include "model/moments/marginal_cache.hpp"

namespace suffice {

const Density& MarginalCache::get(const Density& whole, const std::vector<std::size_t>& kept) {
  if (const auto found = held_.find(kept); found != held_.end()) {
    return found->second;
  }
  const auto made = held_.emplace(kept, whole.marginal(kept)).first;
  order_.emplace_back(made);
  bytes_ += made->second.bytes();
  while (order_.size() > 1 && (order_.size() > most_held || bytes_ > bound_)) {
    bytes_ -= order_.front()->second.bytes();
    held_.erase(order_.front());
    order_.pop_front();
  }
  return made->second;
}

}  // namespace suffice
