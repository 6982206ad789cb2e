// Common English words that say little, and what the tokeniser leaves of their short forms ("don" and "t").
#include "suffice/text.hpp"

namespace suffice {

const std::vector<std::string>& english_stop_words() {
  static const std::vector<std::string> words = {
      "a",        "about",   "above",     "after",      "again",   "against",   "all",     "almost",     "also",
      "although", "always",  "am",        "among",      "an",      "and",       "another", "any",        "anything",
      "are",      "aren",    "as",        "at",         "be",      "because",   "been",    "before",     "being",
      "below",    "between", "both",      "but",        "by",      "can",       "cannot",  "could",      "couldn",
      "d",        "did",     "didn",      "do",         "does",    "doesn",     "doing",   "don",        "done",
      "down",     "during",  "each",      "either",     "else",    "ever",      "every",   "everything", "few",
      "for",      "from",    "further",   "get",        "gets",    "got",       "had",     "hadn",       "has",
      "hasn",     "have",    "haven",     "having",     "he",      "hence",     "her",     "here",       "hers",
      "herself",  "him",     "himself",   "his",        "how",     "however",   "i",       "if",         "in",
      "into",     "is",      "isn",       "it",         "its",     "itself",    "just",    "ll",         "m",
      "many",     "may",     "me",        "might",      "mightn",  "more",      "most",    "much",       "must",
      "mustn",    "my",      "myself",    "needn",      "neither", "no",        "nobody",  "none",       "nor",
      "not",      "nothing", "now",       "o",          "of",      "off",       "often",   "on",         "once",
      "one",      "only",    "or",        "other",      "others",  "otherwise", "our",     "ours",       "ourselves",
      "out",      "over",    "own",       "perhaps",    "quite",   "rather",    "re",      "s",          "same",
      "shall",    "shan",    "she",       "should",     "shouldn", "since",     "so",      "some",       "something",
      "such",     "t",       "than",      "that",       "the",     "their",     "theirs",  "them",       "themselves",
      "then",     "there",   "therefore", "these",      "they",    "this",      "those",   "though",     "through",
      "thus",     "to",      "too",       "under",      "until",   "up",        "upon",    "us",         "ve",
      "very",     "was",     "wasn",      "we",         "were",    "weren",     "what",    "whatever",   "when",
      "where",    "whether", "which",     "while",      "who",     "whom",      "whose",   "why",        "will",
      "with",     "within",  "without",   "won",        "would",   "wouldn",    "y",       "yet",        "you",
      "your",     "yours",   "yourself",  "yourselves",
  };
  return words;
}

}  // namespace suffice
