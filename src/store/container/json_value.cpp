#include "store/container/json_value.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "store/container/json.hpp"
#include "store/container/long_texts.hpp"
#include "suffice/error.hpp"

namespace suffice {

JsonValue::JsonValue() = default;
JsonValue::JsonValue(Content content) : content_(std::move(content)) {}
JsonValue::JsonValue(JsonValue&& other) noexcept = default;
JsonValue& JsonValue::operator=(JsonValue&& other) noexcept = default;
JsonValue::~JsonValue() = default;
namespace {

using nlohmann::json;

constexpr int max_depth = 8;

/// What happens while a document is read; every value that begins is told to add(). Long texts were taken out of it.
class JsonEvents : public nlohmann::json_sax<json> {
 public:
  JsonEvents(std::string_view what, LongTexts& long_texts) : what_(what), long_texts_(&long_texts) {}

  bool null() override { return add(JsonValue()); }
  bool boolean(bool value) override { return add(JsonValue(value)); }
  bool number_integer(number_integer_t value) override { return add(JsonValue(static_cast<double>(value))); }
  bool number_unsigned(number_unsigned_t value) override { return add(JsonValue(std::uint64_t{value})); }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return add(JsonValue(value)); }
  bool binary(binary_t& /*value*/) override { return false; }
  bool key(string_t& name) override {
    ++text_;
    return add_key(name);
  }
  bool string(string_t& value) override {
    const auto long_text = long_texts_->texts.find(text_++);
    return add_text(long_text == long_texts_->texts.end() ? value : long_text->second);
  }
  bool parse_error(std::size_t byte, const std::string& /*token*/, const json::exception& error) override {
    constexpr int out_of_range = 406;
    fail(error.id == out_of_range ? fmt::format("{} has a number that is out of range", what_)
                                  : fmt::format("{} is not valid JSON (at byte {})", what_, byte));
  }

 protected:
  virtual bool add(JsonValue value) = 0;
  virtual bool add_key(std::string& name) = 0;
  virtual bool add_text(std::string& text) = 0;
  [[nodiscard]] std::string_view what() const { return what_; }

 private:
  std::string_view what_;
  LongTexts* long_texts_;
  std::size_t text_ = 0;  // the number of the next text
};

/// An array or object: how many elements it has, and whether all are strings.
struct JsonExtent {
  std::size_t size : 63 = 0;
  bool all_texts : 1 = true;
};

/// Counts the elements of each array and object, in the order in which these begin, and the bytes that all will take.
class JsonCount : public JsonEvents {
 public:
  JsonCount(std::string_view what, LongTexts& long_texts, std::uint64_t most_bytes)
      : JsonEvents(what, long_texts), most_bytes_(most_bytes) {}

  bool start_array(std::size_t /*elements*/) override { return start(); }
  bool start_object(std::size_t /*elements*/) override { return start(); }
  bool end_array() override { return end(); }
  bool end_object() override { return end(); }

  [[nodiscard]] const std::vector<JsonExtent>& extents() const { return extents_; }

 private:
  bool add_text(std::string& text) override {
    take(text_bytes(text));
    return count();
  }
  bool add_key(std::string& name) override {
    take(sizeof(std::string) + text_bytes(name));
    return true;
  }
  bool add(JsonValue /*value*/) override {
    if (!open_.empty()) extents_[open_.back()].all_texts = false;
    return count();
  }
  bool count() {
    take(sizeof(JsonValue));
    if (!open_.empty()) ++extents_[open_.back()].size;
    return true;
  }
  bool start() {
    add(JsonValue());
    take(sizeof(JsonExtent));
    if (open_.size() >= max_depth) fail(fmt::format("{} is nested too deeply", what()));
    open_.push_back(extents_.size());
    extents_.emplace_back();
    return true;
  }
  bool end() {
    open_.pop_back();
    return true;
  }
  void take(std::uint64_t bytes) {
    bytes_ += bytes;
    if (bytes_ > most_bytes_) fail(fmt::format("{} holds more values than a file of its size can mean", what()));
  }
  static std::uint64_t text_bytes(const std::string& text) {
    constexpr std::size_t beside = 16;  // shorter texts stand within the string, longer ones have a block of memory
    return text.size() < beside ? 0 : text.size() + beside;
  }

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::vector<JsonExtent> extents_;
  std::vector<std::size_t> open_;
};

/// Makes the values of a document whose arrays and objects have been counted.
class JsonBuild : public JsonEvents {
 public:
  JsonBuild(std::string_view what, LongTexts& long_texts, const std::vector<JsonExtent>& extents)
      : JsonEvents(what, long_texts), extent_(extents.begin()) {}

  bool start_array(std::size_t /*elements*/) override {
    return extent_->all_texts && extent_->size > 0 ? start(JsonValue::Texts()) : start(JsonValue::Array());
  }
  bool start_object(std::size_t /*elements*/) override { return start(JsonValue::Object()); }
  bool end_array() override {
    open_.pop_back();
    return true;
  }
  bool end_object() override {
    auto& members = std::get<JsonValue::Object>(open_.back()->content());
    std::ranges::sort(members, {}, &JsonMember::key);
    const auto twice = std::ranges::adjacent_find(members, {}, &JsonMember::key);
    if (twice != members.end()) fail(fmt::format("{} has the key {} twice", what(), brief_text(twice->key)));
    open_.pop_back();
    return true;
  }

  [[nodiscard]] JsonValue take() { return std::move(root_); }

 private:
  template <typename Elements>
  bool start(Elements none) {
    add(JsonValue(std::move(none)));
    std::get<Elements>(last_->content()).reserve(extent_->size);
    ++extent_;
    open_.push_back(last_);
    return true;
  }
  bool add_text(std::string& text) override {
    auto* const texts = open_.empty() ? nullptr : std::get_if<JsonValue::Texts>(&open_.back()->content());
    if (texts == nullptr) return add(JsonValue(std::move(text)));
    texts->push_back(std::move(text));
    return true;
  }
  bool add_key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool add(JsonValue value) override {
    if (open_.empty()) {
      root_ = std::move(value);
      last_ = &root_;
    } else if (auto* array = std::get_if<JsonValue::Array>(&open_.back()->content())) {
      last_ = &array->emplace_back(std::move(value));
    } else {
      auto& members = std::get<JsonValue::Object>(open_.back()->content());
      last_ = &members.emplace_back(std::move(key_), std::move(value)).value;
    }
    return true;
  }

  std::vector<JsonExtent>::const_iterator extent_;
  JsonValue root_;
  JsonValue* last_ = nullptr;
  std::vector<JsonValue*> open_;  // what they point into has its final size
  std::string key_;
};

}  // namespace

bool JsonValue::is(bool value) const {
  const bool* const held = std::get_if<bool>(&content_);
  return held != nullptr && *held == value;
}

bool JsonValue::is(const char* text) const { return is_string() && this->text() == text; }

double JsonValue::number() const {
  const auto* const whole = std::get_if<std::uint64_t>(&content_);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(content_);
}

std::size_t JsonValue::size() const {
  return is_array() ? elements().size() : is_texts() ? texts().size() : is_object() ? members().size() : 0;
}

const JsonValue* JsonValue::find(std::string_view key) const {
  if (!is_object()) return nullptr;
  const auto found = std::ranges::lower_bound(members(), key, std::less<>(), &JsonMember::key);
  return found != members().end() && found->key == key ? &found->value : nullptr;
}

const JsonValue& JsonValue::at(std::string_view key) const {
  const JsonValue* const found = find(key);
  if (found == nullptr) throw std::out_of_range("there is no such key in a JSON object");
  return *found;
}

namespace {

/// Texts that are longer are read by themselves.
constexpr std::size_t longest_text = std::size_t{1} << 16U;

/// The parser takes some eight times the bytes of a key or a number while it reads it.
void check_tokens(std::string_view text, std::string_view what) {
  const std::size_t end = text.find('\0');  // the parser would take it for the end
  if (end != std::string_view::npos) fail(fmt::format("{} is not valid JSON (at byte {})", what, end + 1));
  constexpr std::uint64_t beside = std::uint64_t{16} << 20U;
  const std::uint64_t longest = (3 * std::uint64_t{text.size()} + beside) / 8;
  std::uint64_t length = 0;
  bool is_text = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    length = (is_text ? c == '"' : c == '"' || c == ',' || c == ':' || c == '[' || c == '{') ? 0 : length + 1;
    if (length > longest) fail(fmt::format("{} has a text or a number of more than {} bytes", what, longest));
    is_text = c == '"' ? !is_text : is_text;
    if (is_text && c == '\\') {
      ++i;
      ++length;
    }
  }
}

}  // namespace

JsonValue parse_json(std::string_view text, std::string_view what, std::uint64_t most_bytes) {
  LongTexts long_texts = suffice::long_texts(text, longest_text);
  const std::string_view rest = long_texts.texts.empty() ? text : std::string_view(long_texts.rest);
  check_tokens(rest, what);
  JsonCount count(what, long_texts, most_bytes);
  json::sax_parse(rest, &count);
  JsonBuild build(what, long_texts, count.extents());
  json::sax_parse(rest, &build);
  return build.take();
}

JsonValue parse_json(std::string_view text, std::string_view what) {
  return parse_json(text, what, json_memory(8 * text.size()));
}

bool fits_memory(std::string_view text, std::uint64_t most_bytes) {
  try {
    LongTexts long_texts = suffice::long_texts(text, longest_text);
    const std::string_view rest = long_texts.texts.empty() ? text : std::string_view(long_texts.rest);
    check_tokens(rest, "the text");
    JsonCount count("the text", long_texts, most_bytes);
    return json::sax_parse(rest, &count);
  } catch (const Error&) {
    return false;
  }
}

}  // namespace suffice
