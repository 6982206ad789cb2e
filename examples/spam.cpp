// Learns from a few messages in memory, labels a new one, and says which words decided.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/suffice.hpp"

int main() {
  try {
    const std::vector<std::string_view> messages{"win a prize now", "free prize, call now", "see you at lunch",
                                                 "call me after lunch"};
    const std::vector<std::uint32_t> codes{1, 1, 0, 0};
    const std::vector<std::string> names{"ham", "spam"};

    const suffice::Schema schema{.blocks = {{.kind = suffice::Kind::text, .features = {"text"}}}, .target = "label"};

    const suffice::Summary sums = suffice::summarise(suffice::Table::documents(messages), {codes, names}, schema);
    const suffice::Model model = suffice::estimate(sums);  // text: multinomial naive Bayes

    const std::vector<std::string_view> news{"call now for a free lunch"};
    const suffice::Explanation why = model.explain(suffice::Table::documents(news), 0);
    std::printf("log odds of spam: %.4f\n", why.log_joint[1] - why.log_joint[0]);
    for (const suffice::Contribution& word : why.contributions) {
      std::printf("%-6s %7.4f\n", word.feature.c_str(), word.scores[1] - word.scores[0]);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
