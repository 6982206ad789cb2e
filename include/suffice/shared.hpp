// Shared: a large value that never changes, so that all copies of it can be one.
#pragma once

#include <memory>
#include <utility>

namespace suffice {

/// Can be read like a T; copies are cheap, and may be on other threads. To change it, assign another value.
template <typename T>
class Shared {
 public:
  Shared() : Shared(T{}) {}
  Shared(T value) : value_(std::make_shared<const T>(std::move(value))) {}
  /// What a pointer that is not null has, perhaps a part of something larger that it keeps.
  explicit Shared(std::shared_ptr<const T> value) : value_(std::move(value)) {}
  // Moving copies, so that none is ever empty.
  Shared(const Shared&) = default;
  Shared& operator=(const Shared&) = default;

  const T& operator*() const { return *value_; }
  const T* operator->() const { return value_.get(); }
  operator const T&() const { return *value_; }
  /// Keeps the value for as long as the pointer is kept.
  [[nodiscard]] std::shared_ptr<const T> pointer() const { return value_; }
  bool operator==(const Shared& other) const { return value_ == other.value_ || *value_ == *other.value_; }

 private:
  std::shared_ptr<const T> value_;
};

}  // namespace suffice
