# Writes e1071.txt and e1071_numbers.txt: posteriors of naiveBayes, with cells missing when fitting and when predicting.
#
# laplace is the pseudocount of `mean`; values that are missing are left out of the tables and of the prediction. Cell
# (i, j), counted from 0, is missing where 5 i + 3 j is a multiple of 11; the tables are those of discrete_tables.txt.
# Numbers have Gaussians with variances that are unbiased; the tables are those of tables.txt, and cells where 5 i + 3 j
# leaves 0 or 4 when divided by 11 are missing, but for the first row of each class.

suppressPackageStartupMessages(library(e1071))

folder <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))
read_section <- function(lines, name) {
  at <- grep(paste0("^", name, " "), lines)
  shape <- as.integer(strsplit(lines[at], " ")[[1]][2:3])
  matrix(as.numeric(unlist(strsplit(lines[at + seq_len(shape[1])], " "))), shape[1], shape[2], byrow = TRUE)
}

write_posterior <- function(section, posterior, output) {
  rows <- apply(matrix(sprintf("%.17g", posterior), nrow(posterior)), 1, paste, collapse = " ")
  writeLines(c(paste(section, nrow(posterior), ncol(posterior)), rows), output)
}

lines <- readLines(file.path(folder, "discrete_tables.txt"))
output <- file(file.path(folder, "e1071.txt"), "wb")
writeLines("# Made by make_e1071.R.", output)
for (name in c("categories", "bits")) {
  values <- read_section(lines, paste0(name, "/values"))
  labels <- factor(read_section(lines, paste0(name, "/labels")))
  missing <- outer(seq_len(nrow(values)) - 1, seq_len(ncol(values)) - 1, function(i, j) (5 * i + 3 * j) %% 11 == 0)
  cells <- as.data.frame(lapply(as.data.frame(values), factor))
  cells[missing] <- NA
  for (laplace in c(1, 0.5)) {
    posterior <- predict(naiveBayes(cells, labels, laplace = laplace), cells, type = "raw")
    write_posterior(sprintf("%s/categorical-nb/mean:%s/gaps/empirical/posterior", name, laplace), posterior, output)
  }
}
close(output)

lines <- readLines(file.path(folder, "tables.txt"))
output <- file(file.path(folder, "e1071_numbers.txt"), "wb")
writeLines("# Made by make_e1071.R.", output)
for (name in c("iris", "two", "wine")) {
  cells <- as.data.frame(read_section(lines, paste0(name, "/values")))
  labels <- factor(read_section(lines, paste0(name, "/labels")))
  missing <- outer(seq_len(nrow(cells)) - 1, seq_len(ncol(cells)) - 1, function(i, j) (5 * i + 3 * j) %% 11 %in% c(0, 4))
  missing[!duplicated(labels), ] <- FALSE
  cells[missing] <- NA
  # The threshold takes the place of densities below it: none here.
  posterior <- predict(naiveBayes(cells, labels), cells, type = "raw", threshold = 0)
  write_posterior(sprintf("%s/gaussian-nb/unbiased/none/empirical/posterior", name), posterior, output)
}
close(output)
