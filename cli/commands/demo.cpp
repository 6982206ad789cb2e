// suffice demo: every command on Fisher's iris data, shown as a user would type it.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "commands/iris.hpp"
#include "run.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

const std::string folder = "suffice-demo";

[[noreturn]] void throw_unwritable(const std::string& path) {
  const std::string reason = std::strerror(errno);
  throw Error(ErrorCode::file_system,
              fmt::format("cannot be written: {}; run the demo in a folder of your own, with room for it", reason),
              path);
}

void write_file(const std::string& name, const std::string& text) {
  const std::string path = folder + "/" + name;
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) {
    throw_unwritable(path);
  }
}

// The built-in table as files: all of it, two halves, three rows to forget, and three flowers without a name.
void write_data() {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  const std::string all(iris_csv());
  const std::string header = all.substr(0, all.find('\n') + 1);
  std::string north = header;
  std::string south = header;
  std::string forgotten = header;
  std::size_t row = 0;
  for (std::size_t begin = header.size(); begin < all.size(); ++row) {
    const std::size_t end = all.find('\n', begin) + 1;
    const std::string text = all.substr(begin, end - begin);
    (row % 2 == 0 ? north : south) += text;
    forgotten += row % 60 == 0 ? text : "";
    begin = end;
  }
  write_file("iris.csv", all);
  write_file("north.csv", north);
  write_file("south.csv", south);
  write_file("forget.csv", forgotten);
  write_file("new.csv",
             "petal_length,petal_width,sepal_length,sepal_width\n1.5,0.3,5.0,3.4\n4.9,1.7,6.2,2.9\n6.0,2.4,6.8,3.1\n");
}

void check(int code, const std::string& command) {
  if (code != 0) {
    throw Error(static_cast<ErrorCode>(code), "the demo ends here", command);
  }
}

// The words in lines of at most 100 columns, as a shell reads them.
std::string folded_command(const std::string& command) {
  constexpr std::size_t most = 98;  // beside "$ "
  if (command.size() <= most) {
    return command;
  }
  const std::size_t place = command.rfind(" -", most - 2);
  return command.substr(0, place) + " \\\n    " + command.substr(place + 1);
}

void show(const std::string& remark, const std::vector<std::string>& words, Console& console) {
  const std::string command = fmt::format("suffice {}", fmt::join(words, " "));
  console.out.write(fmt::format("# {}\n$ {}\n", remark, folded_command(command)));
  console.out.flush();
  check(run(words, console.out), command);
  console.out.write("\n");
}

void show_into_file(const std::string& remark, const std::vector<std::string>& words, const std::string& path,
                    Console& console) {
  const std::string command = fmt::format("suffice {} > {}", fmt::join(words, " "), path);
  console.out.write(fmt::format("# {}\n$ {}\n\n", remark, folded_command(command)));
  console.out.flush();
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor == -1) {
    throw_unwritable(path);
  }
  Output file(descriptor);
  const int code = run(words, file);
  ::close(descriptor);
  check(code, command);
}

std::string in(const std::string& name) { return folder + "/" + name; }

}  // namespace

void demo_command(const Arguments&, Console& console) {
  write_data();
  show("Learn from a table: which model was chosen, and how good it is on rows it has not seen.",
       {"fit", in("iris.csv"), "--target", "species", "-o", in("iris.model")}, console);
  show("A model of your choice: here a covariance for each class.",
       {"fit", in("iris.csv"), "--target", "species", "--model", "qda"}, console);
  show("Label new flowers; columns are found by name.", {"predict", in("iris.model"), in("new.csv"), "--proba"},
       console);
  show("The sums can be read again, without the table: as Fisher's discriminant.",
       {"estimate", in("iris.model"), "--model", "fisher", "-o", in("fisher.model"), "--quiet"}, console);
  show("The new flowers on the axes in which the species differ most.",
       {"predict", in("fisher.model"), in("new.csv"), "--transform"}, console);
  show("The model is generative: it can draw flowers of its own.", {"sample", in("iris.model"), "-n", "3"}, console);
  show("Two places hold half of the rows each, and learn apart, by the same model.",
       {"fit", in("north.csv"), "--target", "species", "--model", "lda", "-o", in("north.model"), "--quiet"}, console);
  show("The columns of the other half are to be the same.",
       {"fit", in("south.csv"), "--schema", in("north.model"), "-o", in("south.model"), "--quiet"}, console);
  show("How good is one half on the rows of the other?", {"evaluate", in("north.model"), in("south.csv")}, console);
  show_into_file("The same as a document.", {"evaluate", in("north.model"), in("south.csv"), "--json"},
                 in("report.json"), console);
  show("Merged, they are the model of all rows, and no row was sent.",
       {"merge", in("north.model"), in("south.model"), "-o", in("all.model")}, console);
  show("Three rows are withdrawn: the model forgets them.", {"forget", in("all.model"), in("forget.csv")}, console);
  show("What is inside now.", {"inspect", in("all.model")}, console);
  show("One page on all that was learned, and how good it is on rows not seen.",
       {"report", in("north.model"), in("south.csv"), "--compare", "-o", in("report.html")}, console);
  console.out.write(
      "# The tables and models are in suffice-demo. Try next:\n"
      "#   suffice inspect suffice-demo/all.model --json\n"
      "#   suffice estimate suffice-demo/iris.model --model gaussian-nb -o suffice-demo/naive.model\n"
      "#   suffice fit YOUR.csv --target COLUMN\n");
  std::error_code ignored;
  console.out.write(fmt::format("# The report is here, for a browser: {}\n",
                                std::filesystem::absolute(in("report.html"), ignored).string()));
}

}  // namespace suffice::cli
