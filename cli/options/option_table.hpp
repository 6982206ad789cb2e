// The option table: every option of every command, once. Parsing, --help and docs/cli.md are read off it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace suffice::cli {

/// What a command line said. An empty text was not said.
struct Arguments {
  std::string model;                ///< MODEL
  std::vector<std::string> models;  ///< MODEL MODEL…
  std::vector<std::string> inputs;  ///< INPUT, or LABEL=PATH…; none: stdin
  std::string topic;                ///< the command that help is wanted for
  std::string output;
  std::string kind;  ///< of a picture

  std::string target;
  std::string weight;
  std::vector<std::string> drop;
  std::string text_column;
  std::vector<std::string> columns;  ///< COL=ROLE or COL={a,b,c}
  std::vector<std::string> cuts;
  std::string labels;       ///< a,b,c, or for an .npy INPUT the file of its labels
  std::string labels_file;  ///< that file, where labels cannot be declared
  std::string schema_file;
  std::string delimiter;
  std::string decimal;
  std::string encoding;
  std::string missing;  ///< a,b,c
  std::string on_bad_row;
  std::string family;
  std::string estimator;
  std::string shrinkage;
  std::string class_prior;
  std::string rda;
  std::string ridge;
  std::string keep;
  std::string calibrate;
  std::string validation;
  std::string criterion;
  std::string selection;
  std::string without;
  std::string pseudocount;
  std::string unseen;
  std::string oov;
  std::string vocabulary_file;
  std::string ngrams;
  std::string stop_words;
  std::string stemmer;
  std::string format;
  std::string cost_file;
  std::optional<double> reject;
  std::optional<double> outlier;
  std::optional<std::uint64_t> axes;
  std::optional<std::uint64_t> min_documents;
  std::optional<std::uint64_t> max_terms;
  std::optional<std::uint64_t> min_length;
  std::optional<std::uint64_t> hash_buckets;
  std::optional<std::uint64_t> hash_key;
  std::optional<std::uint64_t> simulations;

  std::uint64_t top = 10;
  std::uint64_t sample_rows = 0;
  std::uint64_t seed = 0;
  std::uint64_t threads = 0;
  std::optional<double> wait;
  std::uint64_t longest_row = 64;
  std::uint64_t most_expansion = 1000;

  bool tune = false;
  bool compare = false;
  bool check = false;
  bool tf_idf = false;
  bool normalised = false;
  bool compact = false;
  bool header = false;
  bool no_header = false;
  bool missing_as_value = false;
  bool no_quotes = false;
  bool proba = false;
  bool evidence = false;
  bool distances = false;
  bool transform = false;
  bool append = false;
  bool strict = false;
  bool print_schema = false;
  bool verify = false;
  bool json = false;
  bool quiet = false;
  bool no_color = false;
  bool help = false;

  std::string explained;  ///< --for: the label that is explained
  std::string against;
  std::string parts;  ///< --by: feature or block
  std::string shell;  ///< --completion
  bool manual = false;
};

/// Where a word of the command line goes; a bool is a switch and takes no value, a list may be given again and again.
using Destination = std::variant<bool Arguments::*, std::string Arguments::*, std::vector<std::string> Arguments::*,
                                 std::uint64_t Arguments::*, std::optional<std::uint64_t> Arguments::*,
                                 std::optional<double> Arguments::*>;

struct Option {
  std::string names;    ///< "-o,--output"
  std::string metavar;  ///< what --help calls the value
  std::string help;     ///< one line
  std::vector<std::string_view> commands;
  Destination destination;
  bool required = false;
  std::string values = {};  ///< words to complete, by blanks; <models> stands for their names, <files> for files
};

/// The words that an option may be given, as far as there is a list of them.
std::vector<std::string> named_values(const Option& option);
/// Whether an option may be given the name of a file.
bool is_file(const Option& option);

/// In the order --help shows them. A name may stand here twice, for different commands.
const std::vector<Option>& option_table();

/// The options of one command.
std::vector<Option> options_of(std::string_view command);

/// "--output" of "-o,--output"; an option with one name has it for both.
std::string long_name(const Option& option);
/// "-o" of "-o,--output".
std::string short_name(const Option& option);

}  // namespace suffice::cli
